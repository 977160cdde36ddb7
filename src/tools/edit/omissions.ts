/** Begins and ends a comment that is a line of its own, in the languages that agents write. */
const OPENING = /^(?:\{?\/\*+|\/\/+!?|#+|<!--|--+(?:\[\[)?|;+|%+\{?|\{-|\(\*|"""|'''|REM\b|\*(?=\s))\s*/i;
const CLOSING = /\s*(?:\*+\/\}?|-->|-\}|\*\)|\]\]|%\}|"""|''')$/;

const DOTS = '(?:\\.{3,}|\\u2026)';
const FILLERS = '(?:(?:and|the|all|any|your|my|with|keep|then|insert|of|los|las|el|la|resto de)\\s+)*';
const LEFT_OUT =
  '(?:rest|remaining|remainder|existing|unchanged|omitted|same|as before|previous|other|more|snip(?:ped)?|etc|continues?|code|implementation|truncated|abbreviated|skipped|resto|existentes?|sin cambios|igual|c\u00f3digo)';
const CODE =
  '(?:code|file|class|component|function|functions|implementation|imports|methods?|module|tests?|contents?|program|script|logic|body|template|styles|rules|config|configuration|fields|handlers|routes)';
const NAMES_CODE = `(?:rest of (?:the |this |your )?(?:\\w+ )?${CODE}|(?:existing|remaining|previous|other) ${CODE}|unchanged|omitted|the same)`;
const STAYS =
  '(?:(?:code |lines? )?(?:remains?|stays?|is|are|goes|continues)?\\s*(?:unchanged|the same|as (?:before|is)|omitted|here|untouched|identical))';

/** On the words of a comment, without its brackets. */
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
    `^(?:keep )?(?:the )?(?:existing|remaining|previous|other|original) ${CODE}(?: \\w+)? ${STAYS}[.!]?$`,
    'i',
  ),
  new RegExp(`^(?:keep )?(?:the |all )?(?:existing|remaining) ${CODE}$`, 'i'),
  /^(?:no changes? here|same as before|(?:.{0,40} )?omitted for (?:brevity|clarity)|(?:.{0,40} )?(?:remains?|stays?) unchanged)[.!]?$/i,
  /^(?:el )?resto del? .{0,30}(?:c\u00f3digo|archivo|fichero|clase|funci\u00f3n|m\u00e9todo)\b/i,
];

/** On lines that are no comment; a spread such as `...rest` is code. */
const OF_LINES: readonly RegExp[] = [
  new RegExp(`^[[(<]?${DOTS}\\s+${FILLERS}${LEFT_OUT}\\b`, 'i'),
  new RegExp(
    `^[[(<](?:the )?(?:rest of|remaining|existing|unchanged) .*(?:${DOTS}|unchanged|omitted|same|here)[\\])>]$`,
    'i',
  ),
];

/** Where three dots alone, or alone in braces, are no code. */
const WITHOUT_DOTS = /\.(?:[cm]?[jt]sx?|java|go|rb|php|cs|kts?|swift|s?css|less|html?|vue|svelte|json|rs)$/i;
const MARKDOWN = /\.(?:mdx?|markdown|rst|adoc|txt)$/i;
const BRACES = /\{\s*(?:\/\*\s*)?(?:\.{3}|\u2026)(?:\s*\*\/)?\s*\}/;

/** Is the file written for people to read? */
export function isProse(path: string): boolean {
  return MARKDOWN.test(path);
}

/** Is the line nothing but a word for code that was left out? */
export function isOmission(path: string, line: string): boolean {
  // A heading or an item of a list is no comment.
  const opening = isProse(path) && !line.startsWith('<!--') ? undefined : OPENING.exec(line)?.[0];
  if (opening === undefined) {
    const isDots = /^(?:\.{3}|\u2026)$/.test(line) && WITHOUT_DOTS.test(path);
    return isDots || OF_LINES.some((pattern) => pattern.test(line));
  }
  const words = line
    .slice(opening.length)
    .replace(CLOSING, '')
    .replace(/^[[(]\s*(.*?)\s*[\])]$/, '$1');
  return OF_COMMENTS.some((pattern) => pattern.test(words));
}

/** `{ ... }` in place of a body. */
export function inlineOmission(path: string, line: string): string | undefined {
  return WITHOUT_DOTS.test(path) ? BRACES.exec(line)?.[0] : undefined;
}
