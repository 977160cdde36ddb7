import type { styleText } from 'node:util';
import { isUnifiedDiff } from '../../pictures/changed-files.ts';
import type { Highlighter } from '../../pictures/syntax.ts';

export type Style = Parameters<typeof styleText>[0];
export type Paint = (style: Style, text: string) => string;

/** By the beginning of a line of a diff; the first that fits counts. */
const DIFF_STYLES: readonly (readonly [RegExp, Style])[] = [
  [/^(diff --git|index |---|\+\+\+|rename |new file|deleted file|similarity )/, 'bold'],
  [/^@@/, 'cyan'],
  [/^\+/, 'green'],
  [/^-/, 'red'],
];

/** By the kinds of the highlighter; code of other kinds stays plain. */
const CODE_STYLES: ReadonlyMap<string, Style> = new Map(
  Object.entries({
    keyword: 'magenta',
    literal: 'magenta',
    built_in: 'cyan',
    type: 'cyan',
    attr: 'cyan',
    attribute: 'cyan',
    tag: 'cyan',
    string: 'green',
    regexp: 'green',
    number: 'yellow',
    title: 'blue',
    section: 'blue',
    comment: 'gray',
    meta: 'gray',
  } as const),
);

/**
 * Lines of code with colours: diffs by line, others by their language. Only styles are added: the text stays what it
 * was.
 * @param highlight asked for with the first block that names a language
 */
export function paintBlock(
  block: readonly string[],
  language: string,
  { paint, highlight }: { readonly paint: Paint; readonly highlight: () => Highlighter },
): readonly string[] {
  if (language === 'diff' || isUnifiedDiff(block.join('\n')))
    return block.map((line) => paintDiffLine(line, paint));
  if (!/^[\w+#.-]+$/.test(language)) return block;
  const spans = highlight()(`.${language}`, block);
  return block.map((line, index) => {
    let from = 0;
    const parts = (spans[index] ?? []).map(({ end, kind }) => {
      const part = line.slice(from, end);
      from = end;
      const style = kind === undefined ? undefined : CODE_STYLES.get(kind);
      return style === undefined ? part : paint(style, part);
    });
    return parts.join('') + line.slice(from);
  });
}

function paintDiffLine(line: string, paint: Paint): string {
  const style = DIFF_STYLES.find(([beginning]) => beginning.test(line))?.[1];
  return style === undefined ? line : paint(style, line);
}
