import { oneLine } from '../../core/text.ts';
import { editFailure } from './edit-failure.ts';

/**
 * Throws Failure `invalid` when `after` has a placeholder, for omitted code or for redacted text, that `before` does
 * not have: written into a file it would destroy the text it replaces.
 * @param path shows the language: an omission in one is code in another
 */
export function refusePlaceholders(path: string, before: string, after: string): void {
  const omission = newOmission(path, before, after);
  if (omission !== undefined) {
    const quoted = oneLine(omission, 80);
    throw editFailure(
      'omission_placeholder',
      `"${quoted}" stands for code that was left out. Write the complete text instead.`,
    );
  }
  if (countHidden(after) > countHidden(before)) {
    throw editFailure(
      'omission_placeholder',
      'The new text holds [secret] or [REDACTED], which only stands for text hidden from you. Leave that line as it is: edit the lines around it.',
    );
  }
}

export function holdsHiddenText(text: string): boolean {
  return countHidden(text) > 0;
}

export function holdsOmission(path: string, text: string): boolean {
  return newOmission(path, '', text) !== undefined;
}

function newOmission(path: string, before: string, after: string): string | undefined {
  const known = linesIn(before);
  const isKnown = new Set(known);
  const inline = new Set(known.flatMap((line) => inlineOmission(path, line) ?? []));
  return linesIn(after).find((line) => {
    if (isKnown.has(line)) return false;
    const within = inlineOmission(path, line);
    return isOmission(path, line) || (within !== undefined && !inline.has(within));
  });
}

function linesIn(text: string): readonly string[] {
  return text.split('\n').map((line) => line.trim());
}

/** Inserted by redaction in place of text that the model may not see. */
const HIDDEN = /\[(?:secret|REDACTED)\]/g;

function countHidden(text: string): number {
  return text.match(HIDDEN)?.length ?? 0;
}

/** Languages in which three dots alone, or alone in braces, are not code. */
const WITHOUT_DOTS = /\.(?:[cm]?[jt]sx?|java|go|rb|php|cs|kts?|swift|s?css|less|html?|vue|svelte|json|rs)$/i;

const BRACES = /\{\s*(?:\/\*\s*)?(?:\.{3}|\u2026)(?:\s*\*\/)?\s*\}/;

/** Finds `{ ... }` in place of a body. */
function inlineOmission(path: string, line: string): string | undefined {
  return WITHOUT_DOTS.test(path) ? BRACES.exec(line)?.[0] : undefined;
}

/** Python needs a statement in place of an omitted body. */
const STAND_IN = /^(?:pass|\.{3}|\u2026)\s*(?=#)/;

/** Starts and ends of comments that are a line of their own, in the languages that agents write. */
const OPENING = /^(?:\{?\/\*+|\/\/+!?|#+|<!--|--+(?:\[\[)?|;+|%+\{?|\{-|\(\*|"""|'''|REM\b|\*(?=\s))\s*/i;
const CLOSING = /\s*(?:\*+\/\}?|-->|-\}|\*\)|\]\]|%\}|"""|''')$/;

const DOTS = '(?:\\.{3,}|\\u2026)';
const FILLERS = '(?:(?:and|the|all|any|your|my|with|keep|then|insert|of|los|las|el|la|resto de)\\s+)*';
const LEFT_OUT =
  '(?:rest|remaining|remainder|existing|unchanged|omitted|same|as before|previous|other|more|snip(?:ped)?|etc|continues?|code|implementation|truncated|abbreviated|skipped|resto|existentes?|sin cambios|igual|c\u00f3digo)';
const CODE =
  '(?:code|file|class|component|page|markup|document|function|functions|implementation|imports|methods?|module|tests?|contents?|program|script|logic|body|template|styles|rules|config|configuration|fields|handlers|routes)';
const NAMES_CODE = `(?:rest of (?:the |this |your )?(?:\\w+ )?${CODE}|(?:existing|remaining|previous|other) ${CODE}|unchanged|omitted|the same)`;
const STAYS =
  '(?:(?:code |lines? )?(?:remains?|stays?|is|are|goes|continues)?\\s*(?:unchanged|the same|as (?:before|is)|omitted|here|untouched|identical))';

const UNTOUCHED =
  '(?:(?:remains?|stays?|is|are|goes)\\s+)?(?:unchanged|(?:exactly )?the same|as (?:before|is)|untouched|identical)';
/** Words for everything that was there, without naming it. */
const EVERYTHING = `(?:(?:the |this |all )?(?:rest|remainder)|everything(?: else| above| below)?|lines? \\d+ ?(?:-|\\u2013|to) ?\\d+|(?:the )?(?:\\w+ )?(?:code|body|implementation)(?: above| below)?)`;

/**
 * Each of the patterns below needs one of these: hardly a comment has to be tested with them, and most programs never
 * compile them, which takes ten milliseconds.
 */
const HINT =
  /\.{3}|\u2026|rest|remain|existing|previous|other|original|more|change|same|as (?:before|is)\b|untouched|identical|snip|continues|omitted|truncated|shortened|c\u00f3digo/i;

/** Applied to the words of a comment, without its signs. */
const OF_COMMENTS: readonly RegExp[] = [
  new RegExp(`^${DOTS}$`),
  // `... handle errors ...`
  new RegExp(`^${DOTS}.*${DOTS}$`),
  new RegExp(`^${DOTS}[\\s(\\[]*${FILLERS}${LEFT_OUT}\\b`, 'i'),
  new RegExp(`\\b${NAMES_CODE}\\b.*${DOTS}$`, 'i'),
  new RegExp(
    `^(?:the )?(?:rest|remainder) of (?:the |this |your )?(?:\\w+ )?${CODE}(?: ${STAYS})?[.!]?$`,
    'i',
  ),
  new RegExp(`^(?:the )?(?:rest|remainder) of (?:the |this |your )?(?:\\w+ ){1,3}${STAYS}[.!]?$`, 'i'),
  new RegExp(
    `^(?:keep )?(?:the |all |your )*(?:existing|remaining|previous|other|original|more) ${CODE}(?: \\w+)? ${STAYS}[.!]?$`,
    'i',
  ),
  new RegExp(
    `^(?:keep |leave )?(?:the |all |your )*(?:existing|remaining|previous|unchanged) ${CODE}(?: ${STAYS})?$`,
    'i',
  ),
  new RegExp(`^(?:keep |leave )?${EVERYTHING} ${UNTOUCHED}[.!]*$`, 'i'),
  new RegExp(`^(?:keep|leave) (?:the )?rest of (?:the |this |your )?(?:\\w+ )?${CODE}[.!]*$`, 'i'),
  new RegExp(`^(?:the )?same (?:${CODE} )?as (?:before|above|(?:the )?original)[.!]*$`, 'i'),
  /^(?:unchanged|as before|snip(?:ped)?|no changes (?:needed )?(?:here|below|above)|(?:the )?code continues(?: here| below)?)[.!]*$/i,
  /^(?:(?:.{0,40} )?(?:omitted|truncated|shortened) for (?:brevity|clarity)|(?:code|implementation) omitted)[.!]*$/i,
  /^(?:no change here|(?:.{0,40} )?(?:remains?|stays?) unchanged)[.!]?$/i,
  /^(?:el )?resto (?:no cambia|sin cambios|(?:sigue|queda|permanece) igual)[.!]*$/i,
  /^(?:el )?c\u00f3digo (?:existente|anterior|restante)(?: (?:aqu\u00ed|sin cambios))?[.!]*$/i,
  /^(?:el )?resto del? .{0,30}(?:c\u00f3digo|archivo|fichero|clase|funci\u00f3n|m\u00e9todo)\b/i,
];

/** The first sign of each of these: most lines of code need not be tested with them. */
const BEGINS_LINE = /^[[(<.\u2026]/;

/** Applied to lines that are not comments; a spread such as `...rest` is code. */
const OF_LINES: readonly RegExp[] = [
  new RegExp(`^[[(<]?${DOTS}\\s+[[(]?${FILLERS}${LEFT_OUT}\\b`, 'i'),
  // Two words after the dots are not a spread.
  new RegExp(`^${DOTS}(?:rest of|(?:existing|remaining|other) ${CODE})\\b`, 'i'),
  new RegExp(`^[[(<](?:the )?(?:rest of (?:the |this |your )?|existing |remaining )${CODE}[\\])>]$`, 'i'),
  new RegExp(
    `^[[(<](?:the )?(?:rest of|remaining|existing|unchanged) .*(?:${DOTS}|unchanged|omitted|same|here)[\\])>]$`,
    'i',
  ),
];

/** True when a line only stands for code that was left out. */
export function isOmission(path: string, whole: string): boolean {
  const line = whole.replace(STAND_IN, '');
  // A heading or a list item is not a comment.
  const opening = isProse(path) && !line.startsWith('<!--') ? undefined : OPENING.exec(line)?.[0];
  if (opening === undefined) {
    const isDots = /^(?:\.{3}|\u2026)$/.test(line) && WITHOUT_DOTS.test(path);
    return isDots || (BEGINS_LINE.test(line) && OF_LINES.some((pattern) => pattern.test(line)));
  }
  // A sentence of a longer comment spans several lines; only dots show that one of them replaces code.
  if (opening.startsWith('*') && !/\.{3}|\u2026/.test(line)) return false;
  const words = line
    .slice(opening.length)
    .replace(CLOSING, '')
    .replace(/^(?:[[(<]|-{2,}\s|={2,}\s)\s*(.*?)\s*(?:[\])>]|\s-{2,}|\s={2,})$/, '$1');
  return HINT.test(words) && OF_COMMENTS.some((pattern) => pattern.test(words));
}

const MARKDOWN = /\.(?:mdx?|markdown|rst|adoc)$/i;

/** True for a file that people read as text. */
export function isProse(path: string): boolean {
  return MARKDOWN.test(path);
}
