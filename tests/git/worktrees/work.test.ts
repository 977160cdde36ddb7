import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { folderIdentity } from '../../../src/files/look-at-path.ts';
import { findProgram } from '../../../src/processes/command-environment.ts';
import { createBubblewrap } from '../../../src/sandbox/bubblewrap.ts';
import { fill, git, PLAIN } from '../../processes/parts.ts';
import { eachInFull } from '../../support/each-in-full.ts';
import { sandboxWorks } from '../../support/working-sandbox.ts';
import { linkAll, makeWorktree, runIn, type WorktreePlace } from './place.ts';

const works = await sandboxWorks();
const WAYS = [
  { name: 'in a sandbox', sandboxed: true },
  { name: 'without one', sandboxed: false },
].filter(({ sandboxed }) => works || !sandboxed);

const TEST = `const { test } = require('node:test');
const assert = require('node:assert');
test('sees its packages', () => {
  assert.equal(require('left-pad'), 'left inner');
  assert.equal(require('@scope/real'), 'scoped left inner');
  assert.equal(require('@scope/core'), require('node:fs').readFileSync('core.txt', 'utf8'));
});
`;

/** A project of two packages, as npm lays it out; the tool tells which code it runs. */
async function nodeProject(top?: string): Promise<WorktreePlace & { readonly linked: readonly string[] }> {
  const files = {
    committed: {
      'package.json': JSON.stringify({ scripts: { test: 'node --test tests' }, workspaces: ['packages/*'] }),
      'packages/core/package.json': '{"name":"@scope/core","bin":{"core":"cli.js"}}',
      'packages/core/index.js': "module.exports = 'core of the project';\n",
      'core.txt': 'core of the project',
      'packages/core/cli.js': "#!/usr/bin/env node\nconsole.log(require('./index.js'));\n",
      'tests/a.test.js': TEST,
    },
    ignored: {
      'node_modules/left-pad/index.js': "module.exports = 'left ' + require('inner');\n",
      'node_modules/left-pad/node_modules/inner/index.js': "module.exports = 'inner';\n",
      'node_modules/left-pad/cli.js': "#!/usr/bin/env node\nconsole.log(require('./index.js'));\n",
      'node_modules/@scope/real/index.js': "module.exports = 'scoped ' + require('left-pad');\n",
    },
    ignoredLinks: {
      'node_modules/@scope/core': '../../packages/core',
      'node_modules/.bin/pad': '../left-pad/cli.js',
      'node_modules/.bin/core': '../@scope/core/cli.js',
    },
    programs: ['packages/core/cli.js', 'node_modules/left-pad/cli.js'],
  };
  const place = makeWorktree(files, top);
  const { linked } = await linkAll(place);
  return { ...place, linked };
}

describe.each(WAYS)('a Node project, $name', ({ sandboxed }) => {
  test('its tests and tools run in the worktree, on the code of the worktree', { tags: 'full' }, async () => {
    const place = await nodeProject();
    fill(place.folder, {
      'packages/core/index.js': "module.exports = 'core of the worktree';\n",
      'core.txt': 'core of the worktree',
    });
    const line =
      'node --test tests >/dev/null && npm test >/dev/null && node_modules/.bin/pad && node_modules/.bin/core';
    const { fate, stdout, stderr } = await runIn(place, { line, sandboxed, linked: place.linked });
    expect({ fate, stdout, stderr }).toEqual({
      fate: { kind: 'exited', exitCode: 0, durationMs: expect.any(Number) },
      stdout: 'left inner\ncore of the worktree\n',
      stderr: '',
    });
  });
});

/** What `line` prints in a sandbox in the worktree. */
async function seen(
  place: WorktreePlace & { readonly linked: readonly string[] },
  line: string,
): Promise<string> {
  const { stdout, stderr } = await runIn(place, { line, sandboxed: true, linked: place.linked });
  return `${stdout}${stderr}`;
}

describe('in a sandbox', { tags: 'sandbox' }, () => {
  test('nothing is written into the packages of the project', async () => {
    const place = await nodeProject();
    const file = join(place.project, 'node_modules/left-pad/index.js');
    const before = readFileSync(file, 'utf8');
    const attempts = [
      'echo evil >node_modules/left-pad/index.js',
      'echo evil >node_modules/left-pad/new.js',
      'rm node_modules/left-pad/index.js',
      'mv node_modules/left-pad/index.js x',
      `echo evil >${file}`,
      `chmod 777 ${file}`,
    ];
    expect(await seen(place, `(${attempts.join('; ')}) 2>&1 | grep -c 'Read-only'`)).toBe(
      `${attempts.length}\n`,
    );
    expect([
      readFileSync(file, 'utf8'),
      existsSync(join(place.project, 'node_modules/left-pad/new.js')),
    ]).toEqual([before, false]);
  });

  test('tools keep their caches in the worktree', async () => {
    const place = await nodeProject();
    await seen(place, 'mkdir node_modules/.cache && echo x >node_modules/.cache/y');
    expect([
      existsSync(join(place.folder, 'node_modules/.cache/y')),
      existsSync(join(place.project, 'node_modules/.cache')),
    ]).toEqual([true, false]);
  });

  eachInFull([
    ['the key of the person', 'cat ../../../../../../.ssh/id_ed25519'],
    ['the records of the program', 'cat ../../../wasap.db'],
    ['the worktree of another task', 'cat ../../20261122-00000002/project/other.txt; ls ../..'],
    ['secrets of the project', 'cat "$HOME/project/.env"'],
    ['code of the project that git knows', 'cat "$HOME/project/tests/a.test.js"'],
    [
      'through links that a command makes',
      'ln -s "$HOME/.ssh" node_modules/keys; cat node_modules/keys/id_ed25519',
    ],
  ])('%s stays out of reach', async (_name, line) => {
    const place = await nodeProject();
    const output = await seen(place, `(${line}) 2>/dev/null`);
    expect(output).toBe(line.includes('ls ../..') ? '20261122-00000001\n' : '');
  });

  test('where others see the project, commands of its worktree see its packages and its repository alone', async () => {
    // Temporary folders are nobody's to see in a sandbox; this one is.
    const top = mkdtempSync(join(process.cwd(), 'node_modules/.worktree-'));
    onTestFinished(() => rmSync(top, { recursive: true, force: true }));
    const place = await nodeProject(realpathSync(top));
    const line = `ls -A ${place.project}; node_modules/.bin/pad; git log --format=%s`;
    // A home is emptied as it is; in this one the project is not in it.
    const elsewhere = { ...place, home: join(place.home, 'nobody') };
    const { stdout } = await runIn(elsewhere, { line, sandboxed: true, linked: place.linked });
    expect(stdout).toBe('.git\nnode_modules\nleft inner\nfirst\n');
  });

  test('the data of the program may lie in the project itself', { tags: 'full' }, async () => {
    const place = await nodeProject();
    const data = join(place.project, 'data');
    const folder = join(data, 'worktrees/20261122-00000003/project');
    fill(data, { 'wasap.db': 'records' });
    git(place.project, 'worktree', 'add', '--quiet', '--detach', folder);
    const inside = { ...place, data, folder };
    const { linked } = await linkAll(inside);
    const line =
      'node_modules/.bin/pad; git log --format=%s; ls ../../..; echo x >made.txt; cat ../../../wasap.db 2>/dev/null';
    const { stdout } = await runIn(inside, { line, sandboxed: true, linked });
    expect([stdout, existsSync(join(folder, 'made.txt'))]).toEqual(['left inner\nfirst\nworktrees\n', true]);
  });

  test('what an approval names in the data of the program stays hidden, the worktree excepted', async () => {
    const place = await nodeProject();
    const access = { network: false, writable: ['../../../wasap.db', place.data, '../..'] };
    const line = 'cat ../../../wasap.db; ls ../..; echo changed >../../../wasap.db; echo made >made.txt';
    const { stdout } = await runIn(place, { line, sandboxed: true, linked: place.linked, access });
    expect([
      stdout,
      readFileSync(join(place.data, 'wasap.db'), 'utf8'),
      readFileSync(join(place.folder, 'made.txt'), 'utf8'),
    ]).toEqual(['20261122-00000001\n', 'records', 'made\n']);
  });

  test('a linked folder that has become a link since shows nothing of where it leads', async () => {
    const place = await nodeProject();
    git(place.project, 'mv', 'tests', 'moved');
    fill(place.home, { 'private/x.txt': 'PRIVATE' });
    const linked = [join(place.home, 'alias')];
    symlinkSync(join(place.home, 'private'), join(place.home, 'alias'));
    const { stdout } = await runIn(place, { line: 'cat "$HOME/alias/x.txt"', sandboxed: true, linked });
    expect(stdout).toBe('');
  });

  test('a folder that is exchanged between the look at it and the mount keeps a command from starting', async () => {
    const place = await nodeProject();
    const [path = ''] = place.linked;
    const bwrap = createBubblewrap(findProgram('bwrap', process.env.PATH ?? '') ?? '', '0.8', {
      closesNamespaces: true,
    });
    const inside = { workspace: place.folder, access: { network: false, writable: [] }, environment: PLAIN };
    const started = async (identity: string) => {
      const mounts = [{ kind: 'known', path, identity }] as const;
      const [program = '', ...args] = await bwrap.wrap(['echo', 'ran'], inside, mounts);
      const { status, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8', env: PLAIN });
      return [status, stdout, stderr];
    };
    expect([await started(folderIdentity(path) ?? ''), await started('1:1')]).toEqual([
      [0, 'ran\n', ''],
      [126, '', 'Not started: a folder that this worktree is linked to was exchanged for another.\n'],
    ]);
  });

  test('git looks at the worktree', { tags: 'full' }, async () => {
    const place = await nodeProject();
    const line =
      'echo x >new.txt; git status --porcelain; git log --oneline | wc -l; git rev-parse --is-inside-work-tree';
    expect(await seen(place, line)).toBe('?? new.txt\n1\ntrue\n');
  });

  eachInFull([
    ['without an approval', undefined],
    ['with one for git', { network: false, writable: ['.git', '.git/config'] }],
    ['with one for everything', { network: false, writable: ['.'] }],
  ])('the pointer to the repository, and the repository, stay as they are: %s', async (_name, access) => {
    const place = await nodeProject();
    const config = readFileSync(join(place.project, '.git/config'), 'utf8');
    const pointer = readFileSync(join(place.folder, '.git'), 'utf8');
    const attempts = [
      'echo "gitdir: /elsewhere" >.git',
      'rm .git',
      'mv .git x',
      'echo x >y && mv y .git',
      'git config core.hooksPath evil',
      `echo evil >${place.project}/.git/hooks/pre-commit`,
      `echo "[core]" >>${place.project}/.git/config`,
      'echo evil >"$(git rev-parse --git-dir)/commondir"',
      'git commit --quiet --allow-empty --message=evil',
    ];
    const command = { line: attempts.join('; '), sandboxed: true, linked: place.linked };
    const { changes } = await runIn(place, access === undefined ? command : { ...command, access });
    expect([
      readFileSync(join(place.folder, '.git'), 'utf8'),
      readFileSync(join(place.project, '.git/config'), 'utf8'),
      existsSync(join(place.project, '.git/hooks/pre-commit')),
      git(place.project, 'log', '--all', '--format=%s'),
      changes,
    ]).toEqual([pointer, config, false, 'first\n', []]);
  });

  test('scripts of the package are as protected as in the project', async () => {
    const place = await nodeProject();
    const before = readFileSync(join(place.folder, 'package.json'), 'utf8');
    await seen(place, 'echo "{}" >package.json; echo "{}" >p && mv p package.json');
    expect(readFileSync(join(place.folder, 'package.json'), 'utf8')).toBe(before);
  });
});
