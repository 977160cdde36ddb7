import { findIn, type MarkdownNode } from './markdown-tree.ts';

/** Longest underlined line that is a heading; a longer line is a paragraph above a rule. */
const MAX_HEADING_LENGTH = 60;
/** Signs that people escape with a backslash so that they are not formatting. */
const ESCAPED = '*_~`#|>';
/** A line break within a cell, as models write it. */
export const CELL_BREAK = /<br\s*\/?>/gi;

/** The parser takes seconds for a page of nothing but signs, which is never meant as formatting. */
export function isHardToRead(source: string): boolean {
  const signs = source.length - source.replace(/[*_~[>]/g, '').length;
  return source.length > 1000 && signs > source.length / 6;
}

/** A line of `---` is usually meant as a rule, unless it follows a short line. */
export function isHeading(title: MarkdownNode, source: string): boolean {
  const words = source.slice(title.start, title.end);
  return words.length <= MAX_HEADING_LENGTH && !words.includes('\n');
}

/** What stands for an escaped character: it alone, if people escape it. */
export function unescapeMarkdown(raw: string): string {
  return ESCAPED.includes(raw.slice(1)) ? raw.slice(1) : raw;
}

export function isBeforeTask({ end }: MarkdownNode, source: string): boolean {
  return /^\[[ xX]\]\s/.test(source.slice(end, end + 4));
}

/** White space that only separates the code from the backticks is removed, and a line end becomes a space. */
export function spanValue(node: MarkdownNode, source: string): string {
  return node.children
    .map(({ type, start, end }) => {
      if (type === 'codeTextData') return source.slice(start, end);
      return type === 'lineEnding' ? ' ' : '';
    })
    .join('');
}

/** The text of a block of code, without its fences. */
export function blockValue(node: MarkdownNode, source: string): string {
  const opening = node.children.find(({ type }) => type === 'codeFencedFence');
  const inside = node.children.slice(opening === undefined ? 0 : node.children.indexOf(opening) + 1);
  const last = inside.at(-1);
  return inside
    .filter((child) => child !== last || child.type !== 'codeFencedFence')
    .map(({ type, start, end }) => {
      if (type === 'codeFlowValue') return source.slice(start, end);
      return type === 'lineEnding' || type === 'lineEndingBlank' ? '\n' : '';
    })
    .join('')
    .replace(opening === undefined ? '' : /^\n/, '')
    .replace(/\n$/, '');
}

/** Undefined for what only looks like a link: `handlers[name](event)`, and a reference whose address is elsewhere. */
export function addressOf(node: MarkdownNode, source: string): string | undefined {
  const resource = node.children.find(({ type }) => type === 'resource');
  const destination = resource && findIn(resource, 'resourceDestinationString');
  const address = destination === undefined ? '' : source.slice(destination.start, destination.end);
  const isLink = /[/.#:]/.test(address) && !/[\p{L}\p{N}_)\]]/u.test(source[node.start - 1] ?? '');
  return isLink ? address : undefined;
}

/** True where the words of a link say the address already. */
export function isAddress(words: string, address: string): boolean {
  return words === '' || words.replaceAll('`', '') === address || `mailto:${words}` === address;
}

interface TableParts {
  /** The cells of each row; the first row names the columns. */
  readonly rows: readonly (readonly MarkdownNode[])[];
  /** Columns of numbers, aligned to the right. */
  readonly isRight: readonly boolean[];
}

export function tablePartsOf(node: MarkdownNode, source: string): TableParts {
  const rows: MarkdownNode[][] = [];
  const alignments: string[] = [];
  const visit = (part: MarkdownNode): void => {
    if (part.type === 'tableRow') rows.push(part.children.filter(isCell));
    else if (part.type === 'tableDelimiter')
      alignments.push(source.slice(part.start, part.end).replace(/[|\s]/g, ''));
    else part.children.forEach(visit);
  };
  visit(node);
  return { rows, isRight: alignments.map((dashes) => /^-+:$/.test(dashes)) };
}

function isCell({ type }: MarkdownNode): boolean {
  return type === 'tableHeader' || type === 'tableData';
}

/**
 * `whole`: around whole words, on one line. `part`: elsewhere. `literal`: the signs are not emphasis, and are shown.
 */
export type Emphasis = 'whole' | 'part' | 'literal';

/** Characters that may precede emphasis. */
const BEFORE = /[\s([{<"'“‘«¿¡—–*_~]/u;
const AFTER = /[\s.,;:!?)\]}>"'”’»…—–*_~]/u;

/**
 * The intended meaning of two pairs of signs. Models write `**` for bold and hardly anything else with it; single
 * signs are as often part of a name, a pattern or a sum, which must stay as they are.
 * @param inner the content between the signs
 */
export function emphasisOf(node: MarkdownNode, inner: MarkdownNode, source: string): Emphasis {
  const signs = source.slice(node.start, inner.start);
  const words = source.slice(inner.start, inner.end);
  const beginsWord = BEFORE.test(source[node.start - 1] ?? ' ');
  const endsWord = AFTER.test(source[node.end] ?? ' ');
  if (!/[\p{L}\p{N}\p{Extended_Pictographic}]/u.test(words)) return 'literal';
  if (signs === '__' && /^[\w.]+$/.test(words)) return 'literal';
  if (
    node.type === 'emphasis' &&
    (isPattern(inner, words) || !beginsWord || !endsWord || words.includes('\n'))
  )
    return 'literal';
  if (!beginsWord) return 'literal';
  return !endsWord || words.includes('\n') ? 'part' : 'whole';
}

/** `*.ts*`, `*_old_*`: emphasis is not nested in itself, nor does it begin with a full stop or a slash. */
function isPattern({ children }: MarkdownNode, words: string): boolean {
  const [only, ...more] = children;
  return /^[./\\-]/.test(words) || (only?.type === 'emphasis' && more.length === 0);
}
