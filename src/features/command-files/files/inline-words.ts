import { readLine } from '../../../policy/parse.ts';

/** Programs that command files may run: they only show something, and of git only reading commands. */
const PROGRAMS: ReadonlySet<string> = new Set(['cat', 'date', 'echo', 'git', 'ls', 'pwd']);
const GIT: ReadonlySet<string> = new Set(['branch', 'diff', 'log', 'remote', 'status']);

/** The parser's time grows with the square of the length. */
const MAX_LINE_LENGTH = 4_000;

export type InlineWords =
  | { readonly kind: 'words'; readonly words: readonly string[] }
  | { readonly kind: 'unread'; readonly why: string };

/** The words of a line that is one simple command of fixed words, without anything that needs a shell. */
export function inlineWords(line: string): InlineWords {
  if (line.length > MAX_LINE_LENGTH)
    return { kind: 'unread', why: `it is longer than ${MAX_LINE_LENGTH} characters` };
  const reading = readLine(line.trim());
  if (reading.kind === 'unparsable') return { kind: 'unread', why: `it cannot be read: ${reading.detail}` };
  const { shape } = reading;
  return shape.kind === 'argv'
    ? { kind: 'words', words: shape.argv }
    : { kind: 'unread', why: shape.obstacle.reason };
}

/** Why a command file may not run these words; undefined when it may. The policy judges them as well. */
export function inlineObstacle([program = '', ...args]: readonly string[]): string | undefined {
  if (!PROGRAMS.has(program)) {
    return `command files run only ls, cat, echo, pwd, date and git status, diff, log, branch and remote, not ${program}`;
  }
  if (program === 'cat' && args.every((word) => word.startsWith('-'))) return 'cat needs the name of a file';
  if (program !== 'git') return undefined;
  const subcommand = args.find((word) => !word.startsWith('-')) ?? '';
  return GIT.has(subcommand)
    ? undefined
    : `of git, command files run only status, diff, log, branch and remote, not ${subcommand || 'git alone'}`;
}
