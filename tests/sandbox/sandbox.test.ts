import { spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Access } from '../../src/contracts/exec.ts';
import { fill, git } from '../processes/parts.ts';
import { eachInFull } from '../support/each-in-full.ts';
import {
  BOTH,
  connectTo,
  listening,
  makePlace,
  ONLY_WITHOUT,
  type Place,
  run,
  succeeds,
} from './sandbox-place.ts';

describe('what a command must not do fails in a sandbox, and only there', { tags: 'sandbox' }, () => {
  test.each([
    ['reads a key of the person', 'cat ../.ssh/id_ed25519'],
    ['reads records of this program', 'cat ../../ours/wasap.db'],
    ['plants a hook', 'echo evil >.git/hooks/pre-commit'],
    ['changes the settings of git', 'git config core.pager evil'],
    ['moves the history away', 'mv .git old'],
    ['commits', 'git -c user.name=a -c user.email=a@b commit --allow-empty -m x'],
    ['changes what other tools run', 'echo x >>Makefile'],
    ['replaces what other tools run', 'echo x >m && mv m Makefile'],
    ['kills processes outside', 'kill -0 $OUTER'.replace('$OUTER', String(process.pid))],
  ])('%s', async (_name, line) => {
    expect(await succeeds(makePlace(), line)).toEqual(ONLY_WITHOUT);
  });

  test('sees nothing in folders of the system that other people and programs use', async () => {
    const line = 'for folder in /srv /mnt /media /boot /var/log; do ls -A $folder 2>/dev/null; done';
    const { stdout } = await run(makePlace(), { line, sandboxed: true });
    expect(stdout).toBe('');
  });

  test.runIf(process.getuid?.() === 0).each(['/srv', '/opt', '/usr/local/src'])(
    'reads another project in %s, which everybody may read',
    async (shelf) => {
      const folder = mkdtempSync(join(shelf, 'wasap-test-'));
      onTestFinished(() => rmSync(folder, { recursive: true }));
      chmodSync(folder, 0o755);
      fill(folder, { 'mine/a.txt': 'a', 'other/secret.txt': 'canary' });
      const place = { ...makePlace(), project: join(folder, 'mine') };
      expect(await succeeds(place, 'cat ../other/secret.txt')).toEqual(ONLY_WITHOUT);
      expect(await succeeds(place, 'cat a.txt && echo x >b.txt')).toEqual(BOTH);
      const access = { network: false, writable: [], readable: ['../other'] };
      const { stdout } = await run(place, { line: 'cat ../other/secret.txt', sandboxed: true, access });
      expect(stdout).toBe('canary');
    },
  );

  eachInFull([
    ['its home', '../taken'],
    ['/tmp', '/tmp/wasap-sandbox-canary'],
    ['/var/tmp', '/var/tmp/wasap-sandbox-canary'],
  ])('what is written to %s is gone with the command', async (_name, file) => {
    const place = makePlace();
    const real =
      join(place.project, file).startsWith('/tmp/wasap-exec') && !file.startsWith('/')
        ? join(place.home, 'taken')
        : file;
    await run(place, { line: `echo x >${file}`, sandboxed: true });
    expect(existsSync(real)).toBe(false);
  });

  test('reads the environment of processes outside', async () => {
    const outside = spawn('sleep', ['60'], { env: { PATH: '/usr/bin:/bin', CANARY_TOKEN: 'canary-4711' } });
    onTestFinished(() => void outside.kill());
    const line = 'cat /proc/*/environ /proc/1/environ 2>/dev/null | grep -a canary-4711';
    expect(await succeeds(makePlace(), line)).toEqual(ONLY_WITHOUT);
  });

  test('connects to a service of this machine', async () => {
    const port = await listening();
    expect(await succeeds(makePlace(), connectTo(port))).toEqual(ONLY_WITHOUT);
  });
});

describe('ordinary work goes on in a sandbox', { tags: 'sandbox' }, () => {
  const files = {
    'package.json': '{"scripts":{"test":"node --test"}}',
    'a.test.js': "require('node:test')('passes', () => {});",
    'test_a.py': 'import unittest\nclass T(unittest.TestCase):\n  def test_a(self): pass\n',
  };
  eachInFull([
    ['npm test'],
    ['make test'],
    ['git status --short'],
    ['git log --oneline'],
    ['node --version'],
    ["node -e \"require('fs').writeFileSync('made.txt', 'x')\""],
    ['python3 -m unittest'],
    ['../.local/bin/tool || sh ../.local/bin/tool'],
    ['mkdir -p build && echo x >build/out && mktemp'],
    [
      "node -e \"const s=require('net').createServer().listen(0,'127.0.0.1',()=>require('net').connect(s.address().port,()=>process.exit(0)))\"",
    ],
  ])('%s', async (line) => {
    expect(await succeeds(makePlace(files), line)).toEqual(BOTH);
  });

  test.each([['.cache/node/corepack'], ['.yarn/berry/cache']])(
    'what package managers brought once is there: %s',
    { tags: 'full' },
    async (folder) => {
      const place = makePlace();
      fill(place.home, { [`${folder}/brought`]: 'x' });
      expect(await succeeds(place, `cat ../${folder}/brought`)).toEqual(BOTH);
      expect(await succeeds(place, `echo evil 2>/dev/null >../${folder}/brought`)).toEqual(ONLY_WITHOUT);
    },
  );

  test('a project that is a part of a repository sees its history', async () => {
    const place = makePlace({ 'packages/one/a.txt': 'x' });
    const part = { ...place, project: join(place.project, 'packages/one') };
    const { stdout } = await run(part, {
      line: 'git log --format=%s -- . && git status --short',
      sandboxed: true,
    });
    expect(stdout).toBe('first\n');
  });

  test('a worktree finds its repository', async () => {
    const place = makePlace();
    const tree = join(place.top, 'tree');
    git(place.project, 'worktree', 'add', '--quiet', tree);
    const { stdout } = await run(
      { ...place, project: tree },
      { line: 'git log --format=%s', sandboxed: true },
    );
    expect(stdout).toBe('first\n');
  });

  test('no empty .git is left behind in a folder without one', async () => {
    const place = makePlace();
    const project = join(place.top, 'plain');
    mkdirSync(project);
    await run({ ...place, project }, { line: 'true', sandboxed: true });
    expect(existsSync(join(project, '.git'))).toBe(false);
  });

  test('a program that does not exist is reported as without a sandbox', async () => {
    const place = makePlace();
    const { fate } = await run(place, { line: 'exec no-such-program', sandboxed: true });
    expect(fate).toMatchObject({ kind: 'exited', exitCode: 127 });
  });
});

describe('what an approval names is open for that command', { tags: 'sandbox' }, () => {
  const opened = async (place: Place, line: string, access: Partial<Access>): Promise<string> => {
    const { fate, stderr } = await run(place, {
      line,
      sandboxed: true,
      access: { network: false, writable: [], ...access },
    });
    return fate.kind === 'exited' ? `${fate.exitCode}${fate.exitCode === 0 ? '' : stderr}` : fate.kind;
  };

  test('network', async () => {
    const port = await listening();
    expect(await opened(makePlace(), connectTo(port), { network: true })).toBe('0');
  });

  test('a commit, but no hook', async () => {
    const place = makePlace();
    const commit = 'git -c user.name=a -c user.email=a@b commit --quiet --allow-empty -m second';
    const access = { writable: ['.git'] };
    expect([
      await opened(place, commit, access),
      await opened(place, 'echo evil 2>/dev/null >.git/hooks/pre-commit', access),
      git(place.project, 'log', '-1', '--format=%s'),
    ]).toMatchObject(['0', expect.stringMatching(/^[12]/), 'second\n']);
  });

  test('another branch with other protected files, but no hook', { tags: 'full' }, async () => {
    const place = makePlace({ 'package.json': '{"name":"one"}' });
    git(place.project, 'switch', '--quiet', '-c', 'other');
    writeFileSync(join(place.project, 'package.json'), '{"name":"two"}');
    git(place.project, 'commit', '--quiet', '-am', 'second');
    const access = { writable: ['.', '.git'] };
    const line = 'git switch --quiet main && ! echo evil 2>/dev/null >.git/hooks/pre-commit';
    expect([
      await opened(place, line, access),
      readFileSync(join(place.project, 'package.json'), 'utf8'),
    ]).toEqual(['0', '{"name":"one"}']);
  });

  test('settings of git, but no hook', { tags: 'full' }, async () => {
    const place = makePlace();
    const access = { writable: ['.git/config'] };
    const line = 'git config user.name new && ! echo evil 2>/dev/null >.git/hooks/pre-commit';
    expect([await opened(place, line, access), git(place.project, 'config', '--local', 'user.name')]).toEqual(
      ['0', 'new\n'],
    );
  });

  test('a protected file that is replaced', async () => {
    const place = makePlace();
    await opened(place, 'echo new >m && mv m Makefile', { writable: ['Makefile'] });
    expect(readFileSync(join(place.project, 'Makefile'), 'utf8')).toBe('new\n');
  });

  test('an install that fills the folders of packages, and nothing else', async () => {
    const place = makePlace({
      'package.json': '{}',
      'node_modules/.bin/tsc': 'old',
      'packages/a/node_modules/.bin/tsc': 'old',
    });
    const line =
      'for f in node_modules packages/a/node_modules; do rm -r $f; mkdir -p $f/.bin; echo new >$f/.bin/tsc; done; echo x 2>/dev/null >package.json; cat package.json';
    const { stdout, changes } = await run(place, {
      line,
      sandboxed: true,
      access: { network: false, writable: ['node_modules'] },
    });
    const read = (name: string) => readFileSync(join(place.project, name, '.bin/tsc'), 'utf8');
    expect([stdout, changes, read('node_modules'), read('packages/a/node_modules')]).toEqual([
      '{}',
      [],
      'new\n',
      'new\n',
    ]);
  });

  test('a folder with protected files in it', { tags: 'full' }, async () => {
    const place = makePlace({ 'packages/a/package.json': '{}' });
    const access = { writable: ['.git', 'packages/a'] };
    expect(await opened(place, 'git rm -rq packages/a', access)).toBe('0');
  });

  test('a new file in a protected folder', { tags: 'full' }, async () => {
    const place = makePlace({ '.github/workflows/ci.yml': 'x' });
    const file = '.github/workflows/new.yml';
    expect(await opened(place, `echo x >${file}`, { writable: [file] })).toBe('0');
  });

  test('a place outside the project', async () => {
    const place = makePlace();
    mkdirSync(join(place.home, 'desk'));
    await opened(place, 'cp a.txt ~/desk/b.txt', { writable: ['~/desk/b.txt'] });
    expect(readFileSync(join(place.home, 'desk/b.txt'), 'utf8')).toBe('one\n');
  });

  test('a place outside that is only read', async () => {
    const place = makePlace();
    fill(place.home, { 'desk/b.txt': 'two\n' });
    const { stdout } = await run(place, {
      line: 'cat ~/desk/b.txt; (echo x >>~/desk/b.txt) 2>/dev/null || echo kept; (echo x >~/desk/c.txt) 2>/dev/null || echo kept',
      sandboxed: true,
      access: { network: false, writable: [], readable: ['~/desk'] },
    });
    expect([stdout, readFileSync(join(place.home, 'desk/b.txt'), 'utf8')]).toEqual([
      'two\nkept\nkept\n',
      'two\n',
    ]);
  });

  test('the home is shown for reading, its secrets are not', async () => {
    const { stdout } = await run(makePlace(), {
      line: 'ls ~; cat ~/.ssh/id_ed25519; ls ~/.ssh',
      sandboxed: true,
      access: { network: false, writable: [], readable: ['~'] },
    });
    expect(stdout).toBe('project\n');
  });

  test('the home is shown, its secrets are not', { tags: 'full' }, async () => {
    const place = makePlace();
    const { stdout } = await run(place, {
      line: 'ls ~; cat ~/.ssh/id_ed25519; ls ~/.ssh',
      sandboxed: true,
      access: { network: false, writable: ['~'] },
    });
    expect(stdout).toBe('project\n');
  });
});

describe('limits hold in a sandbox', { tags: 'sandbox' }, () => {
  test('what is left running ends with the command', async () => {
    const place = makePlace();
    const mark = `${41_000 + (process.pid % 1000)}`;
    await run(place, { line: `sleep ${mark} & sleep 0.1`, sandboxed: true });
    expect(await run(place, { line: `pgrep -f "^sleep ${mark}$"`, sandboxed: false })).toMatchObject({
      stdout: '',
    });
  });

  test('a process that ignores SIGTERM is ended at its time limit', { tags: 'full' }, async () => {
    const line = 'trap "" TERM; while :; do sleep 0.1; done';
    const { fate } = await run(makePlace(), { line, sandboxed: true, timeoutMs: 500 });
    expect(fate.kind).toBe('timed-out');
  });

  test('what tidies up at SIGTERM has the time to', { tags: 'full' }, async () => {
    const place = makePlace();
    const line = "trap 'sleep 0.2; echo bye >bye.txt; exit 0' TERM; while :; do sleep 0.05; done";
    const { fate } = await run(place, { line, sandboxed: true, timeoutMs: 500 });
    expect([fate.kind, readFileSync(join(place.project, 'bye.txt'), 'utf8')]).toEqual(['timed-out', 'bye\n']);
  });

  test('a file of more than 1 GB cannot be made', async () => {
    const { fate } = await run(makePlace(), { line: 'truncate -s 2G big', sandboxed: true });
    expect(fate).not.toMatchObject({ exitCode: 0 });
  });

  test('where memory runs out the command ends first', async () => {
    const { stdout } = await run(makePlace(), { line: 'cat /proc/self/oom_score_adj', sandboxed: true });
    expect(stdout).toBe('1000\n');
  });

  test('more processes than allowed end the command, or cannot be made', {
    timeout: 60_000,
    tags: 'full',
  }, async () => {
    // Bounded, and all asleep: a bomb that cannot go off. Making them may be done before the next look at how many
    // there are.
    const line = 'i=0; while [ $i -lt 2600 ]; do sleep 40 & i=$((i+1)); done; wait; echo awake';
    const { fate, stdout } = await run(makePlace(), { line, sandboxed: true });
    expect([stdout, fate.kind === 'exited' && fate.exitCode === 0]).toEqual(['', false]);
  });
});
