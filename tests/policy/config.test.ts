import { describe, expect, test } from 'vitest';
import type { ToolCommands } from '../../src/policy/tool-commands.ts';
import { parseToolCommands } from '../../src/policy/tool-commands-file.ts';
import { shippedCommands } from './project.ts';

function read(text: string): ToolCommands {
  return parseToolCommands({ text, file: 'c.yaml' });
}

function file(posixAllowed: string): string {
  return [
    'config:',
    '  tool_commands:',
    '    windows: { allowed: {}, blacklist: { commands: [] } }',
    '    posix:',
    '      blacklist: { commands: [rm] }',
    '      allowed:',
    ...posixAllowed.split('\n').map((line) => `        ${line}`),
  ].join('\n');
}

describe('a wrong file names itself, the line, the field and what was expected', () => {
  test.each([
    [
      'grep:\n  description: x\n  allowed_flags: -n',
      'c.yaml:9: config.tool_commands.posix.allowed.grep.allowed_flags: ',
      'array',
    ],
    [
      'grep:\n  description: x\n  allowed_flags: [n]',
      'c.yaml:9: config.tool_commands.posix.allowed.grep.allowed_flags.0: ',
      'a flag such as -n',
    ],
    [
      'grep:\n  allowed_flags: []',
      'c.yaml:8: config.tool_commands.posix.allowed.grep.description: ',
      'string',
    ],
    [
      'grep:\n  description: x\n  flags: []',
      'c.yaml:9: config.tool_commands.posix.allowed.grep.flags: ',
      'there is no such field',
    ],
    [
      'git:\n  description: x\n  has_subcommands: true',
      'c.yaml:8: config.tool_commands.posix.allowed.git: ',
      'together with `subcommands`',
    ],
    [
      'git:\n  description: x\n  subcommands: {}',
      'c.yaml:8: config.tool_commands.posix.allowed.git: ',
      'has_subcommands: true',
    ],
  ])('%j', (text, place, expected) => {
    expect(() => read(file(text))).toThrow(
      expect.objectContaining({ kind: 'invalid', message: expect.stringContaining(place) }),
    );
    expect(() => read(file(text))).toThrow(expected);
  });

  test('YAML that cannot be read', () => {
    expect(() => read('a: [')).toThrow(
      expect.objectContaining({ kind: 'invalid', message: expect.stringMatching(/^c\.yaml:1: [^\n]+$/) }),
    );
  });

  test('an empty file', () => {
    expect(() => read('')).toThrow(/^c\.yaml.*: the file: .*expected object/);
  });
});

test('a flag that YAML takes for a number is the flag', () => {
  const { posix } = read(file('ls:\n  description: x\n  allowed_flags: [-l, -1]'));
  expect([...(posix.allowed.get('ls')?.flags.values.keys() ?? [])]).toEqual(['-l', '-1']);
});

test('what a variable must look like is a regular expression', () => {
  const withShape = (shape: string) =>
    `${file('ls:\n  description: x')}\n      variables: { CI: '${shape}' }`;
  expect(read(withShape('\\d+')).posix.variables.get('CI')).toBe('\\d+');
  expect(() => read(withShape('(x'))).toThrow(
    'c.yaml:9: config.tool_commands.posix.variables.CI: expected a regular expression of JavaScript',
  );
});

test('names of built-in properties are ordinary names', () => {
  const { posix } = read(file('constructor:\n  description: x'));
  expect([posix.allowed.has('constructor'), posix.allowed.has('toString')]).toEqual([true, false]);
});

test('no shipped command is denied as well', () => {
  const { allowed, denied } = shippedCommands.posix;
  expect(denied.filter((name) => allowed.has(name))).toEqual([]);
});

test('every shipped description fits one line of a list', () => {
  const descriptions = [...shippedCommands.posix.allowed.values()].map(({ description }) => description);
  expect(descriptions.filter((text) => text.includes('\n') || text.length > 80)).toEqual([]);
});
