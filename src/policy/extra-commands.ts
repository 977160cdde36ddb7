import { Failure } from '../core/failure.ts';
import { runsOthers } from './command-names.ts';
import type { CommandSpec, PlatformCommands } from './config.ts';
import { findDenial } from './deny.ts';
import { OPEN_FLAGS } from './flags.ts';
import { readLine } from './parse.ts';
import { couldStartOthers } from './starters.ts';

/**
 * Adds names that run with any flags and checked paths. A configured name keeps its own, narrower rules.
 * @throws Failure `invalid` for a shell, interpreter, wrapper or denied command, configured or not, and for anything
 * but a plain name
 */
export function withExtraCommands(commands: PlatformCommands, names: readonly string[]): PlatformCommands {
  for (const name of names) {
    const why = whyRefused(name, commands);
    if (why === undefined) continue;
    throw new Failure(
      'invalid',
      `AGENT_SHELL_ALLOWLIST: "${name}" cannot be allowed in general: ${why}. Take it off the list.`,
    );
  }
  const extra = names.filter((name) => !commands.allowed.has(name));
  return {
    ...commands,
    allowed: new Map([...commands.allowed, ...extra.map((name) => [name, specOf(name)] as const)]),
  };
}

function whyRefused(name: string, commands: PlatformCommands): string | undefined {
  if (!/^\w[\w.+-]*$/.test(name)) return 'it is not the plain name of a program';
  const reading = readLine(name);
  if (reading.kind !== 'read') return 'the shell would not take it for a program';
  if (findDenial(reading, { commands, platform: 'posix', cwd: '/' }) !== undefined) return 'it is denied';
  // `find` and `npm` run other programs too, but not in their configured forms.
  const runs = commands.allowed.has(name) ? name !== 'find' && runsOthers(name) : couldStartOthers(name);
  return runs ? 'it could run any other program' : undefined;
}

function specOf(name: string): CommandSpec {
  return {
    description: name,
    flags: OPEN_FLAGS,
    requiredFlags: [],
    args: ['{path}'],
    projectScript: false,
    subcommands: undefined,
    deniedSubcommands: new Set(),
  };
}
