/** The person's text after the name of a command. */
export interface CommandArguments {
  /** In place of `$ARGUMENTS`. */
  readonly text: string;
  /** In place of `$1` to `$9`. */
  readonly words: readonly string[];
}

/** Not after a backslash, and not as the beginning of `$10`. */
const PLACEHOLDER = /(\\?)\$(?:ARGUMENTS(?![A-Za-z0-9_])|([1-9])(?![0-9]))/g;

export function usesArguments(text: string): boolean {
  return [...text.matchAll(PLACEHOLDER)].some(([, backslash]) => backslash === '');
}

/** Inserted text is not searched again. A missing word is empty. */
export function withArguments(text: string, args: CommandArguments): string {
  return replacePlaceholders(text, ({ written, isEscaped, digit }) =>
    isEscaped ? written.slice(1) : argumentText(args, digit),
  );
}

/** How long `withArguments` would be, without making it. */
export function filledLength(text: string, args: CommandArguments): number {
  const filled = [...text.matchAll(PLACEHOLDER)].map(({ 1: backslash, 2: digit }) =>
    backslash === '' ? argumentText(args, digit).length : 0,
  );
  return filled.reduce((sum, length) => sum + length, text.length);
}

/** A command line with marks in place of arguments: a person's text is never parsed as shell text. */
export interface MarkedLine {
  readonly line: string;
  readonly hasMarks: boolean;
  /**
   * Puts arguments into the parsed words of `line`. Each stays one word; an unquoted `$ARGUMENTS` alone becomes a
   * word for each. Undefined when one would name the program.
   */
  fill(words: readonly string[]): readonly string[] | undefined;
}

interface ArgumentMark {
  readonly text: string;
  readonly words: readonly string[];
  /** Nothing but white space around it. */
  readonly isBare: boolean;
}

export function markArguments(line: string, args: CommandArguments): MarkedLine {
  let prefix = 'Argument';
  while (line.includes(prefix)) prefix += 'x';
  const marks: ArgumentMark[] = [];
  const marked = replacePlaceholders(line, ({ written, isEscaped, digit, at }) => {
    if (isEscaped) return written;
    const around = line.slice(at - 1, at) + line.slice(at + written.length, at + written.length + 1);
    marks.push({
      text: argumentText(args, digit),
      words: argumentsNamed(args, digit),
      isBare: around.trim() === '',
    });
    return `${prefix}${marks.length - 1}_`;
  });
  const whole = new RegExp(`^${prefix}([0-9]+)_$`);
  const anywhere = new RegExp(`${prefix}([0-9]+)_`, 'g');
  const filled = (word: string): readonly string[] => {
    const alone = marks[Number(whole.exec(word)?.[1])];
    if (alone?.isBare === true) return alone.words;
    return [word.replace(anywhere, (_, index: string) => marks[Number(index)]?.text ?? '')];
  };
  return {
    line: marked,
    hasMarks: marks.length > 0,
    fill: ([program = '', ...rest]) =>
      program.includes(prefix) ? undefined : [program, ...rest.flatMap(filled)],
  };
}

interface Placeholder {
  readonly written: string;
  readonly isEscaped: boolean;
  /** Undefined: `$ARGUMENTS`. */
  readonly digit: string | undefined;
  readonly at: number;
}

function replacePlaceholders(text: string, replacement: (placeholder: Placeholder) => string): string {
  const parts: string[] = [];
  let done = 0;
  for (const { 0: written, 1: backslash, 2: digit, index: at } of text.matchAll(PLACEHOLDER)) {
    parts.push(text.slice(done, at), replacement({ written, isEscaped: backslash !== '', digit, at }));
    done = at + written.length;
  }
  return parts.join('') + text.slice(done);
}

function argumentText({ text, words }: CommandArguments, digit: string | undefined): string {
  return digit === undefined ? text : (words[Number(digit) - 1] ?? '');
}

function argumentsNamed({ words }: CommandArguments, digit: string | undefined): readonly string[] {
  return digit === undefined ? words : words.slice(Number(digit) - 1, Number(digit));
}
