import type { EditPassage, PassageIn, UndonePassage } from './edit-failure.ts';

const ESCAPE = /\\(?:u[\da-fA-F]{4}|[\s\S]|$)/g;
const KNOWN: Readonly<Record<string, string>> = {
  '\\n': '\n',
  '\\r': '\r',
  '\\t': '\t',
  '\\"': '"',
  "\\'": "'",
  '\\/': '/',
  '\\\\': '\\',
};

/** Everything is written as inside a JSON string: one line, and each quote behind a backslash. */
export function escapes({ search, replace }: EditPassage): UndonePassage | undefined {
  if (holdsRawQuote(search) || holdsRawQuote(replace)) return undefined;
  return decodeWholly({ search, replace });
}

/** The same, but with plain quotes. */
export function escapesAmongQuotes({ search, replace }: EditPassage): UndonePassage | undefined {
  if (!holdsRawQuote(search) && !holdsRawQuote(replace)) return undefined;
  if (search.includes('\\"')) return undefined;
  return decodeWholly({ search, replace });
}

/** Only line endings and tabs are written as escapes. */
export function lineEscapes({ search, replace }: EditPassage): UndonePassage | undefined {
  if (!holdsRawQuote(search) && !holdsRawQuote(replace)) return undefined;
  return decodeOneLine({ search, replace }, (spelled) =>
    /^\\[nrt]$/.test(spelled) ? (KNOWN[spelled] ?? spelled) : spelled,
  );
}

/**
 * Only line endings and tabs are escapes, except in strings: those are the code's own, because the search has some
 * too.
 */
export function escapesOutsideStrings({ search, replace }: EditPassage): UndonePassage | undefined {
  if (search.includes('\n') || replace.includes('\n')) return undefined;
  const own = stringsIn(search).filter((part) => LINE_ESCAPE.test(part));
  if (own.length === 0) return undefined;
  // A quote may also be an apostrophe; the parts that the search has too are certainly strings.
  const isClear = stringsIn(replace).every(
    (part) => !LINE_ESCAPE.test(part) || part.startsWith('"') || own.includes(part),
  );
  return { search: outsideStrings(search), replace: isClear ? outsideStrings(replace) : undefined };
}

const LINE_ESCAPE = /\\[nrt]/;

function outsideStrings(text: string): string {
  const strings = stringsIn(text);
  return replaceAround(text, strings, (part) =>
    part.replace(ESCAPE, (spelled) => (LINE_ESCAPE.test(spelled) ? (KNOWN[spelled] ?? spelled) : spelled)),
  );
}

/** Changes the text between the parts; the parts themselves stay. */
function replaceAround(text: string, parts: readonly string[], change: (between: string) => string): string {
  const changed: string[] = [];
  let kept = 0;
  for (const part of parts) {
    const at = text.indexOf(part, kept);
    changed.push(change(text.slice(kept, at)), part);
    kept = at + part.length;
  }
  return changed.join('') + change(text.slice(kept));
}

function stringsIn(text: string): readonly string[] {
  return [...text.replace(APOSTROPHE, '_').matchAll(STRING)].map(({ 0: { length }, index }) =>
    text.slice(index, index + length),
  );
}

/** Indentation is written as `\t` before every indented line; the lines themselves are unchanged. */
export function indentEscapes({ search, replace }: EditPassage): UndonePassage | undefined {
  if (!/^(?:\\t)+/m.test(search) || /^[ \t]/m.test(search)) return undefined;
  const isRaw = /^[ \t]/m.test(replace);
  const isSpelled = /^\\t/m.test(replace);
  return { search: decodeIndent(search), replace: isRaw && isSpelled ? undefined : decodeIndent(replace) };
}

function decodeIndent(text: string): string {
  return text.replace(/^(?:\\t)+/gm, (spelled) => '\t'.repeat(spelled.length / 2));
}

function decodeWholly(passage: EditPassage): UndonePassage | undefined {
  const isKnown =
    passage.search.match(ESCAPE)?.every((spelled) => decodeEscape(spelled) !== undefined) ?? false;
  return isKnown ? decodeOneLine(passage, decodeEscape) : undefined;
}

function decodeEscape(spelled: string): string | undefined {
  return spelled.length === 6 ? String.fromCharCode(Number.parseInt(spelled.slice(2), 16)) : KNOWN[spelled];
}

/** Where there are real line endings, an escape is part of the code. */
function decodeOneLine({ search, replace }: EditPassage, decode: EscapeDecoder): UndonePassage | undefined {
  if (search.includes('\n') || search.match(ESCAPE) === null) return undefined;
  const young = replaceEscapes(replace, decode);
  const isMixed = replace.includes('\n') && replace.includes('\\');
  // The replacement is not written that way, and the search need not be.
  if (isMixed && !/\\[nrt]/.test(search)) return undefined;
  const old = replaceEscapes(search, decode);
  const isClear = !isMixed && young !== undefined && !breaksString(replace, decode, linesIn(old ?? ''));
  if (old === undefined) return undefined;
  // With real line endings, and each escape in a string, it is written as intended for the file.
  const isPlain = isMixed && !replace.replace(STRING, '').includes('\\');
  const readAs = isClear ? young : undefined;
  return { search: old, replace: isPlain ? replace : readAs };
}

const STRING = /"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\\n])*`/g;

/** An apostrophe in a word, not in a string: `don't`, `it's`. */
const APOSTROPHE = /(?<=[a-z]{2})'(?=(?:t|s|re|ve|ll|d|m)\b)/gi;

function linesIn(text: string): ReadonlySet<string> {
  return new Set(text.split('\n').map((line) => line.trim()));
}

type EscapeDecoder = (spelled: string) => string | undefined;

function replaceEscapes(text: string, decode: EscapeDecoder): string | undefined {
  let isKnown = true;
  const result = text.replace(ESCAPE, (spelled) => {
    const meant = decode(spelled);
    if (meant === undefined) isKnown = false;
    return meant ?? spelled;
  });
  return isKnown ? result : undefined;
}

/**
 * True when a line ending or a tab would end up inside a string: it may have been the string's own `\n` or `\t`.
 * @param known lines that the search has too: their ends are right
 */
function breaksString(text: string, decode: EscapeDecoder, known: ReadonlySet<string>): boolean {
  const marked = replaceEscapes(text, (spelled) => MARKED[spelled] ?? decode(spelled)) ?? '';
  const [last, ...lines] = marked.split('\n').toReversed();
  const isInString = (line: string): boolean => {
    const beforeTabs = line.split(TAB).slice(0, -1);
    return beforeTabs.some((_, index) => isOpen(beforeTabs.slice(0, index + 1).join('')));
  };
  const isNew = (line: string): boolean => !known.has(line.replaceAll(TAB, '\t').trim());
  return (
    lines.some((line) => isNew(line) && (isOpen(line) || isInString(line))) ||
    (last !== undefined && isNew(last) && isInString(last))
  );
}

/** Replaces a tab that was an escape; occurs in no source file. */
const TAB = '\0';
const MARKED: Readonly<Record<string, string>> = { '\\n': '\n', '\\t': TAB };

/** True when a string begins in this text and does not end in it. */
function isOpen(text: string): boolean {
  const bare = text.replace(APOSTROPHE, '').replace(/"""|'''|\\.|'"'|"'"/g, '');
  return ['"', "'", '`'].some((quote) => bare.split(quote).length % 2 === 0);
}

/** Quotes behind backslashes that the code does not have, in any number of lines. */
export function quoteEscapes(passage: EditPassage): UndonePassage | undefined {
  return behindBackslashes(passage, /\\(["'`]|\$(?=\{))/g);
}

/** The same, with each backslash written twice. */
export function spelledBackslashes({ search, replace }: EditPassage): UndonePassage | undefined {
  // A single backslash stands for itself, so not everything was doubled.
  const isSingle = /\\[^"'`\\$]|\\$/;
  if (isSingle.test(withoutPairs(search))) return undefined;
  const undone = behindBackslashes({ search, replace }, /\\(["'`\\]|\$(?=\{))/g);
  if (undone === undefined) return undefined;
  return isSingle.test(withoutPairs(replace)) ? { ...undone, replace: undefined } : undone;
}

function withoutPairs(text: string): string {
  return text.replaceAll('\\\\', '');
}

function behindBackslashes({ search, replace }: EditPassage, spelled: RegExp): UndonePassage | undefined {
  // Then line endings are written as escapes too.
  if (!search.includes('\n') && !replace.includes('\n') && /\\[nrt]/.test(replace)) return undefined;
  const escaped = new Set([...search.matchAll(spelled)].map(([, character = '']) => character));
  if (escaped.size === 0 || holdsRaw(search, escaped)) return undefined;
  const undo = (text: string): string => text.replace(spelled, '$1');
  return { search: undo(search), replace: holdsRaw(replace, escaped) ? undefined : undo(replace) };
}

/** Some of these quotes have no backslash, so they were not all escaped. */
function holdsRaw(text: string, quotes: ReadonlySet<string>): boolean {
  const bare = text.replace(/\\[\s\S]/g, '');
  return ['"', "'", '`'].some((quote) => quotes.has(quote) && bare.includes(quote));
}

function holdsRawQuote(text: string): boolean {
  return text.replace(/\\[\s\S]/g, '').includes('"');
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&lt;': '<',
  '&gt;': '>',
  '&amp;': '&',
  '&quot;': '"',
  '&apos;': "'",
  '&#39;': "'",
  '&#x27;': "'",
  '&#34;': '"',
  '&#x2F;': '/',
  '&nbsp;': ' ',
};
const ENTITY = new RegExp(Object.keys(ENTITIES).join('|'), 'g');
/** Characters that would be missing if the whole text had been escaped. */
const RAW = /[<>]|&(?!(?:lt|gt|amp|quot|apos|nbsp|#39|#x27|#34|#x2F);)/;

/** Languages in which an entity may well be intended. */
const MARKUP =
  /\.(?:[a-z]*html?|xml|svg|vue|svelte|astro|[jt]sx|mdx?|markdown|php|erb|ejs|hbs|njk|twig|jinja2?)$/i;

/**
 * A search that is escaped for HTML as a whole; its replacement has to be too, or to contain nothing that could be.
 */
export function htmlEntities({ path, search, replace }: PassageIn): UndonePassage | undefined {
  if (search.match(ENTITY) === null || RAW.test(search)) return undefined;
  const isRaw = RAW.test(replace);
  const isMixed = isRaw && replace.match(ENTITY) !== null;
  const isAlike = MARKUP.test(path) ? isEscapedAlike(search, replace) : !hasRawQuote(search, replace);
  if (isMixed || !isAlike) return { search: decodeEntities(search), replace: undefined };
  return { search: decodeEntities(search), replace: isRaw ? replace : decodeEntities(replace) };
}

/** Escaped brackets show that everything is escaped; otherwise an entity that the search lacks may be intended. */
function isEscapedAlike(search: string, replace: string): boolean {
  const shown = new Set(search.match(ENTITY));
  return (
    shown.has('&lt;') || shown.has('&gt;') || (replace.match(ENTITY) ?? []).every((one) => shown.has(one))
  );
}

/** True when a quote that the search escapes is plain in the replacement, beside entities. */
function hasRawQuote(search: string, replace: string): boolean {
  const quotes = new Set(search.match(ENTITY)?.map((entity) => ENTITIES[entity]));
  return (
    replace.match(ENTITY) !== null && [`'`, '"'].some((quote) => quotes.has(quote) && replace.includes(quote))
  );
}

function decodeEntities(text: string): string {
  return text.replace(ENTITY, (entity) => ENTITIES[entity] ?? entity);
}
