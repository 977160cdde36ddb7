import type { CommandRule, PlatformCommands } from '../../src/policy/tool-commands.ts';
import { shippedCommands } from './project.ts';

/** Every configured command of POSIX systems in its shortest form that runs unasked. */
export function configuredLines({ allowed }: PlatformCommands = shippedCommands.posix): readonly string[] {
  return [...allowed].flatMap(([name, spec]) =>
    spec.subcommands === undefined
      ? [shortest(name, spec)]
      : [...spec.subcommands].map(([subcommand, rule]) => shortest(`${name} ${subcommand}`, rule)),
  );
}

const WORDS: Readonly<Record<string, string>> = {
  '{script}': 'build',
  '{pattern}': 'one',
  '{sed}': '1p',
  '{jq}': '.',
  '{name}': 'x',
  '{target}': 'test',
  '{number}': '1',
  '{digits}': '1',
};

function shortest(words: string, { requiredFlags, args }: CommandRule): string {
  const literals = args.filter((arg) => !arg.includes('{'));
  const first = args[0]?.includes('{') ? WORDS[args[0]] : undefined;
  return [words, requiredFlags[0], ...literals, first].filter((word) => word !== undefined).join(' ');
}
