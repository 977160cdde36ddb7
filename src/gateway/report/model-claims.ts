import type { GitOperation } from '../../agent/calls/ran-commands.ts';
import { withoutAccents } from '../../core/text.ts';

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

/** Lower case, without accents, and with straight apostrophes. */
function plainText(text: string): string {
  return withoutAccents(text.toLowerCase()).replaceAll('\u2019', "'");
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

const CHANGED = anyOf(
  `${I}(?:${DID})\\b`,
  `${START}(?:${DID})\\b(?!-|\\s+(?:in|by|on|at|since|as|for|with)\\b)`,
  `\\b(?:${HIZO})\\b`,
  `\\b(?:he|hemos)\\s+(?:${HECHO})\\b`,
);
/** `is already fixed` needed no change. */
const HAS_BEEN_CHANGED = anyOf(
  `\\b(?:is|are)\\s+(?:(?:now|all|finally)\\s+)*(?:fixed|corrected|implemented|resolved|repaired)\\b${ELSEWHERE}`,
  `\\b(?:has|have)\\s+(?:(?:now|all|also)\\s+)*been\\s+(?:${DID}|resolved|repaired)\\b${ELSEWHERE}`,
  `(?<!\\bya\\s+)\\b(?:estan?|quedan?|quedo|quedaron|ha(?:n)?\\s+(?:sido|quedado))\\s+(?:ahora\\s+)?(?:${HECHO.replace(/o\b/g, '[oa]s?')}|resuelt[oa]s?)\\b`,
  `\\bse\\s+han?\\s+(?:${HECHO})\\b`,
);
const COMMITTED = anyOf(
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
const PUSHED = anyOf(
  `${I}pushed\\s+(?:(?:it|them|everything|all|my|the|this|these|that|your)\\b\\s*)*(?:$|[.,;!)]|and\\b|to\\b|commits?\\b|branch|changes|fix|work|code|on\\b|up\\b|${HASH})`,
  `${START}pushed\\b(?!\\s+(?:onto|into|back|down|by)\\b)`,
  `${IS}pushed\\b(?!\\s+(?:onto|into|by)\\b)`,
  `\\bpushed\\s+(?:\\S+\\s+){0,4}to\\s+(?:origin|github|gitlab|upstream|the remote|remote|main|master|the branch)\\b`,
  `\\b(?:pushee|empuje|hice\\s+(?:el\\s+)?push|he\\s+(?:subido|hecho\\s+push))\\b`,
  `\\bsubi\\s+(?:(?:el|la|los|las|mi|mis|todo)\\s+)?(?:commits?|rama|cambios|arreglo|todo|a\\s+(?:origin|github|main|master))`,
);
const OPENED = anyOf(
  `\\b(?:opened|created|submitted|raised|filed)\\s+(?:(?:a|the|this|new|draft|one|your)\\s+)*${PR}`,
  `\\b${PR}\\s*(?:#?\\d+)?\\s+(?:is|was|has been)\\s+(?:now\\s+)?(?:open|opened|created|up|ready)\\b`,
  `\\b(?:abri|cree|he\\s+abierto|he\\s+creado)\\s+(?:(?:un|el|la)\\s+)?(?:nuevo\\s+)?${PR}`,
);
const NAMED_PULL = /\b(?:pull request|pr)\s*#(\d{1,9})\b/g;
const TESTS_PASS = anyOf(
  `\\b(?:all|the|every|both|unit|existing|new)\\s+(?:\\S+\\s+){0,3}?(?:tests?|specs?|suite)\\s+(?:(?:is|are|all|now|still|also)\\s+)*(?:pass(?:es|ed|ing)?|green|succeed(?:ed|s)?)\\b`,
  `\\b(?:tests?|suite)\\s+(?:(?:is|are|all|now|still)\\s+)*(?:pass(?:es|ed|ing)?|green)\\b`,
  `\\b\\d+\\s+(?:of\\s+\\d+\\s+)?(?:tests?\\s+)?(?:pass(?:ed|ing)?)\\b`,
  `\\b(?:todas?|todos?|las|los|\\d+)\\s+(?:\\S+\\s+){0,3}?(?:pruebas?|tests?)\\s+(?:(?:ahora|ya|tambien)\\s+)?(?:pasan|pasaron|pasa|paso|estan\\s+en\\s+verde)\\b`,
  `\\b(?:pasan|pasaron)\\s+(?:todas?|todos?|las|los)\\s+(?:\\S+\\s+)?(?:pruebas|tests)\\b`,
);
const PASSED_COUNT =
  /\b(\d{1,6})\s+(?:of\s+\d+\s+)?(?:tests?\s+|pruebas?\s+)?(?:(?:all|now|ya)\s+)?(?:pass(?:ed|ing)?|pasan|pasaron)\b/g;

/** Words before an order, in its sentence, that forbid it. */
const FORBIDDEN =
  /\b(?:not|never|without|don'?t|doesn'?t|do not|instead of|no|sin|nunca)\b(?:\W+\w+){0,3}\W*$/;
const END =
  '(?=$|[.,;:!)]|\\s+(?:and|y|then|luego|it|them|the|that|this|all|everything|your|my|when|once|with|as|to|too|changes|lo|la|los|las|todo|cuando|con|el|mis|tus|a)\\b)';

/** Orders in English and Spanish; `the last commit` and `review the PR` are not orders. */
const ORDERS: Readonly<Record<GitOperation, RegExp>> = {
  commit: anyOf(
    `(?:^|[.,;:!]\\s*|\\b(?:and|then|also|please|to|it|them|y|luego|despues)\\s+)commit${END}`,
    '\\b(?:make|create|do)\\s+(?:a|one|the)\\s+commit\\b',
    '\\b(?:haz|hace|hacer|crea|deja)(?:lo|me)?\\s+(?:un\\s+|el\\s+)?commit\\b',
    '\\bcomm?ite(?:a|ar|alo|alos|alo todo)\\b',
  ),
  push: anyOf(
    `(?:^|[.,;:!]\\s*|\\b(?:and|then|also|please|to|it|them|y|luego|despues)\\s+)push${END}`,
    '\\b(?:haz|hace|hacer)\\s+(?:un\\s+|el\\s+)?push\\b',
    '\\b(?:sube|subi|subir|pushea)(?:lo|la|los|las)?\\s+(?:(?:la|el|los|las|tu|mi|todo)\\s+)?(?:rama|cambios|commits?|todo|a\\s+(?:origin|github|main))',
    '\\b(?:sube|subi)(?:lo|la|los|las)\\b',
  ),
  'pull-request': anyOf(
    '(?<!\\b(?:the|this|that|an|any|each|every|my|your|our|all|existing)\\s)\\b(?:open|create|make|submit|raise|file|send)\\s+(?:me\\s+)?(?:(?:a|an|the|new|draft)\\s+)*(?:pull request|pr)\\b',
    '\\b(?:abre|abri|abrir|crea|crear|haz|hace|manda)(?:me)?\\s+(?:(?:un|el|la|nuevo)\\s+)*(?:pull request|pr)\\b',
  ),
};

/** Git actions that a task clearly orders. */
export function requestedGitOperations(task: string): readonly GitOperation[] {
  const all: readonly GitOperation[] = ['commit', 'push', 'pull-request'];
  return all.filter((one) => isOrderedIn(task, ORDERS[one]));
}

const TO_CHANGE = anyOf(
  '(?:^|[.,;:!]\\s*|\\b(?:and|then|also|please|to)\\s+)(?:fix|repair|correct|resolve|change|update|add|implement|refactor|edit|remove|delete|rename|rewrite|replace|write|create|move|migrate|convert|clean up)\\b',
  '(?:^|[.,;:!\u00a1]\\s*|\\b(?:y|luego|despues|favor)\\s+)(?:arregl|repar|cambi|actualiz|agreg|a\u00f1ad|implement|refactoriz|edit|elimin|borr|renombr|cre|reemplaz|ajust|corrig|correg|escrib|reescrib)(?:[aei]r?(?:lo|la|los|las)?)\\b',
);

/** True when a task orders a change of the project. */
export function isChangeOrdered(task: string): boolean {
  return isOrderedIn(task, TO_CHANGE);
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

function anyOf(...patterns: readonly string[]): RegExp {
  return new RegExp(patterns.map((pattern) => `(?:${pattern})`).join('|'), 'g');
}
