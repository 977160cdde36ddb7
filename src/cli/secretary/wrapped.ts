import wrapAnsi from 'wrap-ansi';

/** A text for a screen of so many columns; what goes on below itself keeps the indentation of its line. */
export function wrapped(text: string, width: number): string {
  const lines = text.split('\n').flatMap((line) => {
    const [indent = ''] = /^ */.exec(line) ?? [];
    const parts = wrapAnsi(line.slice(indent.length), width - indent.length, { hard: true });
    return parts.split('\n').map((part) => `${indent}${part}`);
  });
  return lines.join('\n');
}
