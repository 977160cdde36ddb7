import { existsSync, mkdirSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import * as z from 'zod';
import type { Access } from '../../src/contracts/exec.ts';
import { isProtectedPath } from '../../src/policy/file-classes.ts';
import { createSandbox, findSandbox } from '../../src/sandbox/sandbox.ts';
import { findSandboxRuntime, packageFolders, satisfies } from '../../src/sandbox/sandbox-runtime.ts';
import { fill, git, repository, runToEnd, shell, supervisorOn, temporaryFolder } from '../processes/parts.ts';
import { testEnvironment } from '../support/working-sandbox.ts';
import { connectTo, listening, makePlace, type Place } from './sandbox-place.ts';

const NAME = '@anthropic-ai/sandbox-runtime';

/** Folder of packages that holds one of this name. */
function installed(manifest: object, source = ''): string {
  const folder = temporaryFolder();
  fill(join(folder, NAME), { 'package.json': JSON.stringify(manifest), 'index.js': source });
  return folder;
}

function found(folders: readonly string[], workspaces: readonly string[] = []) {
  return findSandboxRuntime({ folders, workspaces, nodeVersion: '20.20.2' });
}

test.each([
  ['20.20.2', '>=20.11.0', true],
  ['20.20.2', '>=22.12.0', false],
  ['22.12.0', '>=22.12.0', true],
  ['22.9.1', '>=22.12.0', false],
  ['20.20.2', '>=20', true],
  ['20.20.2', '^20 || ^22', false],
])('Node %s satisfies %s: %s', (version, range, answer) => {
  expect(satisfies(version, range)).toBe(answer);
});

test('where nobody installed it there is none', () => {
  expect(found([temporaryFolder()])).toBeUndefined();
});

test('one that needs a newer Node is refused, and says so', () => {
  const folder = installed({ version: '0.0.83', engines: { node: '>=22.12.0' } });
  expect(found([folder])).toEqual({
    detail: 'sandbox-runtime 0.0.83 needs Node >=22.12.0, and this is 20.20.2',
  });
});

test('one whose functions are not there is refused, and says so', () => {
  const folder = installed({ version: '9.0.0', main: 'index.js' }, 'exports.Other = {};');
  expect(found([folder])).toEqual({ detail: expect.stringMatching(/^sandbox-runtime cannot be loaded: /) });
});

test('one inside the project is never loaded', () => {
  const folder = installed({ version: '9.0.0', main: 'index.js' }, 'globalThis.hasRun = true;');
  expect([found([folder], [realpathSync(folder)]), 'hasRun' in globalThis]).toEqual([undefined, false]);
});

test('of what is not there in .git only hooks are closed, and they only where somebody could make them', async () => {
  const says = `exports.SandboxManager = {
    wrapWithSandbox: async (_line, _shell, { filesystem }) => JSON.stringify(filesystem.denyWrite),
    cleanupAfterCommand() {},
  };`;
  const provider = found([installed({ version: '9.0.0', main: 'index.js' }, says)]);
  if (provider === undefined || 'detail' in provider) throw new Error('it is there');
  const workspace = repository();
  rmSync(join(workspace, '.git/hooks'), { recursive: true, force: true });
  const inside = {
    workspace,
    access: { network: false, writable: [] },
    environment: testEnvironment(),
  };
  const closedWhere = async (kind: 'readable' | 'writable'): Promise<unknown> => {
    const git = { kind, path: join(workspace, '.git') };
    const wrapped = await provider.wrap(['true'], inside, [{ kind: 'writable', path: workspace }, git]);
    const paths = z.array(z.string()).parse(JSON.parse(wrapped.at(-1) ?? ''));
    return paths.map((path) => relative(workspace, path));
  };
  expect([await closedWhere('readable'), await closedWhere('writable')]).toEqual([
    ['.git', '.git/config'],
    ['.git/hooks', '.git/config'],
  ]);
});

test('it is looked for beside and above this program and where its Node keeps packages', () => {
  expect(packageFolders('/opt/a/node_modules/wasap-agent', '/opt/node/bin/node')).toEqual([
    '/opt/a/node_modules/wasap-agent/node_modules',
    '/opt/a/node_modules/node_modules',
    '/opt/a/node_modules',
    '/opt/node_modules',
    '/opt/node/lib/node_modules',
    '/usr/local/lib/node_modules',
    '/usr/lib/node_modules',
  ]);
});

test('its refusal is told beside the problem of the first choice', async () => {
  const folder = installed({ version: '0.0.83', engines: { node: '>=22.12.0' } });
  const runtime = { folders: [folder], workspaces: [], nodeVersion: '20.20.2' };
  const { state } = await findSandbox({ environment: testEnvironment(), program: undefined, runtime });
  expect(state).toMatchObject({
    kind: 'off',
    detail: expect.stringContaining('sandbox-runtime 0.0.83 needs Node >=22.12.0'),
  });
});

/** Where the real one is; WASAP_SANDBOX_RUNTIME names a folder of packages. */
const runtime = {
  folders: [process.env.WASAP_SANDBOX_RUNTIME ?? '', ...packageFolders(process.cwd(), process.execPath)],
  workspaces: [],
  nodeVersion: process.versions.node,
};
const choice = await findSandbox({ environment: testEnvironment(), program: undefined, runtime });
if (choice.provider === undefined) {
  const why = choice.state.kind === 'off' ? choice.state.detail : '';
  process.stderr.write(`Left out, no ${NAME} here: ${why || `npm install -g ${NAME}`}\n`);
}

describe.skipIf(choice.provider === undefined)('the real one', () => {
  let place: Place;
  beforeEach(() => {
    place = makePlace();
  });

  async function run(line: string, access?: Access, project = place.project) {
    const environment = testEnvironment(place.home);
    const sandbox = createSandbox({
      environment,
      hidden: [join(place.top, 'ours')],
      isProtected: isProtectedPath,
      watchFolder: join(place.top, 'watch'),
      program: undefined,
      runtime,
    });
    const supervisor = supervisorOn(join(place.top, 'processes'), { environment, sandbox });
    const execution = { ...shell(line), ...(access === undefined ? {} : { access }) };
    const { id, fate } = await runToEnd(supervisor, execution, 20_000, project);
    const output = await supervisor.output(id, 4000);
    return { ...output, exitCode: fate.kind === 'exited' ? fate.exitCode : undefined };
  }

  test('holds, and is told by its name', () => {
    expect(choice.state).toEqual({ kind: 'on', name: 'sandbox-runtime', version: expect.any(String) });
  });

  test.each([
    ['cat ../.ssh/id_ed25519'],
    ['cat ../../ours/wasap.db'],
    ['echo x >/etc/canary'],
    ['echo evil >.git/hooks/pre-commit'],
    ['git config core.pager evil'],
    ['echo x >>Makefile'],
  ])('%s fails', async (line) => {
    expect((await run(line)).exitCode).toBeGreaterThan(0);
  });

  test.each([
    ['make test'],
    ['git status --short'],
    ['npm --version'],
    ["echo 'it''s' >made.txt && test \"$(cat made.txt)\" = its"],
    ['mktemp'],
  ])('%s works', async (line) => {
    expect(await run(line)).toMatchObject({ exitCode: 0 });
  });

  test('no network, unless it is granted', async () => {
    const line = connectTo(await listening());
    const without = await run(line);
    const granted = await run(line, { network: true, writable: [] });
    expect([without.exitCode, granted.exitCode]).toEqual([1, 0]);
  });

  test('no variables of this program', async () => {
    const { stdout } = await run(
      'cat /proc/1/environ /proc/self/environ | tr "\\0" "\\n" | cut -d= -f1 | sort -u',
    );
    expect(stdout.split('\n')).not.toContain('VITEST');
  });

  test('in a folder without a repository no hook can be made, and none of its mount points is left', async () => {
    const project = join(place.top, 'plain');
    mkdirSync(project);
    const { exitCode } = await run(
      'mkdir -p .git/hooks && echo evil >.git/hooks/pre-commit',
      undefined,
      project,
    );
    expect([exitCode === 0, existsSync(join(project, '.git'))]).toEqual([false, false]);
  });

  test('what an approval names is open', async () => {
    const access = { network: false, writable: ['Makefile', '.git'] };
    const line = 'echo new >Makefile && git -c user.name=a -c user.email=a@b commit -qam second';
    expect([
      (await run(line, access)).exitCode,
      readFileSync(join(place.project, 'Makefile'), 'utf8'),
      git(place.project, 'log', '-1', '--format=%s'),
    ]).toEqual([0, 'new\n', 'second\n']);
  });
});
