import { unreachable } from '../../../src/core/failure.ts';

export interface Line {
  readonly indent: string;
  readonly content: string;
  readonly space: string;
  readonly ending: '\n' | '\r\n';
}

/** What happens to a passage between the file and the call. */
export const memories = [
  ...([
    'exact',
    'endings',
    'space',
    'more-space',
    'indent',
    'dedent',
    'tabs',
    'plain',
    'smart',
    'nbsp',
  ] as const),
  ...([
    'read-lines',
    'cat',
    'bar',
    'colon',
    'colon-search',
    'fence',
    'fenced-numbers',
    'diff',
    'quote',
  ] as const),
  ...(['json', 'newlines', 'quotes', 'entities', 'blank', 'first-line'] as const),
];
export type Memory = (typeof memories)[number];

interface Parts {
  readonly before: readonly Line[];
  readonly after: readonly Line[];
  /** Lines of the file before the passage. */
  readonly first: number;
  /** Search and replacement end without a line ending. */
  readonly isOpen: boolean;
}

interface Recalled {
  readonly search: string;
  readonly replace: string;
}

export function textOf({ indent, content, space, ending }: Line): string {
  return indent + content + space + ending;
}

/** Search and replacement as they arrive. */
export function recalled({ before, after, first, isOpen }: Parts, memory: Memory): Recalled {
  const lines = (part: readonly Line[]): string => part.map((one) => textOf(lineAs(one, memory))).join('');
  const close = (text: string): string => (isOpen ? text.replace(/\r?\n$/, '') : text);
  return {
    search: wrapped(close(lines(before)), memory, { first, sign: '-' }),
    replace: wrapped(close(lines(after)), memory === 'colon-search' ? 'space' : memory, { first, sign: '+' }),
  };
}

function lineAs(one: Line, memory: Memory): Line {
  switch (memory) {
    case 'exact':
      return one;
    case 'endings':
      return { ...one, ending: '\n' };
    case 'more-space':
      return { ...one, space: '  ', ending: '\n' };
    case 'indent':
      return { ...one, ending: '\n', indent: `  ${one.indent}` };
    case 'dedent':
      return { ...one, ending: '\n', space: '', indent: one.indent.replace(/^(?: {2}|\t)/, '') };
    case 'tabs':
      return { ...one, ending: '\n', indent: one.indent.replaceAll('\t', '    ') };
    default:
      return { ...one, ending: '\n', space: '' };
  }
}

interface Wrapping {
  readonly first: number;
  readonly sign: '-' | '+';
}

function wrapped(text: string, memory: Memory, { first, sign }: Wrapping): string {
  const numbered = (shape: (number: number) => string): string =>
    eachLine(text, (line, index) => shape(first + index + 1) + line);
  switch (memory) {
    case 'read-lines':
      return numbered((number) => `L${number}: `);
    case 'cat':
      return numbered((number) => `${String(number).padStart(6)}\t`);
    case 'bar':
      return numbered((number) => `${number} | `);
    case 'colon':
    case 'colon-search':
      return numbered((number) => `${number}:`);
    case 'fenced-numbers':
      return `\`\`\`\n${numbered((number) => `${number}|`).replace(/\n$/, '')}\n\`\`\``;
    case 'diff':
      return eachLine(text, (line) => sign + line);
    case 'quote':
      return eachLine(text, (line) => `> ${line}`);
    case 'fence':
      return `\`\`\`ts\n${text.replace(/\n$/, '')}\n\`\`\``;
    case 'blank':
      return `\n\n${text.replace(/\n$/, '')}\n\n`;
    case 'first-line':
      return text.trimStart();
    default:
      return spelled(text, memory);
  }
}

function spelled(
  text: string,
  memory: Exclude<
    Memory,
    | 'read-lines'
    | 'cat'
    | 'bar'
    | 'colon'
    | 'colon-search'
    | 'fenced-numbers'
    | 'diff'
    | 'quote'
    | 'fence'
    | 'blank'
    | 'first-line'
  >,
): string {
  switch (memory) {
    case 'plain':
      return text
        .replace(/[\u201c\u201d]/g, '"')
        .replaceAll('\u2019', "'")
        .replaceAll('\u2013', '-');
    case 'smart':
      return text.replaceAll('"', '\u201d').replaceAll("'", '\u2019');
    case 'nbsp':
      return text.replaceAll(' ', '\u00a0');
    case 'json':
      return JSON.stringify(text).slice(1, -1);
    case 'newlines':
      return text.replaceAll('\n', '\\n').replaceAll('\t', '\\t');
    case 'quotes':
      return text.replaceAll('"', '\\"');
    case 'entities':
      return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
    case 'exact':
    case 'endings':
    case 'space':
    case 'more-space':
    case 'indent':
    case 'dedent':
    case 'tabs':
      return text;
    default:
      return unreachable(memory);
  }
}

function eachLine(text: string, shape: (line: string, index: number) => string): string {
  const lines = text.split('\n');
  const last = lines.at(-1) === '' && lines.length > 1 ? lines.length - 1 : lines.length;
  return lines.map((line, index) => (index < last ? shape(line, index) : line)).join('\n');
}
