import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { CommandPolicy } from '../../src/contracts/policy.ts';
import { createExecutables } from '../../src/policy/executables.ts';
import { openCommandPolicy } from '../../src/policy/open-command-policy.ts';
import { createPathGuard } from '../../src/policy/path-guard.ts';
import { judgeIn, makeProject, type Project, summaryOf } from './project.ts';

const PACKAGE = path.resolve(import.meta.dirname, '../..');

let project: Project;
let folder: string;
beforeEach(() => {
  project = makeProject();
  folder = mkdtempSync(path.join(tmpdir(), 'own-policy-'));
});
afterEach(() => {
  project.remove();
  rmSync(folder, { recursive: true });
});

interface Start {
  readonly own?: string;
  readonly extraAllowed?: readonly string[];
  /** Where the shipped file is; default: as installed, parsed by the build. */
  readonly file?: string;
}

function open({ own, extraAllowed = [], file }: Start): Promise<CommandPolicy> {
  const ownFile = path.join(folder, 'tool-commands.yaml');
  if (own !== undefined) writeFileSync(ownFile, own);
  return openCommandPolicy({
    file: file ?? path.join(PACKAGE, 'config/tool-commands.yaml'),
    ownFile,
    packageRoot: PACKAGE,
    platform: 'posix',
    guardFor: (root) => createPathGuard({ root }),
    executables: createExecutables({ searchPath: '/usr/bin:/bin', platform: 'posix' }),
    projectScripts: 'allow',
    extraAllowed,
    mode: 'interactive',
    compound: 'ask',
    isConfined: async () => true,
    environment: 'the environment',
    linked: () => [],
  });
}

async function summaries(policy: CommandPolicy, lines: readonly string[]): Promise<readonly string[]> {
  return Promise.all(lines.map(async (line) => summaryOf(await judgeIn(project, line, policy))));
}

const OWN = `
config:
  tool_commands:
    posix:
      blacklist:
        commands: [curl]
      allowed:
        yq:
          description: Read JSON
          allowed_flags: [-r]
          allowed_args: ["{pattern}", "{file}"]
        wc:
          allowed_flags: [-l]
`;

test('a person’s file adds, narrows and denies; the rest stays as shipped', async () => {
  const policy = await open({ own: OWN });
  const lines = ['yq -r .name package.json', 'wc -l src/app.ts', 'wc -c src/app.ts', 'curl x', 'rm x', 'ls'];
  expect(await summaries(policy, lines)).toEqual([
    ...['allow', 'allow', 'ask unknown-flag'],
    ...['deny denied-command', 'deny denied-command', 'allow'],
  ]);
});

test('nothing a person writes takes a name off a blacklist', async () => {
  const policy = await open({
    own: `
config:
  tool_commands:
    posix:
      blacklist: { commands: [] }
      allowed:
        rm: { description: Remove, allowed_flags: [-r] }
        git: { blacklist: { subcommands: [] }, subcommands: { push: { description: Push } } }
`,
  });
  expect(await summaries(policy, ['rm -r src', 'git push'])).toEqual([
    'deny denied-command',
    'deny denied-subcommand',
  ]);
});

test('files of the workspace configure nothing', async () => {
  for (const place of [
    'tool-commands.yaml',
    'config/tool-commands.yaml',
    '.config/wasap/tool-commands.yaml',
  ]) {
    mkdirSync(path.dirname(path.join(project.root, place)), { recursive: true });
    writeFileSync(path.join(project.root, place), OWN);
  }
  expect(await summaries(await open({}), ['yq -r .name package.json', 'curl x'])).toEqual([
    'ask unknown-command',
    'ask unknown-command',
  ]);
});

test('an empty file of a person changes nothing', async () => {
  expect(await summaries(await open({ own: '# nothing yet\n' }), ['ls', 'rm x'])).toEqual([
    'allow',
    'deny denied-command',
  ]);
});

describe('a file that cannot be used stops the start, before any command', () => {
  test.each([
    [
      'config:\n  tool_commands:\n    posix:\n      allowed:\n        yq:\n          allowed_flags: [-r]\n',
      6,
      'config.tool_commands.posix.allowed.yq.description',
      'expected string',
    ],
    [
      'config:\n  tool_commands:\n    posix:\n      allowed:\n        ls:\n          flags: [-l]\n',
      6,
      'config.tool_commands.posix.allowed.ls.flags',
      'there is no such field',
    ],
    [
      'config:\n  tool_commands:\n    posix:\n      allowed:\n        ls:\n          allowed_flags: [-l, l]\n',
      6,
      'config.tool_commands.posix.allowed.ls.allowed_flags.1',
      'expected a flag such as -n',
    ],
    [
      'config:\n  tool_commands:\n    posix:\n      blacklist: []\n',
      4,
      'config.tool_commands.posix.blacklist',
      'expected object',
    ],
    ['posix:\n  allowed: {}\n', 2, 'posix', 'there is no such field'],
    ['- ls\n', undefined, 'the file', 'expected object'],
  ])('%j', async (own, line, field, expectation) => {
    const file = path.join(folder, 'tool-commands.yaml');
    const place = line === undefined ? file : `${file}:${line}`;
    await expect(open({ own })).rejects.toMatchObject({
      kind: 'invalid',
      message: expect.stringContaining(`${place}: ${field}: `),
    });
    await expect(open({ own })).rejects.toThrow(expectation);
  });

  test('YAML that cannot be read', async () => {
    await expect(open({ own: 'config: [' })).rejects.toMatchObject({
      kind: 'invalid',
      message: expect.stringMatching(/tool-commands\.yaml:1: [^\n]+$/),
    });
  });

  test('a folder in its place', async () => {
    mkdirSync(path.join(folder, 'tool-commands.yaml'));
    await expect(open({})).rejects.toMatchObject({
      kind: 'invalid',
      message: expect.stringMatching(/tool-commands\.yaml cannot be read: EISDIR/),
    });
  });

  test('a shipped file that somebody edited is blamed itself', async () => {
    const file = path.join(folder, 'shipped.yaml');
    writeFileSync(file, 'config: {}\n');
    await expect(open({ file, own: OWN })).rejects.toMatchObject({
      kind: 'invalid',
      message: expect.stringContaining(`${file}:1: config.tool_commands: `),
    });
  });
});

test('a shipped file that the build did not parse means the same', { tags: 'full' }, async () => {
  const file = path.join(folder, 'shipped.yaml');
  copyFileSync(path.join(PACKAGE, 'config/tool-commands.yaml'), file);
  writeFileSync(file, '# edited\n', { flag: 'a' });
  expect(await summaries(await open({ file, own: OWN }), ['yq .', 'curl x', 'ls'])).toEqual([
    'allow',
    'deny denied-command',
    'allow',
  ]);
});

describe('a name in AGENT_SHELL_ALLOWLIST that could do anything stops the start', () => {
  test.each([
    // Other spellings, and what starts others only by some of its words.
    ['perl5.36', 'it could run any other program'],
    ['nodejs', 'it could run any other program'],
    ['tmux', 'it could run any other program'],
    ['podman', 'it could run any other program'],
    ['rbash', 'it could run any other program'],
    ['pwsh-preview', 'it could run any other program'],
    ['socat', 'it could run any other program'],
    ['conda', 'it could run any other program'],
    ['bash', 'it could run any other program'],
    ['env', 'it could run any other program'],
    ['xargs', 'it could run any other program'],
    ['awk', 'it could run any other program'],
    ['python3', 'it could run any other program'],
    ['node', 'it could run any other program'],
    ['sudo', 'it is denied'],
    ['rm', 'it is denied'],
    ['mkfs.ext4', 'it is denied'],
    ['if', 'the shell would not take it for a program'],
    ['.hidden', 'it is not the plain name of a program'],
  ])('%s: %s', async (name, why) => {
    await expect(open({ extraAllowed: ['yq', name] })).rejects.toMatchObject({
      kind: 'invalid',
      message: `AGENT_SHELL_ALLOWLIST: "${name}" cannot be allowed in general: ${why}. Take it off the list.`,
    });
  });

  test('the list of the specification is taken', async () => {
    const extraAllowed = 'pytest,ruff,mypy,make,npm,pip,git,cat,head,tail,wc,ls,find,grep'.split(',');
    expect(await summaries(await open({ extraAllowed }), ['ls', 'find . -delete'])).toEqual([
      'allow',
      'ask unknown-flag',
    ]);
  });
});

test.each([
  ['tar tf a.tar', 'allow'],
  ['tar cf a.tar src --exclude=e', 'allow'],
  ['tar cf a.tar src --checkpoint-action=exec=id', 'ask starts-others'],
  ['tar --to-com=id -xf a.tar', 'ask starts-others'],
  ['tar -I id -cf a.tar src', 'ask starts-others'],
  ['tar -cIid -f a.tar src', 'ask starts-others'],
  ["rsync -ae 'sh -c id' src a", 'ask starts-others'],
  ['rsync --rsh=id src a', 'ask starts-others'],
  ["zip a.zip src -T -TT 'sh -c id'", 'ask starts-others'],
])(
  'a name that is added runs with any flags but those that start another program: %s',
  async (line, wanted) => {
    expect(await summaries(await open({ extraAllowed: ['tar', 'rsync', 'zip'] }), [line])).toEqual([wanted]);
  },
);
