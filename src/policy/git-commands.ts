import { readLine } from './parse.ts';

/** `git -C src commit -m x` as its sub-command with arguments. */
export interface GitCommand {
  readonly subcommand: string;
  readonly args: readonly string[];
}

/** Options of git itself whose value is the next word. */
const WITH_VALUE: ReadonlySet<string> = new Set(['-C', '-c', '--git-dir', '--work-tree', '--namespace']);

/**
 * The words of each command in a line. A line that cannot be parsed, such as a joined argv, counts as one command.
 */
export function commandsInLine(line: string): readonly (readonly string[])[] {
  const reading = readLine(line);
  return reading.kind === 'unparsable'
    ? [line.trim().split(/\s+/)]
    : reading.commands.map(({ words }) => words);
}

/** Undefined for another program, and for git without a sub-command. */
export function gitCommandOf([program = '', ...rest]: readonly string[]): GitCommand | undefined {
  if (program.replace(/^.*\//, '') !== 'git') return undefined;
  const at = rest.findIndex((word, index) => !word.startsWith('-') && !WITH_VALUE.has(rest[index - 1] ?? ''));
  const subcommand = rest[at];
  return subcommand === undefined ? undefined : { subcommand, args: rest.slice(at + 1) };
}
