import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { withOverrides } from '../../src/policy/tool-commands-file.ts';

const shipped = parse(`
config:
  tool_commands:
    posix:
      blacklist: { commands: [rm, sudo] }
      allowed:
        grep: { description: Search, allowed_flags: [-n, -i], allowed_args: ["{pattern}"] }
        git:
          subcommands: { status: { description: Status, allowed_flags: [-s] } }
          blacklist: { subcommands: [push] }
        blacklist: { description: A command of this name, allowed_flags: [-a, -b] }
`) as unknown;

/** The posix part after the person's file was laid over the shipped one. */
function over(own: string): unknown {
  return withOverrides(shipped, parse(`config: { tool_commands: { posix: ${own} } }`));
}

describe('a person’s file over the shipped one', () => {
  test.each([
    [
      'a list replaces the list, what is not named stays',
      '{ allowed: { grep: { allowed_flags: [-r] } } }',
      ['allowed', 'grep'],
      { description: 'Search', allowed_flags: ['-r'], allowed_args: ['{pattern}'] },
    ],
    [
      'a new command is added',
      '{ allowed: { jq: { description: JSON } } }',
      ['allowed', 'jq'],
      { description: 'JSON' },
    ],
    [
      'sub-commands merge one by one',
      '{ allowed: { git: { subcommands: { log: { description: Log } } } } }',
      ['allowed', 'git', 'subcommands'],
      { status: { description: 'Status', allowed_flags: ['-s'] }, log: { description: 'Log' } },
    ],
    [
      'the global blacklist grows',
      '{ blacklist: { commands: [curl, rm] } }',
      ['blacklist', 'commands'],
      ['rm', 'sudo', 'curl'],
    ],
    [
      'an empty blacklist takes nothing away',
      '{ blacklist: { commands: [] } }',
      ['blacklist', 'commands'],
      ['rm', 'sudo'],
    ],
    [
      'the blacklist of a command grows',
      '{ allowed: { git: { blacklist: { subcommands: [commit] } } } }',
      ['allowed', 'git', 'blacklist', 'subcommands'],
      ['push', 'commit'],
    ],
    [
      'a command called blacklist is a command',
      '{ allowed: { blacklist: { allowed_flags: [-c] } } }',
      ['allowed', 'blacklist', 'allowed_flags'],
      ['-c'],
    ],
  ])('%s', (_, own, place, expected) => {
    expect(at(over(own), ['config', 'tool_commands', 'posix', ...place])).toEqual(expected);
  });

  test('an empty file changes nothing', () => {
    expect([withOverrides(shipped, null), withOverrides(shipped, {})]).toEqual([shipped, shipped]);
  });

  test('a key called __proto__ is only a key', () => {
    const own = JSON.parse('{"config":{"tool_commands":{"__proto__":{"posix":1}}}}') as unknown;
    const tree = withOverrides(shipped, own);
    expect(at(tree, ['config', 'tool_commands', 'posix'])).toEqual(
      at(shipped, ['config', 'tool_commands', 'posix']),
    );
  });
});

function at(tree: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    // The cast only looks: a name that is not there gives undefined.
    (value, name) => (value as Record<string, unknown> | undefined)?.[name],
    tree,
  );
}
