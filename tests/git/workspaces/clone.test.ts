import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { MakeRequest, Workspaces } from '../../../src/contracts/workspaces.ts';
import { createWorkspaces } from '../../../src/git/workspaces/workspaces.ts';
import { runNow } from '../../support/run-now.ts';

let top: string;
const at = (...names: string[]): string => path.join(top, ...names);
const git = (cwd: string, ...args: readonly string[]): string =>
  runNow({
    program: 'git',
    args: ['-c', 'user.name=Bea', '-c', 'user.email=bea@example.org', ...args],
    cwd,
    env: { PATH: process.env.PATH, HOME: top, GIT_CONFIG_NOSYSTEM: '1' },
  }).trim();

/**
 * A repository that would run something at every turn, and a person whose ssh leads to it: what git asks for on the
 * other side is run here, with the folder that the address names.
 */
beforeEach(() => {
  top = realpathSync(mkdtempSync(path.join(tmpdir(), 'wasap-clone-')));
  for (const name of ['main', 'projects', 'source']) mkdirSync(at(name));
  git(top, 'init', '-q', '-b', 'main', 'source');
  const trap = `touch ${at('ran')}`;
  writeFileSync(at('source', 'README.md'), 'hello\n');
  writeFileSync(at('source', '.gitattributes'), '*.bin filter=trap\n*.lfs filter=lfs\n');
  writeFileSync(at('source', 'a.bin'), 'plain');
  writeFileSync(at('source', 'b.lfs'), 'pointer');
  writeFileSync(
    at('source', '.gitmodules'),
    `[submodule "x"]\n\tpath = x\n\turl = ${at('source')}\n\tupdate = !${trap}\n`,
  );
  symlinkSync('/etc', at('source', 'outside'));
  git(at('source'), 'add', '-A');
  git(at('source'), 'commit', '-qm', 'first');
  git(top, 'clone', '-q', '--bare', 'source', 'shop.git');
  writeFileSync(at('ssh'), `#!/bin/sh\neval last=\\$$#\nexec sh -c "$last"\n`);
  chmodSync(at('ssh'), 0o755);
  mkdirSync(at('template/hooks'), { recursive: true });
  writeFileSync(at('template/hooks/post-checkout'), `#!/bin/sh\n${trap}\n`);
  chmodSync(at('template/hooks/post-checkout'), 0o755);
  const settings = [
    `[core]\n\tsshCommand = ${at('ssh')}\n\thooksPath = ${at('template/hooks')}`,
    `[init]\n\ttemplateDir = ${at('template')}`,
    `[filter "trap"]\n\tsmudge = ${trap}; cat\n\trequired = true`,
    `[filter "lfs"]\n\tprocess = ${trap}\n\tsmudge = ${trap}; cat\n\trequired = true`,
    '[submodule]\n\trecurse = true',
    `[credential]\n\thelper = !${trap}`,
  ];
  writeFileSync(at('.gitconfig'), `${settings.join('\n')}\n`);
});
afterEach(() => rmSync(top, { recursive: true }));

function open(): Workspaces {
  return createWorkspaces({
    usual: at('main'),
    root: at('projects'),
    ownFolders: [],
    environment: { PATH: process.env.PATH ?? '', HOME: top, GIT_CONFIG_NOSYSTEM: '1' },
  });
}

function request(change: Partial<MakeRequest> = {}): MakeRequest {
  return {
    url: `ssh://git@example.org${at('shop.git')}`,
    name: 'shop',
    token: 'abc123',
    signal: new AbortController().signal,
    onProgress: () => undefined,
    ...change,
  };
}

test('a clone runs nothing of the repository, nor what the person has git run for others', async () => {
  const workspaces = open();
  await workspaces.make(request());
  const shop = at('projects/shop');
  expect({
    listed: workspaces.list().found.map(({ name }) => name),
    left: readdirSync(at('projects')),
    ran: existsSync(at('ran')),
    files: readdirSync(shop).sort(),
    filtered: [
      readFileSync(path.join(shop, 'a.bin'), 'utf8'),
      readFileSync(path.join(shop, 'b.lfs'), 'utf8'),
    ],
    link: readlinkSync(path.join(shop, 'outside')),
    hooks: existsSync(path.join(shop, '.git/hooks')),
    settings: readFileSync(path.join(shop, '.git/config'), 'utf8').match(/filter|hook|submodule|helper/gi),
    head: git(shop, '-c', 'core.hooksPath=/dev/null', 'log', '-1', '--format=%s %D'),
  }).toEqual({
    listed: ['main', 'shop'],
    left: ['shop'],
    ran: false,
    files: ['.git', '.gitattributes', '.gitmodules', 'README.md', 'a.bin', 'b.lfs', 'outside'],
    filtered: ['plain', 'pointer'],
    link: '/etc',
    hooks: false,
    settings: null,
    head: 'first HEAD -> main, origin/main, origin/HEAD',
  });
});

test('the traps of these tests work: a plain clone runs them', { tags: 'full' }, () => {
  expect(() => git(top, 'clone', '-q', '--no-recurse-submodules', at('shop.git'), 'plain')).toThrow();
  expect(existsSync(at('ran'))).toBe(true);
});

test('one that fails leaves nothing, and says what git said', async () => {
  const workspaces = open();
  const url = `ssh://git@example.org${at('nothing.git')}`;
  await expect(workspaces.make(request({ url }))).rejects.toMatchObject({
    kind: 'unavailable',
    message: expect.stringMatching(
      /^git: Could not read from remote repository\. '\S+nothing\.git' does not appear to be a git repository$/,
    ),
  });
  expect(readdirSync(at('projects'))).toEqual([]);
});

test('what ssh said is told, without what nobody can see', { tags: 'full' }, async () => {
  writeFileSync(
    at('ssh'),
    `#!/bin/sh\nprintf 'git@example.org: Permission denied \\033[31m(publickey).\\n' >&2\nexit 255\n`,
  );
  await expect(open().make(request())).rejects.toMatchObject({
    message:
      'git: Could not read from remote repository. git@example.org: Permission denied ?[31m(publickey).',
  });
});

test.each([
  ['http', 'http://127.0.0.1:9/shop.git'],
  ['a folder', 'PATH'],
  ['another program', 'ext::sh -c true'],
])('whatever the address was read as, git itself takes nothing by %s', async (_what, url) => {
  const named = url === 'PATH' ? at('shop.git') : url;
  await expect(open().make(request({ url: named }))).rejects.toMatchObject({ kind: 'unavailable' });
  expect(readdirSync(at('projects'))).toEqual([]);
});

test('one that is given up ends its git and leaves nothing', { tags: 'full' }, async () => {
  writeFileSync(at('ssh'), '#!/bin/sh\nsleep 600\n');
  const abort = new AbortController();
  const made = open().make(request({ signal: abort.signal }));
  setTimeout(() => abort.abort(), 300);
  await expect(made).rejects.toMatchObject({ kind: 'stopped' });
  expect(readdirSync(at('projects'))).toEqual([]);
});

test('what a program that was killed left is no project, and goes first, or when it is old', async () => {
  const workspaces = open();
  mkdirSync(at('projects/.wasap-new-abc123/shop/.git'), { recursive: true });
  const before = workspaces.list().found.map(({ name }) => name);
  await workspaces.make(request());
  mkdirSync(at('projects/.wasap-new-other/shop'), { recursive: true });
  const { mtimeMs } = statSync(at('projects/.wasap-new-other'));
  const counts = [await workspaces.removeHalfMade(mtimeMs), await workspaces.removeHalfMade(mtimeMs + 1)];
  expect([before, counts, readdirSync(at('projects'))]).toEqual([['main'], [0, 1], ['shop']]);
});

test('one that was there when its program was killed is there, and is not made again', {
  tags: 'full',
}, async () => {
  const workspaces = open();
  await workspaces.make(request());
  writeFileSync(at('projects/shop/mine.txt'), 'of the person');
  await workspaces.make(request({ url: 'https://127.0.0.1:9/never/asked.git' }));
  await expect(workspaces.make(request({ token: 'another' }))).rejects.toMatchObject({ kind: 'conflict' });
  expect(readFileSync(at('projects/shop/mine.txt'), 'utf8')).toBe('of the person');
});

test('an empty one is a repository without a commit, a hook or a template', { tags: 'full' }, async () => {
  const workspaces = open();
  await workspaces.make(request({ url: undefined, name: 'fresh' }));
  expect({
    files: readdirSync(at('projects/fresh/.git')).filter((name) => name === 'hooks'),
    facts: await workspaces.inspect(at('projects/fresh')),
  }).toEqual({
    files: [],
    facts: {
      repository: { branch: 'main', defaultBranch: undefined, changed: 0, lastCommit: undefined },
      languages: [],
      testCommand: undefined,
    },
  });
});

test.each([
  ['shop', 'taken'],
  ['Shop', 'taken'],
  ['MAIN', 'taken'],
  ['../x', 'bad-name'],
  ['a/../../b', 'bad-name'],
  ['/etc', 'bad-name'],
  ['x\0', 'bad-name'],
  ['x'.repeat(300), 'bad-name'],
  ['CON', 'bad-name'],
  ['-x', 'bad-name'],
  ['.wasap-new-abc', 'bad-name'],
  ['new', undefined],
])('a new project called %j: %s', (name, obstacle) => {
  writeFileSync(at('projects/shop'), 'a file is in the way as well');
  expect(open().findObstacle(name)).toBe(obstacle);
});

test('what took the name meanwhile stays as it is', { tags: 'full' }, async () => {
  const workspaces = open();
  const made = workspaces.make(request());
  mkdirSync(at('projects/shop'));
  await expect(made).rejects.toMatchObject({ kind: 'conflict' });
  expect([readdirSync(at('projects')), readdirSync(at('projects/shop'))]).toEqual([['shop'], []]);
});

test('a PROJECTS_ROOT that became a link is another folder', async () => {
  const workspaces = open();
  rmSync(at('projects'), { recursive: true });
  symlinkSync(at('main'), at('projects'));
  await expect(workspaces.make(request())).rejects.toMatchObject({ kind: 'not-found' });
  expect([workspaces.findObstacle('new'), readdirSync(at('main'))]).toEqual(['no-root', []]);
});
