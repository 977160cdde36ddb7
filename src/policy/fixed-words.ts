import type { Word, WordPart } from 'unbash';

/** `$'\xe9'` is a byte that is no character: an argument for a program cannot hold it. */
const SINGLE_BYTE = /\\(?:x[89a-f][\da-f]|[2-7][0-7]{2})/i;

/** True when the shell would take the word exactly as it is decoded here. */
export function isFixed(word: Word): boolean {
  const parts: readonly WordPart[] | undefined = word.parts;
  if (parts === undefined) return isFixedText(word.text, true);
  return parts.every((part, index) => {
    if (part.type === 'Literal') return isFixedText(part.text, index === 0);
    if (part.type === 'DoubleQuoted') return part.parts.every((child) => child.type === 'Literal');
    if (part.type === 'AnsiCQuoted') return !SINGLE_BYTE.test(part.text);
    return part.type === 'SingleQuoted';
  });
}

/** True for a pattern of file names without quotes, escapes or other shell expansions. */
export function isPattern(word: Word): boolean {
  const parts: readonly WordPart[] = word.parts ?? [];
  return (
    parts.some(({ type }) => type === 'Glob') &&
    parts.every((part, index) =>
      part.type === 'Literal'
        ? !part.text.includes('\\') && isFixedText(part.text, index === 0)
        : part.type === 'Glob' && part.kind !== 'bracket',
    )
  );
}

function isFixedText(text: string, atStart: boolean): boolean {
  const bare = text.replace(/\\./gsu, '_');
  // `~` is the home folder at the start of a word and after `:` or `=`. A backslash at the end continues the line.
  return !(atStart && bare.startsWith('~')) && !/[:=]~|[()]|\$\[|\\$/.test(bare);
}
