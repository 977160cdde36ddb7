import { type GitOperation, gitOperationsIn } from '../../agent/calls/command-journal.ts';
import { isPlanned } from '../../contracts/assignment.ts';
import {
  type Outcome,
  type SessionRecord,
  type TaskPlan,
  UNPROVEN,
  UNTESTED,
} from '../../contracts/session.ts';
import { withoutAccents } from '../../core/text.ts';
import { commandsInLine, gitCommandOf } from '../../policy/call-rules.ts';
import type { BrokenFile, IntegratedBranch, TestsDone, WorkDone } from './records.ts';

/** Why the records do not show that the work is done, although the model says so. */
export type Doubt =
  | { readonly kind: 'open-steps'; readonly open: number; readonly all: number }
  | { readonly kind: 'tests-failed' }
  | { readonly kind: 'not-tested' }
  | { readonly kind: 'nothing-tested' }
  /** Claimed in the closing words, but in no record. */
  | { readonly kind: 'claimed-change' | 'claimed-commit' | 'claimed-push' | 'claimed-pull' | 'claimed-tests' }
  /** Ordered by the person, but in no record. */
  | { readonly kind: 'missing'; readonly what: GitOperation }
  | { readonly kind: 'failed'; readonly tool: string; readonly why: string }
  /** Said in the first line. */
  | { readonly kind: 'broken-files'; readonly files: readonly BrokenFile[] }
  /** Changed folders that a commit cannot hold, because they are submodules. */
  | { readonly kind: 'uncommitted-in'; readonly folders: readonly string[] }
  /** A merge or rebase was begun, and files are in conflict. */
  | { readonly kind: 'unfinished-merge'; readonly branch: IntegratedBranch }
  /** Merged another branch in the state that this machine last fetched. */
  | { readonly kind: 'stale-base'; readonly ref: string };

export interface ReportEvidence {
  readonly session: Pick<SessionRecord, 'mode' | 'origin' | 'task'>;
  readonly outcome: Outcome;
  readonly work: WorkDone;
  readonly plan: TaskPlan | undefined;
  /** True when the input or result of any call holds this word. */
  mentions(word: string): boolean;
}

/**
 * Why the claimed end of a session is doubted. Empty when the records agree, or when it does not claim to be done.
 */
export function doubtsIn(judged: ReportEvidence): readonly Doubt[] {
  const { session, outcome, work, plan } = judged;
  if (session.mode === 'talk' || outcome.kind !== 'done') return [];
  const open = stepDoubts(plan);
  // Whether there are tests is decided by its plan, which the person has seen; its words are made of records.
  if (isPlanned(session)) return open;
  const failed = work.failures.map((failure) => ({ kind: 'failed', ...failure }) as const);
  const broken =
    work.brokenFiles.length === 0 ? [] : [{ kind: 'broken-files', files: work.brokenFiles } as const];
  return [
    ...open,
    ...testDoubts(work.tests.proof),
    ...failed,
    ...broken,
    ...(work.uncommittedIn.length === 0
      ? []
      : [{ kind: 'uncommitted-in', folders: work.uncommittedIn } as const]),
    ...(work.integrated?.open === undefined
      ? []
      : [{ kind: 'unfinished-merge', branch: work.integrated } as const]),
    ...staleBase(work),
    ...findMissingOperations(judged),
    ...findUnfoundedClaims(outcome.text, judged),
  ];
}

/** True where nothing but a test is missing. */
export function isOnlyUntested(doubts: readonly Doubt[]): boolean {
  return doubts.length > 0 && doubts.every(({ kind }) => kind === 'not-tested');
}

/** What is stored of a doubted end, so that lists say of it what its report says. */
export function reasonOf(doubts: readonly Doubt[]): string {
  return isOnlyUntested(doubts) ? UNTESTED : UNPROVEN;
}

function stepDoubts(plan: TaskPlan | undefined): readonly Doubt[] {
  const steps = plan?.steps ?? [];
  const open = steps.filter(({ status }) => status !== 'done').length;
  return open === 0 ? [] : [{ kind: 'open-steps', open, all: steps.length }];
}

/** Why tests do not show that the work is right. */
export function testDoubts(proof: TestsDone['proof']): readonly Doubt[] {
  switch (proof) {
    case 'passed':
    case 'none-needed':
      return [];
    case 'failed':
      return [{ kind: 'tests-failed' }];
    case 'not-since-change':
      return [{ kind: 'not-tested' }];
    case 'nothing-ran':
      return [{ kind: 'nothing-tested' }];
  }
}

function isDone(what: GitOperation, { commits, pushed, pullRequest, commands }: WorkDone): boolean {
  const byCommand = commands.some(({ line, ends }) => ends.includes(0) && gitOperationsIn(line).has(what));
  switch (what) {
    case 'commit':
      return byCommand || commits.length > 0;
    case 'push':
      return byCommand || pushed !== undefined;
    case 'pull-request':
      return byCommand || pullRequest !== undefined;
  }
}

function findMissingOperations({ session, work }: ReportEvidence): readonly Doubt[] {
  return requestedGitOperations(session.task)
    .filter((what) => !isDone(what, work))
    .map((what) => ({ kind: 'missing', what }));
}

/** Claims without a record. */
function findUnfoundedClaims(words: string, { work, session, mentions }: ReportEvidence): readonly Doubt[] {
  const claims = readClaims(words);
  const isKnown = (word: string): boolean => session.task.includes(word) || mentions(word);
  const own = (hash: string): boolean => work.commits.some((commit) => commit.hash.startsWith(hash));
  const isStrangeCommit = claims.commits.some((hash) => !own(hash) && !isKnown(hash));
  const isStrangePull = claims.pulls.some(
    (number) => number !== work.pullRequest?.number && !isKnown(`#${number}`) && !isKnown(`/pull/${number}`),
  );
  const doubts: readonly (readonly [Doubt, boolean])[] = [
    [{ kind: 'claimed-change' }, saysItChanged(claims, session.task) && !work.didSomething],
    [{ kind: 'claimed-commit' }, isStrangeCommit || (claims.committed && !isDone('commit', work))],
    [{ kind: 'claimed-push' }, claims.pushed && !isDone('push', work)],
    [{ kind: 'claimed-pull' }, isStrangePull || (claims.openedPull && !isDone('pull-request', work))],
    [{ kind: 'claimed-tests' }, isUntested(claims, work.tests)],
  ];
  return doubts.flatMap(([doubt, holds]) => (holds ? [doubt] : []));
}

/** What is only said to have been changed may be true of another time, unless the task is to change it. */
function saysItChanged({ changed, hasBeenChanged }: Claims, task: string): boolean {
  return changed || (hasBeenChanged && isOrderedIn(task, TO_CHANGE));
}

/** A run whose output gave no counts may have had as many as are claimed. */
function isUntested({ testsPass, passed }: Claims, { last, passedCounts }: TestsDone): boolean {
  if (!testsPass && passed.length === 0) return false;
  if (last === undefined) return true;
  return last.counts !== undefined && passed.some((count) => !passedCounts.includes(count));
}

const REMOTE_REF = /^(?:origin|upstream)\/./;

/** A remote branch is only as new as the last fetch; without one in this task its age is unknown. */
function staleBase({ commands, integrated }: WorkDone): readonly Doubt[] {
  if (integrated !== undefined && !integrated.isFresh && REMOTE_REF.test(integrated.from))
    return [{ kind: 'stale-base', ref: integrated.from }];
  const ran = commands
    .filter(({ ends }) => ends.includes(0))
    .flatMap(({ line }) => commandsInLine(line).flatMap((words) => gitCommandOf(words) ?? []));
  const isFetched = ran.some(
    ({ subcommand, args }) =>
      ['fetch', 'pull'].includes(subcommand) || (subcommand === 'remote' && args[0] === 'update'),
  );
  const ref = ran
    .filter(({ subcommand }) => ['merge', 'rebase'].includes(subcommand))
    .flatMap(({ args }) => args)
    .find((arg) => REMOTE_REF.test(arg));
  return ref === undefined || isFetched ? [] : [{ kind: 'stale-base', ref }];
}

/** Words before an order, in its sentence, that forbid it. */
const FORBIDDEN =
  /\b(?:not|never|without|don'?t|doesn'?t|do not|instead of|no|sin|nunca)\b(?:\W+\w+){0,3}\W*$/;
const END =
  '(?=$|[.,;:!)]|\\s+(?:and|y|then|luego|it|them|the|that|this|all|everything|your|my|when|once|with|as|to|too|changes|lo|la|los|las|todo|cuando|con|el|mis|tus|a)\\b)';

/** Orders in English and Spanish; `the last commit` and `review the PR` are not orders. */
const ORDERS: Readonly<Record<GitOperation, RegExp>> = {
  commit: order(
    `(?:^|[.,;:!]\\s*|\\b(?:and|then|also|please|to|it|them|y|luego|despues)\\s+)commit${END}`,
    '\\b(?:make|create|do)\\s+(?:a|one|the)\\s+commit\\b',
    '\\b(?:haz|hace|hacer|crea|deja)(?:lo|me)?\\s+(?:un\\s+|el\\s+)?commit\\b',
    '\\bcomm?ite(?:a|ar|alo|alos|alo todo)\\b',
  ),
  push: order(
    `(?:^|[.,;:!]\\s*|\\b(?:and|then|also|please|to|it|them|y|luego|despues)\\s+)push${END}`,
    '\\b(?:haz|hace|hacer)\\s+(?:un\\s+|el\\s+)?push\\b',
    '\\b(?:sube|subi|subir|pushea)(?:lo|la|los|las)?\\s+(?:(?:la|el|los|las|tu|mi|todo)\\s+)?(?:rama|cambios|commits?|todo|a\\s+(?:origin|github|main))',
    '\\b(?:sube|subi)(?:lo|la|los|las)\\b',
  ),
  'pull-request': order(
    '(?<!\\b(?:the|this|that|an|any|each|every|my|your|our|all|existing)\\s)\\b(?:open|create|make|submit|raise|file|send)\\s+(?:me\\s+)?(?:(?:a|an|the|new|draft)\\s+)*(?:pull request|pr)\\b',
    '\\b(?:abre|abri|abrir|crea|crear|haz|hace|manda)(?:me)?\\s+(?:(?:un|el|la|nuevo)\\s+)*(?:pull request|pr)\\b',
  ),
};

/** Orders to change the project. */
const TO_CHANGE = order(
  '(?:^|[.,;:!]\\s*|\\b(?:and|then|also|please|to)\\s+)(?:fix|repair|correct|resolve|change|update|add|implement|refactor|edit|remove|delete|rename|rewrite|replace|write|create|move|migrate|convert|clean up)\\b',
  '(?:^|[.,;:!\u00a1]\\s*|\\b(?:y|luego|despues|favor)\\s+)(?:arregl|repar|cambi|actualiz|agreg|a\u00f1ad|implement|refactoriz|edit|elimin|borr|renombr|cre|reemplaz|ajust|corrig|correg|escrib|reescrib)(?:[aei]r?(?:lo|la|los|las)?)\\b',
);

/** Git actions that a task clearly orders. */
export function requestedGitOperations(task: string): readonly GitOperation[] {
  const all: readonly GitOperation[] = ['commit', 'push', 'pull-request'];
  return all.filter((one) => isOrderedIn(task, ORDERS[one]));
}

function isOrderedIn(task: string, pattern: RegExp): boolean {
  return plainText(task)
    .replace(/```[\s\S]*?(?:```|$)/g, '\n')
    .replace(/`[^`]*`|"[^"]*"/g, ' ')
    .split(/(?<=[.!;])\s+|\n+|\b(?:but|pero)\b/)
    .some((sentence) => !sentence.trim().endsWith('?') && isOrdered(sentence.trim(), pattern));
}

function isOrdered(sentence: string, pattern: RegExp): boolean {
  return [...sentence.matchAll(pattern)].some(({ index, 0: matched }) => {
    const said = sentence.slice(0, index) + /^[.,;:!\s]*(?:\w+\s+)?/.exec(matched)?.[0];
    return !FORBIDDEN.test(said.trimEnd());
  });
}

function order(...patterns: readonly string[]): RegExp {
  return new RegExp(patterns.map((pattern) => `(?:${pattern})`).join('|'), 'g');
}

/** Claims in a model's closing words; the records show whether they are true. */
export interface Claims {
  readonly changed: boolean;
  /** A claim of a change that does not name who made it, such as `The bug is fixed`. */
  readonly hasBeenChanged: boolean;
  readonly committed: boolean;
  /** Hashes of claimed commits, in lower case. */
  readonly commits: readonly string[];
  readonly pushed: boolean;
  readonly openedPull: boolean;
  /** Numbers of claimed pull requests. */
  readonly pulls: readonly number[];
  readonly testsPass: boolean;
  /** Claimed numbers of passed tests. */
  readonly passed: readonly number[];
}

/** Words before a claim, in its sentence, that turn it into a plan, a condition or a denial. */
const UNSAID = new RegExp(
  [
    "\\b(?:not|never|without|unable|cannot|nothing|neither|nor|instead of|rather than)\\b|n't\\b",
    '\\b(?:if|once|when|before|until|unless|should|would|could|can|may|might|must|will|shall|please|want|wants|ready to|need|needs|try|tried|trying|attempted|failed|going to|to be|who|whether)\\b',
    '\\bno(?=\\s+(?:commits?|push|pull request|pr|tests?)\\b)',
    '\\bno(?=\\s+(?:se|lo|la|los|las|le|he|hemos|hice|hicimos|pude|pudo|ha|fue|fueron|hay|hubo|esta|corr|ejecut|sub|cre|abr|toqu|cambi|edit|arregl))',
    '\\b(?:sin|nunca|nada|ningun\\w*|jamas|tampoco|si|cuando|antes|hasta|podria\\w*|puedes|podes|puedo|debes|deberia\\w*|quieres|queres|falta|faltan|hay que|intente|quien|voy a|vas a)\\b',
  ].join('|'),
);

/** Past tenses of work on code. */
const DID =
  'fixed|changed|updated|added|implemented|refactored|edited|removed|deleted|renamed|created|rewrote|rewritten|replaced|corrected|wrote|moved|modified|patched|bumped|adjusted|cleaned up|migrated|converted';
const HIZO =
  'arregle|cambie|actualice|agregue|a\u00f1adi|implemente|refactorice|edite|elimine|borre|renombre|cree|reescribi|corregi|modifique|reemplace|ajuste';
const HECHO =
  'arreglado|cambiado|actualizado|agregado|a\u00f1adido|implementado|refactorizado|editado|eliminado|borrado|renombrado|creado|reescrito|corregido|modificado|reemplazado|ajustado';
/** `I have now `. */
const I = "\\b(?:i|we)(?:'ve)?\\s+(?:(?:have|also|now|just|then|already|successfully)\\s+)*";
/** The start of a clause without its subject. */
const START =
  '(?:^|[,:\u2014\u2013(]\\s*|\\band\\s+|\\bthen\\s+|\\by\\s+)(?:\\W*)(?:(?:also|successfully|now)\\s+)?';
const IS = '\\b(?:is|are|was|were|been|get|got)\\s+(?:(?:all|also|now|then|successfully)\\s+)*';
const HASH = '[`"\'(]*[0-9a-f]{7,40}\\b';
const PR = '(?:pull request|pr)\\b';
/** Fails before `by Ana` or `in version 2`, which say that the work is not the agent's. */
const ELSEWHERE = '(?!\\s+(?:by|since|upstream)\\b|\\s+in\\s+(?:v?\\d|(?:version|release|commit)\\b))';

const CHANGED = claim(
  `${I}(?:${DID})\\b`,
  `${START}(?:${DID})\\b(?!-|\\s+(?:in|by|on|at|since|as|for|with)\\b)`,
  `\\b(?:${HIZO})\\b`,
  `\\b(?:he|hemos)\\s+(?:${HECHO})\\b`,
);
/** `is already fixed` needed no change. */
const HAS_BEEN_CHANGED = claim(
  `\\b(?:is|are)\\s+(?:(?:now|all|finally)\\s+)*(?:fixed|corrected|implemented|resolved|repaired)\\b${ELSEWHERE}`,
  `\\b(?:has|have)\\s+(?:(?:now|all|also)\\s+)*been\\s+(?:${DID}|resolved|repaired)\\b${ELSEWHERE}`,
  `(?<!\\bya\\s+)\\b(?:estan?|quedan?|quedo|quedaron|ha(?:n)?\\s+(?:sido|quedado))\\s+(?:ahora\\s+)?(?:${HECHO.replace(/o\b/g, '[oa]s?')}|resuelt[oa]s?)\\b`,
  `\\bse\\s+han?\\s+(?:${HECHO})\\b`,
);
const COMMITTED = claim(
  `${I}committed\\b`,
  `${START}committed\\b`,
  `${IS}committed\\b(?!\\s+by\\b)`,
  `\\b(?:fix|changes?|work|everything|it|all)\\s+committed\\b`,
  `\\b(?:made|created|added)\\s+(?:(?:a|the|one|\\d+)\\s+)?(?:new\\s+)?commits?\\b`,
  `\\b(?:hice|he hecho|realice|cree|deje|hicimos)\\s+(?:(?:el|un|los|\\d+)\\s+)?commits?\\b`,
  `\\bcomm?ite(?:e|ad[oa]s?)\\b`,
  `\\bconfirme\\s+(?:el|los|las|todo)\\b`,
);
const NAMED_COMMIT =
  /(?:\bcommit(?:ted)?(?:\s+(?:as|in|hash|con|como|en))*|\b(?:hash))\s*[:=]?\s*[`"'(]*([0-9a-f]{7,40})\b/g;
const PUSHED = claim(
  `${I}pushed\\s+(?:(?:it|them|everything|all|my|the|this|these|that|your)\\b\\s*)*(?:$|[.,;!)]|and\\b|to\\b|commits?\\b|branch|changes|fix|work|code|on\\b|up\\b|${HASH})`,
  `${START}pushed\\b(?!\\s+(?:onto|into|back|down|by)\\b)`,
  `${IS}pushed\\b(?!\\s+(?:onto|into|by)\\b)`,
  `\\bpushed\\s+(?:\\S+\\s+){0,4}to\\s+(?:origin|github|gitlab|upstream|the remote|remote|main|master|the branch)\\b`,
  `\\b(?:pushee|empuje|hice\\s+(?:el\\s+)?push|he\\s+(?:subido|hecho\\s+push))\\b`,
  `\\bsubi\\s+(?:(?:el|la|los|las|mi|mis|todo)\\s+)?(?:commits?|rama|cambios|arreglo|todo|a\\s+(?:origin|github|main|master))`,
);
const OPENED = claim(
  `\\b(?:opened|created|submitted|raised|filed)\\s+(?:(?:a|the|this|new|draft|one|your)\\s+)*${PR}`,
  `\\b${PR}\\s*(?:#?\\d+)?\\s+(?:is|was|has been)\\s+(?:now\\s+)?(?:open|opened|created|up|ready)\\b`,
  `\\b(?:abri|cree|he\\s+abierto|he\\s+creado)\\s+(?:(?:un|el|la)\\s+)?(?:nuevo\\s+)?${PR}`,
);
const NAMED_PULL = /\b(?:pull request|pr)\s*#(\d{1,9})\b/g;
const TESTS_PASS = claim(
  `\\b(?:all|the|every|both|unit|existing|new)\\s+(?:\\S+\\s+){0,3}?(?:tests?|specs?|suite)\\s+(?:(?:is|are|all|now|still|also)\\s+)*(?:pass(?:es|ed|ing)?|green|succeed(?:ed|s)?)\\b`,
  `\\b(?:tests?|suite)\\s+(?:(?:is|are|all|now|still)\\s+)*(?:pass(?:es|ed|ing)?|green)\\b`,
  `\\b\\d+\\s+(?:of\\s+\\d+\\s+)?(?:tests?\\s+)?(?:pass(?:ed|ing)?)\\b`,
  `\\b(?:todas?|todos?|las|los|\\d+)\\s+(?:\\S+\\s+){0,3}?(?:pruebas?|tests?)\\s+(?:(?:ahora|ya|tambien)\\s+)?(?:pasan|pasaron|pasa|paso|estan\\s+en\\s+verde)\\b`,
  `\\b(?:pasan|pasaron)\\s+(?:todas?|todos?|las|los)\\s+(?:\\S+\\s+)?(?:pruebas|tests)\\b`,
);
const PASSED_COUNT =
  /\b(\d{1,6})\s+(?:of\s+\d+\s+)?(?:tests?\s+|pruebas?\s+)?(?:(?:all|now|ya)\s+)?(?:pass(?:ed|ing)?|pasan|pasaron)\b/g;

/**
 * Reads English and Spanish. Quotations, denials, plans and questions are not claims. Every pattern is for plain text:
 * for letters of any language, in any case, the runtime needs 50 ms to prepare them, and again whenever they were not
 * used for a while.
 */
export function readClaims(text: string): Claims {
  const said = sentencesIn(text);
  const claims = (pattern: RegExp): boolean => said.some((sentence) => isClaimed(sentence, pattern));
  return {
    changed: claims(CHANGED),
    hasBeenChanged: claims(HAS_BEEN_CHANGED),
    committed: claims(COMMITTED),
    commits: matchesIn(said, NAMED_COMMIT),
    pushed: claims(PUSHED),
    openedPull: claims(OPENED),
    pulls: matchesIn(said, NAMED_PULL).map(Number),
    testsPass: claims(TESTS_PASS),
    passed: matchesIn(said, PASSED_COUNT).map(Number),
  };
}

/** Lower case, without accents, and with straight apostrophes. */
function plainText(text: string): string {
  return withoutAccents(text.toLowerCase()).replaceAll('\u2019', "'");
}

function claim(...patterns: readonly string[]): RegExp {
  return new RegExp(patterns.map((pattern) => `(?:${pattern})`).join('|'), 'g');
}

/** Splits into sentences, at a mark, a line end or a contrast; code blocks are left out. */
function sentencesIn(text: string): readonly string[] {
  return plainText(text)
    .replace(/```[\s\S]*?(?:```|$)/g, '\n')
    .replace(/^\s*>.*$/gm, '')
    .replace(/[*_]{1,3}(?=\S)|(?<=\S)[*_]{1,3}/g, '')
    .split(/(?<=[.!?;])\s+|\n+|\b(?:but|however|although|pero|aunque)\b/)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== '' && !sentence.endsWith('?'));
}

function isClaimed(sentence: string, pattern: RegExp): boolean {
  return [...sentence.matchAll(pattern)].some((match) => !UNSAID.test(sentence.slice(0, endOfMatch(match))));
}

/** A denial may be inside the match: `tests have not passed`. */
function endOfMatch({ index, 0: matched }: RegExpExecArray): number {
  return index + matched.length;
}

function matchesIn(sentences: readonly string[], pattern: RegExp): readonly string[] {
  return sentences.flatMap((sentence) =>
    [...sentence.matchAll(pattern)]
      .filter((match) => !UNSAID.test(sentence.slice(0, match.index)))
      .flatMap(([, name]) => (name === undefined ? [] : [name])),
  );
}
