import { stripVTControlCharacters } from 'node:util';
import type { LearnSecrets } from '../contracts/exec.ts';
import type { Redactor } from '../contracts/policy.ts';
import type { SessionRecord } from '../contracts/session.ts';
import { ANSI_SEQUENCES, oneLine } from '../core/text.ts';
import { isSecretPath } from './file-classes.ts';
import { withoutTokens } from './token-formats.ts';

const MASK = '[secret]';
/** In UTF-16 code units. Shorter values would hide ordinary words. */
const MIN_SECRET_LENGTH = 8;

interface LearningRedactor extends Redactor {
  /** Also hides these from now on. Values that are too short to differ from ordinary words are ignored. */
  learn(secrets: readonly string[]): void;
}

/** How many values are hidden at a time; the first ones stay. */
const MAX_SECRETS = 1_000;

// biome-ignore lint/suspicious/noControlCharactersInRegex: the range is the definition of ASCII.
const ASCII = /^[\x00-\x7f]*$/;

const ESCAPE = '\u001b';

/** Invisible characters that could be inserted into a text so that no pattern matches it. */
const INVISIBLE = /[\p{Cf}\p{Mn}\u115f\u1160\u3164]/gu;

/**
 * Replaces token formats, and the given values in plain, JSON, URL, hexadecimal and base64 form, by `[secret]`. For a
 * value of several lines each line is hidden, because output comes in pieces.
 */
export function createRedactor({ secrets }: { readonly secrets: readonly string[] }): LearningRedactor {
  const known = new Set<string>();
  let hideValues = (text: string): string => text;
  const hideAll = (text: string): string => withoutTokens(hideValues(text), MASK);
  const hide = (text: string): string =>
    withoutHandedOver(hideAll(hideWrapped(withoutSecretDiffs(text, MASK), hideAll)));
  const learn = (values: readonly string[]): void => {
    const before = known.size;
    for (const line of values.flatMap(secretLines)) if (known.size < MAX_SECRETS) known.add(line);
    if (known.size === before) return;
    const forms = [...known].flatMap(formsOf);
    const [whole, cut] = [literalReplacer(forms, MASK), cutValueReplacer(forms)];
    hideValues = (text) => cut(whole(text));
  };
  learn(secrets);
  return {
    learn,
    redact(text) {
      const shown = hide(text);
      if (ASCII.test(shown) && !shown.includes(ESCAPE)) return shown;
      const bare = shown.replace(ANSI_SEQUENCES, '').replace(INVISIBLE, '').normalize('NFKC');
      if (bare === shown) return shown;
      const again = hide(bare);
      // Only where it hides something: accents and emoji of ordinary text stay as they are.
      return again === bare ? shown : again;
    },
  };
}

/**
 * One line of at most `max` UTF-16 code units for a list or a headline. Tokens are hidden before cutting: the rest of
 * a cut token has no recognisable format.
 */
export function titleLine(text: string, max: number): string {
  return oneLine(withoutHandedOver(withoutTokens(text, MASK)), max);
}

/** Ends a text that was cut: see `shorten`. */
const CUT = '...';
/** Longest value whose cut beginning is searched for. */
const MAX_CUT_VALUE = 256;

/** Hides beginnings of the values where a text was cut within one. */
function cutValueReplacer(values: readonly string[]): (text: string) => string {
  const begins = new Map<string, string[]>();
  for (const value of values) {
    const begin = value.slice(0, MIN_SECRET_LENGTH);
    begins.set(begin, [...(begins.get(begin) ?? []), value]);
  }
  const beginOf = (cut: string): number =>
    Array.from({ length: cut.length }, (_, at) => at).findIndex((at) => {
      const rest = cut.slice(at);
      return (begins.get(rest.slice(0, MIN_SECRET_LENGTH)) ?? []).some((value) => value.startsWith(rest));
    });
  return (text) => {
    const [first = '', ...others] = text.split(CUT);
    const shown = [first, ...others].map((part, index) => {
      if (index === others.length) return part;
      const at = beginOf(part.slice(-MAX_CUT_VALUE));
      return at === -1 ? part : `${part.slice(0, Math.max(0, part.length - MAX_CUT_VALUE) + at)}${MASK}`;
    });
    return shown.join(CUT);
  };
}

/**
 * Value behind a telling name: letters and digits together, so that names of variables, types and placeholders in
 * help texts and code stay readable.
 */
const MIXED =
  /(?![$<{%*]|(?:[\w-]+\/)+[\w-]+\.[a-z]{2,5}(?:[\s"']|$))(?=[^\s"']{0,256}\d)(?=[^\s"']{0,256}[A-Za-z])/
    .source;
const VALUE = `${MIXED}(?:(?<=["'])[^"'\\n]{8,256}(?=["'])|[^\\s"'\`;&|<>()]{8,256})`;

/**
 * A password on a command line: the text before it, which stays, then the password. Only texts with the cue are
 * searched.
 */
const HANDED_OVER = [
  handedOver(
    'curl',
    /(\bcurl\b[^\n]{0,400}?\s(?:-u|--user)[ =]?["'][^\s:"']{1,64}:)(?!\$)[^"'\n]{8,256}(?=["'])/.source,
  ),
  handedOver(
    'curl',
    /(\bcurl\b[^\n]{0,400}?\s(?:-u|--user)[ =]?[^\s:"']{1,64}:)(?!\$)[^\s"'/]{8,256}/.source,
  ),
  ...['PASSWORD=', 'PASSWD=', 'SECRET=', 'TOKEN=', '_KEY='].map((name) =>
    handedOver(name, `(${name}["']?)${VALUE}`),
  ),
  // In the address of a database.
  handedOver('assword=', `([?&;]\\s?[Pp]assword=)${VALUE}`),
  handedOver('wd=', `([?&;]\\s?[Pp](?:ass)?wd=)${VALUE}`),
  ...['password', 'passwd', 'secret', 'token', 'api-key'].map((name) =>
    handedOver(name, `((?<![\\w-])--(?:[a-z]{1,20}-){0,4}${name}[ =]["']?)${VALUE}`),
  ),
];

function handedOver(cue: string, pattern: string) {
  return { cue, pattern: new RegExp(pattern, 'g') };
}

function withoutHandedOver(text: string): string {
  return HANDED_OVER.filter(({ cue }) => text.includes(cue)).reduce(
    (shown, { pattern }) => shown.replace(pattern, `$1${MASK}`),
    text,
  );
}

const WRAPPED = /(?<![\w+/-])(?:[\w+/-]{56,512}\r?\n)+[\w+/-]+(?=[=\s]|$)/g;

/** Searches base64 with line breaks as one piece, which stays joined if something was found in it. */
function hideWrapped(text: string, hide: (text: string) => string): string {
  return text.replace(WRAPPED, (lines) => {
    const joined = lines.replace(/\r?\n/g, '');
    const hidden = hide(joined);
    return hidden === joined ? lines : hidden;
  });
}

function secretLines(secret: string): readonly string[] {
  const lines = secret.split(/\r?\n/).filter((line) => !line.startsWith('-----'));
  return (lines.length > 1 ? [secret, ...lines] : lines).filter((line) => line.length >= MIN_SECRET_LENGTH);
}

function formsOf(secret: string): readonly string[] {
  const json = JSON.stringify(secret).slice(1, -1);
  const url = encodeURIComponent(secret);
  const hex = Buffer.from(secret).toString('hex');
  const forms = [
    secret,
    json,
    JSON.stringify(json).slice(1, -1),
    url,
    url.replaceAll('%20', '+'),
    url.replace(/%[0-9A-F]{2}/g, (code) => code.toLowerCase()),
    hex,
    hex.toUpperCase(),
    ...base64Forms(secret),
  ];
  return [...new Set(forms)].filter((form) => form.length >= MIN_SECRET_LENGTH);
}

/** The base64 of a value differs at each of three offsets; only characters that depend on it alone are kept. */
function base64Forms(secret: string): readonly string[] {
  return [0, 1, 2].flatMap((offset) => {
    const bytes = Buffer.concat([Buffer.alloc(offset), Buffer.from(secret)]);
    const [from, to] = [Math.ceil((offset * 8) / 6), Math.floor((bytes.length * 8) / 6)];
    return [bytes.toString('base64').slice(from, to), bytes.toString('base64url').slice(from, to)];
  });
}

/** One file of a diff as git prints it, up to the next file or commit. */
const FILE = /^(diff --(?:git|cc|combined) (.+)\n)((?!diff --|commit [0-9a-f]{7}).*(?:\n|$))+/gm;

/**
 * Removes the contents of secret files from diffs: earlier values are in no file any more, so the redactor cannot
 * know them.
 */
function withoutSecretDiffs(text: string, mask: string): string {
  if (!text.includes('diff --')) return text;
  return text.replace(FILE, (file: string, header: string, names: string) =>
    isOfSecretFile(names) ? `${header}${mask}\n` : file,
  );
}

function isOfSecretFile(names: string): boolean {
  const paths = names.split(' ').map((name) => name.replaceAll('"', ''));
  return paths.some((path) => isSecretPath(path) || isSecretPath(path.replace(/^[a-z]\//, '')));
}

/** How many characters are compared first; no literal may be shorter. */
const PREFIX = 4;

/**
 * Replaces any of many literals, the longest where several begin. One pass with a table of prefixes: a regular
 * expression with so many alternatives takes seconds per megabyte.
 */
function literalReplacer(literals: readonly string[], mask: string): (text: string) => string {
  const byPrefix = new Map<string, string[]>();
  const isBeginning = new Uint8Array(65_536);
  for (const literal of [...literals].sort((a, b) => b.length - a.length)) {
    const prefix = literal.slice(0, PREFIX);
    byPrefix.set(prefix, [...(byPrefix.get(prefix) ?? []), literal]);
    isBeginning[hashAt(literal, 0)] = 1;
  }
  const literalAt = (text: string, index: number): string | undefined =>
    byPrefix.get(text.slice(index, index + PREFIX))?.find((literal) => text.startsWith(literal, index));

  return (text) => {
    const pieces: string[] = [];
    let shownTo = 0;
    for (let index = 0; index + PREFIX <= text.length; index += 1) {
      if (isBeginning[hashAt(text, index)] !== 1) continue;
      const found = literalAt(text, index);
      if (found === undefined) continue;
      pieces.push(text.slice(shownTo, index), mask);
      shownTo = index + found.length;
      index = shownTo - 1;
    }
    return pieces.length === 0 ? text : pieces.join('') + text.slice(shownTo);
  };
}

function hashAt(text: string, index: number): number {
  const high = text.charCodeAt(index) * 31 + text.charCodeAt(index + 1);
  const low = text.charCodeAt(index + 2) * 31 + text.charCodeAt(index + 3);
  return (high * 7919 + low) & 0xffff;
}

interface RecordRedaction {
  /** Removes secrets and terminal sequences. */
  redact(text: string): string;
  /** Call it before showing anything of these: the program that ran them knew the secret files of their projects. */
  learnFrom(sessions: readonly Pick<SessionRecord, 'workspace' | 'project'>[]): Promise<void>;
}

interface KnownSecrets {
  readonly redactor: Redactor;
  readonly learnSecrets: LearnSecrets;
}

/** For stored records: secrets in texts of the model or a person are still in them. */
export function recordRedaction({ redactor, learnSecrets }: KnownSecrets): RecordRedaction {
  return {
    // Colours are removed first: the letter that ends such a sequence would hide the start of a token.
    redact: (text) => redactor.redact(stripVTControlCharacters(text)),
    async learnFrom(sessions) {
      const places = new Set(sessions.flatMap(({ workspace, project }) => [workspace, project]));
      for (const place of places) await learnSecrets(place);
    },
  };
}
