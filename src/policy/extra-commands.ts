import { Failure } from '../base/failure.ts';
import { runsOthers } from './command-names.ts';
import type { CommandSpec, PlatformCommands } from './config.ts';
import { findDenial } from './deny.ts';
import { OPEN_FLAGS } from './flags.ts';
import { readLine } from './parse.ts';

/**
 * Adds names that run with any flags and checked paths. A name that is configured keeps its own, narrower rules.
 * @throws Failure `invalid` for a shell, interpreter, wrapper or denied command, and for anything but a plain name
 */
export function withExtraCommands(commands: PlatformCommands, names: readonly string[]): PlatformCommands {
  const extra = names.filter((name) => !commands.allowed.has(name));
  for (const name of extra) checkExtra(name, commands);
  return {
    ...commands,
    allowed: new Map([...commands.allowed, ...extra.map((name) => [name, specOf(name)] as const)]),
  };
}

function checkExtra(name: string, commands: PlatformCommands): void {
  const plain = /^\w[\w.+-]*$/.test(name);
  const reading = plain ? readLine(name) : undefined;
  const denied =
    reading?.kind === 'read' && findDenial(reading, { commands, platform: 'posix', cwd: '/' }) !== undefined;
  if (plain && !denied && !runsOthers(name)) return;
  const why = plain
    ? 'it could run any other program, or is denied'
    : 'it is not the plain name of a program';
  throw new Failure(
    'invalid',
    `"${name}" cannot be allowed in general: ${why}. Take it off the list of extra commands.`,
  );
}

function specOf(name: string): CommandSpec {
  return {
    description: name,
    flags: OPEN_FLAGS,
    args: ['{path}'],
    projectScript: false,
    subcommands: undefined,
    deniedSubcommands: new Set(),
  };
}
