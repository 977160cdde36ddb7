import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { parseToolCommands } from '../../src/policy/tool-commands-file.ts';
import { makePolicy } from '../policy/project.ts';
import { toolBench } from '../support/tools-context.ts';

const FIXTURE = path.resolve(import.meta.dirname, '../policy/fixtures/specification.yaml');
const config = parseToolCommands({ text: readFileSync(FIXTURE, 'utf8'), file: FIXTURE });

test.each([
  [
    'posix',
    ['git', 'grep', 'cat', 'find', 'ls', 'head', 'tail', 'wc', 'file', 'pwd'],
    `Platform: posix

Available commands:

  git: Git version control
    Subcommands:
      status: Show working tree status
      show: Show commit or file contents
  grep: Search text using patterns
  cat: Display file contents
  find: Search for files
  ls: List directory contents
  head: Output first part of files
  tail: Output last part of files
  wc: Count lines, words, characters
  file: Determine file type
  pwd: Print working directory
`,
  ],
  [
    'windows',
    ['git', 'findstr', 'type', 'dir', 'where'],
    `Platform: windows

Available commands:

  git: Git version control
    Subcommands:
      status: Show working tree status
      show: Show commit or file contents
  findstr: Search text in files
  type: Display file contents
  dir: List directory contents
  where: Locate files
`,
  ],
] as const)('the commands of %s in the format of the specification', async (platform, commands, text) => {
  const bench = toolBench({ policy: makePolicy({ config, platform }) });
  expect(await bench.call('list_allowed_commands', {})).toEqual({ text, data: { platform, commands } });
});

test('names that the person added are listed', async () => {
  const bench = toolBench({ policy: makePolicy({ config, extraAllowed: ['jq'] }) });
  expect((await bench.call('list_allowed_commands', {})).text).toContain(
    '  pwd: Print working directory\n  jq: jq\n',
  );
});

test('of the shipped commands the names are listed, and descriptions of those that are asked for', async () => {
  const bench = toolBench({ policy: makePolicy({}) });
  const all = await bench.call('list_allowed_commands', {});
  const git = await bench.call('list_allowed_commands', { commands: ['git', 'shutdown'] });
  expect({
    isShort: all.text.length < 7_000,
    isSaidOnce: /^ {2}python3: as python$/m.test(all.text),
    git: /^ {2}git: .*\bstatus, /m.test(all.text),
    hasDescription: all.text.includes('Show working tree status'),
    described: git.text.split('\n').slice(4, 6),
    unknown: git.text.trimEnd().split('\n').at(-1),
    data: git.data,
  }).toEqual({
    isShort: true,
    isSaidOnce: true,
    git: true,
    hasDescription: false,
    described: [expect.stringMatching(/^ {2}git: \w/), '    Subcommands:'],
    unknown: '  shutdown: not in the list, so it asks or is refused',
    data: { platform: 'posix', commands: ['git'] },
  });
});
