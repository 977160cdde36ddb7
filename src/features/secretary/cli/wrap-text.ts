import wrapAnsi from 'wrap-ansi';

/** Wraps a text to so many columns; further lines keep the indentation of their line. */
export function wrapText(text: string, width: number): string {
  const lines = text.split('\n').flatMap((line) => {
    const [indent = ''] = /^ */.exec(line) ?? [];
    const parts = wrapAnsi(line.slice(indent.length), width - indent.length, { hard: true });
    return parts.split('\n').map((part) => `${indent}${part}`);
  });
  return lines.join('\n');
}
