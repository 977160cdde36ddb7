import { parse, postprocess, preprocess } from 'micromark';
import type { OutlineItem } from '../contracts/code.ts';

interface Heading {
  readonly name: string;
  readonly level: number;
  readonly line: number;
}

/**
 * Headings, as CommonMark sees them: not those in code, comments, quotations and lists. A section ends before the next
 * heading of its own or a higher level, the last ones at the end of the file.
 */
export function markdownOutline(text: string): readonly OutlineItem[] {
  const total = text.split('\n').length - (text.endsWith('\n') ? 1 : 0);
  const open: Heading[] = [];
  const headings = headingsOf(text);
  return headings.map((heading, index) => {
    while ((open.at(-1)?.level ?? 0) >= heading.level) open.pop();
    const depth = open.push(heading) - 1;
    const next = headings.slice(index + 1).find(({ level }) => level <= heading.level);
    return {
      name: heading.name,
      kind: 'heading',
      start: heading.line,
      end: (next?.line ?? total + 1) - 1,
      depth,
    };
  });
}

const CONTAINERS = ['blockQuote', 'listOrdered', 'listUnordered'];

function headingsOf(text: string): readonly Heading[] {
  const source = withoutFrontMatter(text);
  const lines = source.split('\n');
  const events = postprocess(
    parse()
      .document()
      .write(preprocess()(source, undefined, true)),
  );
  let containers = 0;
  return events.flatMap(([step, { type, start, end }]) => {
    if (CONTAINERS.includes(type)) containers += step === 'enter' ? 1 : -1;
    const isHeading = type === 'atxHeading' || type === 'setextHeading';
    if (step === 'exit' || containers > 0 || !isHeading) return [];
    const own = lines.slice(start.line - 1, end.line).map((line) => line.trim());
    return type === 'atxHeading'
      ? parseAtxHeading(own[0] ?? '', start.line)
      : parseSetextHeading(own, start.line);
  });
}

function parseAtxHeading(line: string, at: number): Heading {
  const level = /^#+/.exec(line)?.[0].length ?? 1;
  const name = line
    .slice(level)
    .trim()
    .replace(/(?:^|\s+)#+$/, '');
  return { name, level, line: at };
}

function parseSetextHeading(lines: readonly string[], at: number): Heading {
  return { name: lines.slice(0, -1).join(' '), level: lines.at(-1)?.startsWith('=') ? 1 : 2, line: at };
}

/** Its closing line would make a heading of the line above. */
function withoutFrontMatter(text: string): string {
  const matter = /^\uFEFF?---\r?\n(?:[^\n]*\n)*?---\r?(?:\n|$)/.exec(text)?.[0];
  return matter === undefined
    ? text
    : `${'\n'.repeat(matter.split('\n').length - 1)}${text.slice(matter.length)}`;
}
