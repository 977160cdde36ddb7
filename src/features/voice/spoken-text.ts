import { isPlanned } from '../../contracts/assignment.ts';
import { type Outcome, type SessionRecord, UNPROVEN, UNTESTED } from '../../contracts/session.ts';
import type { ApprovalRecord } from '../../contracts/store.ts';
import { ANSI_SEQUENCES, inlineCode, shorten } from '../../core/text.ts';
import type { Texts } from '../../core/texts/texts.ts';
import { questionTitle } from '../../gateway/questions/question-text.ts';
import type { WorkDone } from '../../gateway/report/work-done.ts';
import { taskLine } from '../../gateway/tasks/session-text.ts';
import { isIrreversible } from '../../policy/irreversible.ts';
import { titleLine } from '../../policy/redaction.ts';
import { type VoiceTexts, voiceTexts } from './texts/texts.ts';

/** How much of the closing words is looked at, in UTF-16 code units: nobody listens to more. */
const MAX_WORDS_LENGTH = 4000;

interface SpokenEnd {
  /** The session after its report was stored. */
  readonly session: SessionRecord;
  readonly outcome: Outcome;
  readonly work: WorkDone;
}

/**
 * The report of a task in a few sentences, most important first: the result and the facts from records, then the
 * model's own words, which are unchecked. Undefined for an end that is not spoken: a person stopped the task, or it
 * continues by itself.
 */
export function spokenReport(
  { session, outcome, work }: SpokenEnd,
  { spoken }: VoiceTexts,
): string | undefined {
  const task = taskLine(session);
  switch (outcome.kind) {
    case 'done':
      return [
        spoken[doneAs(session)](task),
        ...factsIn(work, spoken),
        ...claimIn(session, outcome.text, spoken),
      ].join('\n');
    case 'parked':
      return [spoken.parked(task), ...factsIn(work, spoken)].join('\n');
    case 'failed':
      return spoken.failed(task);
    default:
      return undefined;
  }
}

function doneAs({ state: { reason } }: SessionRecord): 'done' | 'untested' | 'unproven' {
  if (reason === UNTESTED) return 'untested';
  return reason === UNPROVEN ? 'unproven' : 'done';
}

function factsIn(work: WorkDone, spoken: VoiceTexts['spoken']): readonly string[] {
  const { files, tests, commits, pushed, pullRequest } = work;
  const { passed = 0, failed = 0 } = tests.last?.counts ?? {};
  return [
    ...(files.length === 0 ? [] : [spoken.files(files.length)]),
    ...(passed === 0 ? [] : [spoken.passed(passed)]),
    ...(failed === 0 ? [] : [spoken.failing(failed)]),
    ...(commits.length === 0 ? [] : [spoken.commits(commits.length)]),
    ...(pushed === undefined ? [] : [spoken.pushed]),
    ...(pullRequest === undefined ? [] : [spoken.pullRequest(pullRequest.number)]),
  ];
}

function claimIn(session: SessionRecord, words: string, { claim }: VoiceTexts['spoken']): readonly string[] {
  const said = shorten(words.trim(), MAX_WORDS_LENGTH);
  if (said === '') return [];
  // The words of a plan are made of records.
  return isPlanned(session) ? [said] : [`${claim} ${said}`];
}

/** Longest command that is read out, in UTF-16 code units. */
const MAX_COMMAND_LENGTH = 60;

/** A question in a few sentences. A command is read out when it consists of words: the chat shows all of it. */
export function spokenQuestion(
  approval: ApprovalRecord,
  session: Pick<SessionRecord, 'task'>,
  texts: Texts,
): string {
  const { spoken } = voiceTexts(texts);
  const { tool, details, text: question } = approval.question;
  const isCommand = tool === 'run_command' && !details.includes('\n');
  const asked = isCommand
    ? inlineCode(titleLine(details, MAX_COMMAND_LENGTH))
    : details === ''
      ? question
      : '';
  return [
    questionTitle(approval, texts),
    asked,
    spoken.forTask(taskLine(session)),
    isIrreversible(approval.question) ? spoken.answerInWriting : spoken.answer,
  ].join('\n');
}

/** How the redactor marks what it hides. */
const HIDDEN = /\[secret\]/g;
const CODE_BLOCK = /(`{3,}|~{3,})[\s\S]*?(?:\1|$)/g;
/** Such tags make a voice wait or read from elsewhere. */
const TAG = /<\/?[a-z!][^<>]*>/gi;
const LABELLED_LINK = /!?\[([^[\]\n]*)\]\([^)\n]*\)/g;
const ADDRESS = /\b[a-z][a-z0-9+.-]*:\/\/\S*[^\s.,;:!?)\]}'"]/gi;
const INLINE_CODE = /(`+)([^`\n]+)\1/g;
/** One slash alone may stand between two words. */
const SURE_PATH = /^[./]|\/.*\/|\.[a-z]\w{0,5}(?::\d+)*$/i;
/** Hexadecimal with both digits and letters: nobody hears a commit's name. */
const HASH = /\b(?=[0-9a-f]*\d)(?=[0-9a-f]*[a-f])[0-9a-f]{7,64}\b/gi;
const LIST_MARK = /^[ \t]*(?:[-*+•]|\d{1,3}[.)]|#{1,6}|>+)[ \t]+/gm;

/**
 * A written text as it is read aloud: no code, no emoji, no Markdown, files by their name alone. Lines become
 * sentences.
 * @param text without secrets
 */
export function speakableText(text: string, { spoken }: Pick<VoiceTexts, 'spoken'>): string {
  const words = text
    .replace(ANSI_SEQUENCES, '')
    .replace(CODE_BLOCK, '\n')
    .replace(TAG, ' ')
    .replace(HIDDEN, ` ${spoken.secret} `)
    .replace(LABELLED_LINK, '$1')
    .replace(ADDRESS, spoken.link)
    .replace(INLINE_CODE, (_all, _ticks, code: string) => plainCode(code.trim()))
    .replace(pathPattern(), (path) => spokenPath(path, spoken.dot))
    .replace(HASH, ' ')
    .replace(
      /\p{Extended_Pictographic}|\p{Regional_Indicator}|\p{Emoji_Modifier}|\u200d|\ufe0f|\u20e3/gu,
      ' ',
    )
    .replace(LIST_MARK, '');
  return words
    .split(/\n+/)
    .map((line) => tidyLine(line.replace(/[*_~#`|<>{}[\]\\=^→←↪·•$@+]|\p{Cc}|\p{Cf}/gu, ' ')))
    .filter((line) => /[\p{L}\p{N}]/u.test(line))
    .map(asSentence)
    .join(' ');
}

/** A command of a few words can be heard (`npm test`), a path is read as one; anything else is code. */
function plainCode(code: string): string {
  if (/^[\p{L}\p{N}][\p{L}\p{N} _-]{0,39}$/u.test(code)) return code;
  return new RegExp(`^(?:${pathPattern().source})$`, 'iu').test(code) ? code : '';
}

/**
 * `src/login.ts`, `./a/b.py:12`, `README.md`: with a folder, or an ending that begins with a letter. Made when
 * something is read aloud: so many classes of characters take milliseconds, which no start should pay.
 */
function pathPattern(): RegExp {
  return /(?<![\p{L}\p{N}_/@.-])(?:(?:\.{0,2}\/)?(?:[\p{L}\p{N}_@.+-]+\/)+[\p{L}\p{N}_@.+-]*[\p{L}\p{N}_]|[\p{L}\p{N}_-]+(?:\.[\p{L}\p{N}_-]+)*\.[a-z]\w{0,5})(?::\d+)*(?![\p{L}\p{N}_/])/giu;
}

/** `src/auth/login-form.test.ts:12` is `login form dot test dot ts`; `and/or` stays. */
function spokenPath(path: string, dot: string): string {
  if (!SURE_PATH.test(path)) return path;
  const [file = ''] = path.replace(/\/+$/, '').split('/').at(-1)?.split(':') ?? [];
  return file
    .replace(/^\.+/, '')
    .replace(/[_@+-]+/g, ' ')
    .replace(/\.+/g, ` ${dot} `);
}

/** Each line ends a sentence. */
function asSentence(line: string): string {
  return /[\p{L}\p{N})"'’”»]$/u.test(line) ? `${line}.` : line;
}

function tidyLine(line: string): string {
  return line
    .replace(/\(\s*\)/g, ' ')
    .replace(/\s+/g, ' ')
    .replace(/ ([.,;:!?])/g, '$1')
    .replace(/(?<=[.!?])\.+/g, '')
    .replace(/^[\s.,;:!?-]+/, '')
    .trim();
}

/** How fast a clear voice reads technical words, in either language. */
const WORDS_PER_MINUTE = 150;
/** A longer word takes as long as several. In UTF-16 code units. */
const WORD_LENGTH = 12;

/**
 * The sentences from the beginning that are spoken within this time, by an estimate. Only a first sentence that is
 * longer is cut inside, at a word.
 */
export function withinSeconds(text: string, seconds: number): string {
  const room = Math.floor((seconds * WORDS_PER_MINUTE) / 60);
  const [first = '', ...others] = text.split(/(?<=[.!?…])\s+/u);
  let said = firstWords(first, room);
  for (const sentence of others) {
    const longer = `${said} ${sentence}`.trim();
    if (countSpokenWords(longer) > room) break;
    said = longer;
  }
  return said;
}

function firstWords(sentence: string, room: number): string {
  if (countSpokenWords(sentence) <= room) return sentence;
  const words = sentence.split(' ');
  let end = words.length - 1;
  while (end > 0 && countSpokenWords(words.slice(0, end).join(' ')) > room) end -= 1;
  return end === 0 ? '' : `${words.slice(0, end).join(' ')}.`;
}

/** Each digit of a number is about a word. */
function countSpokenWords(text: string): number {
  return text
    .split(/\s+/)
    .map((word) => Math.ceil(word.length / WORD_LENGTH) + (word.match(/\d/g)?.length ?? 0))
    .reduce((sum, words) => sum + words, 0);
}
