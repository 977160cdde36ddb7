import { setImmediate as nextTurn } from 'node:timers/promises';
import type { AddedLines } from '../contracts/git.ts';

/** Lines of one file, 1-based, that seem to hold a secret; `line` 0 is its name. */
export interface SecretLocation {
  readonly path: string;
  readonly line: number;
  readonly lastLine: number;
  /** The first of these lines, with every secret hidden. */
  readonly shown: string;
}

interface SecretSearchResult {
  /** In order, each run of lines once. */
  readonly places: readonly SecretLocation[];
  /** False when there was too much to search all of it. */
  readonly complete: boolean;
}

type LineRedactor = (text: string) => string;

/** How much is searched, in UTF-16 code units. A person has to judge the rest. */
const MAX_SEARCHED = 24_000_000;
/** How much is searched in one step, in UTF-16 code units: some milliseconds. */
const MAX_AT_ONCE = 64_000;
/** A longer line is searched in pieces that overlap by `OVERLAP`, which is longer than any token. */
const OVERLAP = 2_000;

/**
 * Finds outgoing lines that a redactor would change. Text in UTF-16 is read as well. Yields to other work between two
 * pieces.
 */
export async function findSecrets(
  added: readonly AddedLines[],
  redact: LineRedactor,
): Promise<SecretSearchResult> {
  const places: SecretLocation[] = [];
  let searched = 0;
  for (const path of new Set(added.map((one) => one.path))) {
    if (redact(path) !== path) places.push({ path: redact(path), line: 0, lastLine: 0, shown: '' });
  }
  for (const { path, firstLine, lines } of added) {
    let line = firstLine;
    for (const piece of piecesOf(lines)) {
      searched += piece.reduce((sum, text) => sum + text.length, 0);
      if (searched > MAX_SEARCHED) return { places: joinPlaces(places), complete: false };
      for (const [at, shown] of await hitsIn(piece, redact)) {
        places.push({ path: redact(path), line: line + at, lastLine: line + at, shown });
      }
      line += piece.length;
    }
  }
  return { places: joinPlaces(places), complete: true };
}

function* piecesOf(lines: readonly string[]): Generator<readonly string[]> {
  let piece: string[] = [];
  let size = 0;
  for (const line of lines) {
    if (size > 0 && size + line.length > MAX_AT_ONCE) {
      yield piece;
      [piece, size] = [[], 0];
    }
    piece.push(line);
    size += line.length + 1;
  }
  if (piece.length > 0) yield piece;
}

/** Line within the piece, and its text without secrets. */
type Hit = readonly [at: number, shown: string];

async function hitsIn(piece: readonly string[], redact: LineRedactor): Promise<readonly Hit[]> {
  const lines = piece.map((line) => line.replaceAll('\0', ''));
  const whole = lines.join('\n');
  if (whole.length > MAX_AT_ONCE) return hitInLongLine(whole, redact);
  await nextTurn();
  const hidden = redact(whole);
  if (hidden === whole) return [];
  const single = lines.flatMap((line, at) => {
    const shown = redact(line);
    return shown === line ? [] : [[at, shown] as const];
  });
  if (single.length > 0) return single;
  // Only the lines together are a secret, as those of a key or of wrapped base64: the first that differs is named.
  const after = hidden.split('\n');
  const first = lines.findIndex((line, at) => after[at] !== line);
  return [[Math.max(first, 0), after[first] ?? '']];
}

/** A piece longer than the others is a single line. */
async function hitInLongLine(line: string, redact: LineRedactor): Promise<readonly Hit[]> {
  for (let from = 0; from < line.length; from += MAX_AT_ONCE - OVERLAP) {
    await nextTurn();
    const piece = line.slice(from, from + MAX_AT_ONCE);
    const shown = redact(piece);
    if (shown !== piece) return [[0, shown]];
  }
  return [];
}

/** Joins consecutive lines of a file. */
function joinPlaces(places: readonly SecretLocation[]): readonly SecretLocation[] {
  const found: SecretLocation[] = [];
  for (const place of places) {
    const last = found.at(-1);
    const goesOn = last !== undefined && last.path === place.path && place.line === last.lastLine + 1;
    if (goesOn && place.line > 1) found[found.length - 1] = { ...last, lastLine: place.lastLine };
    else found.push(place);
  }
  return found;
}

/** Names whose values are secret. */
const SECRET_NAME =
  /secret|token|passw|passphrase|pwd|credential|private|signature|salt|webhook|auth(?!or)|api_?key|access_?key|_key$|^key$|dsn|_url$|_uri$|connection/i;

/** Placeholders and settings: hiding them would make ordinary output unreadable. */
const ORDINARY =
  /^(?:true|false|null|none|undefined|production|development|staging|testing|disabled|enabled|required|optional|password|changeme|change-me|secret|example|localhost|(?:your|my|some|the)[-_ ].*|<.*>|\*+|x+|[\d.,:]+)$/i;

const MIN_LENGTH = 8;
/** Shortest value without a telling name that counts as a secret, if it mixes letters and digits. */
const MIN_UNNAMED_LENGTH = 16;
const MAX_LENGTH = 4_096;

/**
 * `NAME=value`, `export NAME="value"`, `name: value`, `"name": "value"`, `//host/:_authToken=value`, `password value`.
 */
const PAIR =
  /(?:^|[\s{,;])(?:export\s+|["']?)(?<name>[\w./:@-]*\w)["']?\s*[:=]\s*(?:"(?<double>(?:[^"\\\n]|\\.)*)"|'(?<single>[^'\n]*)'|(?<bare>[^\s"'#,;{}[\]][^\s,;]*))|\b(?:password|login)\s+(?<word>\S+)/gm;

/** `define('NAME', 'value')` of PHP, `<name>value</name>` of XML, and `Password=value` inside of a longer value. */
const OTHER_PAIRS = [
  /["'](?<name>\w+)["']\s*,\s*["'](?<value>[^"'\n]+)["']/g,
  /<(?<name>[\w.:-]+)>\s*(?<value>[^<>\n]+?)\s*<\/\k<name>>/g,
  /\b(?<name>password|pwd|accountkey|sharedaccesskey)=(?<value>[^;"'\s<>]+)/gi,
];

/** One line of a key or certificate. */
const KEY_LINE = /^[A-Za-z0-9+/]{16,}={0,2}$/gm;

/** Public by nature; a bundle of them would crowd out the secrets. */
const CERTIFICATE = /-----BEGIN CERTIFICATE-----[\s\S]*?-----END CERTIFICATE-----/g;

/** The values in a secret file's text that must never be shown. Ordinary settings are left out. */
export function secretsInText(whole: string): readonly string[] {
  const text = whole.replace(CERTIFICATE, '');
  const pairs = [...text.matchAll(PAIR)].flatMap(({ groups = {} }) => {
    const { name = 'password', double, single, bare, word } = groups;
    return secretsOf(name, double ?? single ?? bare ?? word ?? '');
  });
  const others = OTHER_PAIRS.flatMap((pattern) => [...text.matchAll(pattern)]).flatMap(({ groups = {} }) =>
    secretsOf(groups.name ?? '', groups.value ?? ''),
  );
  const lines = [...text.matchAll(KEY_LINE)].map(([line]) => line);
  return [...new Set([...pairs, ...others, ...lines])];
}

/** The secret values among this program's environment variables. */
export function secretsInVariables(
  variables: Readonly<Record<string, string | undefined>>,
): readonly string[] {
  return Object.entries(variables).flatMap(([name, value = '']) =>
    isSecretName(name) ? secretsOf(name, value) : [],
  );
}

function secretsOf(name: string, value: string): readonly string[] {
  const password = /^[a-z][\w+.-]*:\/\/[^\s/@:]*:([^\s/@]+)@/i.exec(value)?.[1];
  if (password !== undefined) return [value, password].filter((text) => isSecret(text, true));
  // Addresses and paths are not secrets, except those that give access to everybody who knows them.
  if (/^(?:[a-z][\w+.-]*:\/\/|[./~])/i.test(value)) return /webhook/i.test(name) ? [value] : [];
  return isSecret(value, isSecretName(name)) ? [value] : [];
}

function isSecretName(name: string): boolean {
  return SECRET_NAME.test(name);
}

function isSecret(value: string, isNamed: boolean): boolean {
  if (value.length < MIN_LENGTH || value.length > MAX_LENGTH || ORDINARY.test(value)) return false;
  return isNamed || looksRandom(value);
}

function looksRandom(value: string): boolean {
  return (
    value.length >= MIN_UNNAMED_LENGTH && /^\S+$/.test(value) && /\d/.test(value) && /[a-z]/i.test(value)
  );
}
