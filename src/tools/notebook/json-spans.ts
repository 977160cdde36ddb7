/** Place of one value in a JSON text: `end` is behind it. */
export interface JsonSpan {
  readonly start: number;
  readonly end: number;
}

const SPACE = /[ \t\r\n]*/y;
const WORD = /[^\s,\]}]*/y;
/** How a bracket changes the depth. */
const DEPTH: ReadonlyMap<string | undefined, number> = new Map([
  ['{', 1],
  ['[', 1],
  ['}', -1],
  [']', -1],
]);
/** What is between brackets, other than strings. */
const BETWEEN = /[^"[\]{}]*/y;

/** Members of the object at a place, in their order. The text must be JSON that was parsed before. */
export function membersOf(text: string, start: number): ReadonlyMap<string, JsonSpan> {
  const members = new Map<string, JsonSpan>();
  let at = afterSpace(text, start + 1);
  while (text[at] === '"') {
    const keyEnd = stringEnd(text, at);
    const value = afterSpace(text, afterSpace(text, keyEnd) + 1);
    const end = valueEnd(text, value);
    members.set(JSON.parse(text.slice(at, keyEnd)), { start: value, end });
    at = afterComma(text, end);
  }
  return members;
}

/** Elements of the array at a place. The same holds. */
export function elementsOf(text: string, start: number): readonly JsonSpan[] {
  const elements: JsonSpan[] = [];
  let at = afterSpace(text, start + 1);
  while (at < text.length && text[at] !== ']') {
    const end = valueEnd(text, at);
    elements.push({ start: at, end });
    at = afterComma(text, end);
  }
  return elements;
}

function afterSpace(text: string, at: number): number {
  return endOfPattern(SPACE, text, at);
}

function afterComma(text: string, end: number): number {
  const at = afterSpace(text, end);
  return text[at] === ',' ? afterSpace(text, at + 1) : at;
}

function valueEnd(text: string, start: number): number {
  if (text[start] === '"') return stringEnd(text, start);
  if (DEPTH.get(text[start]) !== 1) return endOfPattern(WORD, text, start);
  let depth = 0;
  for (let at = start; at < text.length; at = endOfPattern(BETWEEN, text, at)) {
    depth += DEPTH.get(text[at]) ?? 0;
    at = text[at] === '"' ? stringEnd(text, at) : at + 1;
    if (depth === 0) return at;
  }
  return text.length;
}

/** Not by a pattern: a picture in a notebook is a string of a million characters. */
function stringEnd(text: string, start: number): number {
  for (let quote = text.indexOf('"', start + 1); quote !== -1; quote = text.indexOf('"', quote + 1)) {
    let slashes = 0;
    while (text[quote - 1 - slashes] === '\\') slashes += 1;
    if (slashes % 2 === 0) return quote + 1;
  }
  return text.length;
}

/** Each of these patterns matches everywhere, perhaps nothing. */
function endOfPattern(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : at;
}
