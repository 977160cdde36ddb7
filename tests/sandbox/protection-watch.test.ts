import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Sandbox } from '../../src/contracts/exec.ts';
import { newProcessId } from '../../src/core/ids.ts';
import { isProtectedPath } from '../../src/policy/file-classes.ts';
import { createProtectionWatch } from '../../src/sandbox/protection-watch.ts';
import { fill, shell, supervisorOn, temporaryFolder } from '../processes/parts.ts';
import { eachInFull } from '../support/each-in-full.ts';
import { testEnvironment, testSandbox } from '../support/working-sandbox.ts';
import { makePlace, type Place, run, sandboxedSupervisor } from './sandbox-place.ts';

/** A project without history. */
function makePlain(files: Readonly<Record<string, string>> = { 'a.txt': 'one\n' }): Place {
  const place = makePlace();
  const project = fill(join(place.top, 'plain'), files);
  return { ...place, project };
}

describe('what a sandbox cannot close, because it is not there yet', { tags: 'sandbox' }, () => {
  const PLANTED = 'mkdir -p .git/hooks && echo evil >.git/hooks/pre-commit';

  eachInFull([
    ['a repository with a hook', PLANTED],
    ['a repository whose settings run something', 'git init -q && git config core.fsmonitor evil'],
    ['a pointer to another repository', 'echo "gitdir: ../elsewhere" >.git'],
    ['a link to another repository', 'mkdir x && ln -s x .git'],
    ['a repository that nobody may open', `${PLANTED} && chmod 000 .git`],
    ['a pipe in place of settings', 'git init -q && rm .git/config && mkfifo .git/config'],
  ])('%s is moved aside when the command has ended', async (_name, line) => {
    const place = makePlain();
    const { changes } = await run(place, { line, sandboxed: true });
    expect({ changes, left: existsSync(join(place.project, '.git')) }).toEqual({
      changes: [
        { path: '.git', kind: 'created', movedTo: expect.stringMatching(/\/watch\/.+\/moved\/\.git$/) },
      ],
      left: false,
    });
  });

  test('what lies on another disk is renamed where it is', async () => {
    const project = fill(mkdtempSync('/dev/shm/wasap-watch-'), {});
    onTestFinished(() => rmSync(project, { recursive: true }));
    const { changes } = await run({ ...makePlace(), project }, { line: PLANTED, sandboxed: true });
    const [moved = ''] = readdirSync(project);
    expect({ changes, moved }).toEqual({
      changes: [{ path: '.git', kind: 'created', movedTo: join(project, moved) }],
      moved: expect.stringMatching(/^\.git\.moved-aside-/),
    });
  });

  test('what was moved aside is kept as it was', async () => {
    const { changes } = await run(makePlain(), { line: PLANTED, sandboxed: true });
    expect(readFileSync(join(changes[0]?.movedTo ?? '', 'hooks/pre-commit'), 'utf8')).toBe('evil\n');
  });

  test('a new repository that runs nothing stays, and is told', async () => {
    const place = makePlain();
    const { changes } = await run(place, { line: 'git init -q', sandboxed: true });
    expect({ changes, left: existsSync(join(place.project, '.git/HEAD')) }).toEqual({
      changes: [{ path: '.git', kind: 'created' }],
      left: true,
    });
  });

  test('hooks that an approved command brings into a repository are moved aside', async () => {
    const place = makePlace();
    rmSync(join(place.project, '.git/hooks'), { recursive: true });
    const line = 'mkdir .git/hooks && echo evil >.git/hooks/pre-commit';
    const access = { network: false, writable: ['.git'] };
    const { changes } = await run(place, { line, sandboxed: true, access });
    expect({ changes, left: existsSync(join(place.project, '.git/hooks')) }).toEqual({
      changes: [{ path: '.git/hooks', kind: 'created', movedTo: expect.any(String) }],
      left: false,
    });
  });

  test.each([
    ['.git/commondir', 'mkdir evil && echo ../evil >.git/commondir'],
    ['.git/config.worktree', 'git config -f .git/config.worktree core.fsmonitor evil'],
  ])('%s, by which an approved command brings settings, is moved aside', async (name, line) => {
    const place = makePlace();
    const access = { network: false, writable: ['.git'] };
    const { changes } = await run(place, { line, sandboxed: true, access });
    expect({ changes, left: existsSync(join(place.project, name)) }).toEqual({
      changes: [{ path: name, kind: 'created', movedTo: expect.any(String) }],
      left: false,
    });
  });

  test('a folder of hooks that the settings of git name already is moved aside', async () => {
    const place = makePlain({ '.git/config': '[core]\n\thooksPath = .hooks\n', '.git/HEAD': 'x' });
    const line = 'mkdir .hooks && echo evil >.hooks/pre-push';
    const { changes } = await run(place, { line, sandboxed: true });
    expect(changes).toEqual([{ path: '.hooks', kind: 'created', movedTo: expect.any(String) }]);
  });

  test('files that other tools act on stay, and are told', async () => {
    const line = 'mkdir -p .github/workflows .vscode && echo x | tee .github/workflows/a.yml package.json';
    const { changes } = await run(makePlain(), { line, sandboxed: true });
    expect(changes).toEqual([
      { path: '.github', kind: 'created' },
      { path: '.vscode', kind: 'created' },
      { path: 'package.json', kind: 'created' },
    ]);
  });

  test('a program of the project that was changed where its link leads is told', async () => {
    const place = makePlain({ 'node_modules/typescript/bin/tsc': 'tsc', 'node_modules/.bin/.keep': '' });
    symlinkSync('../typescript/bin/tsc', join(place.project, 'node_modules/.bin/tsc'));
    const { changes } = await run(place, { line: 'echo evil >>node_modules/.bin/tsc', sandboxed: true });
    expect(changes).toEqual([{ path: 'node_modules/.bin/tsc', kind: 'changed' }]);
  });

  test('programs that an ordinary command brings are told as their folder', async () => {
    const line = 'mkdir -p .venv/bin && echo x >.venv/bin/python';
    const { changes } = await run(makePlain(), { line, sandboxed: true });
    expect(changes).toEqual([{ path: '.venv/bin', kind: 'created' }]);
  });

  test('what the approval names is not told', async () => {
    const access = { network: false, writable: ['package.json'] };
    const { changes } = await run(makePlain(), { line: 'echo x >package.json', sandboxed: true, access });
    expect(changes).toEqual([]);
  });

  test('a protected file that was replaced together with its folder is told', async () => {
    const place = makePlace({ 'packages/one/package.json': '{}' });
    const line = 'mv packages/one x && mkdir packages/one && echo evil >packages/one/package.json';
    const { changes } = await run(place, { line, sandboxed: true });
    expect(changes).toEqual([
      { path: 'packages/one/package.json', kind: 'changed' },
      { path: 'x/package.json', kind: 'created' },
    ]);
  });

  test('a protected file that was changed through another name of it is told', async () => {
    const place = makePlace();
    await run(place, { line: 'ln Makefile other', sandboxed: false });
    const { changes } = await run(place, { line: 'echo evil >>other', sandboxed: true });
    expect(changes).toEqual([{ path: 'Makefile', kind: 'changed' }]);
  });

  test('an ordinary command leaves nothing to tell', async () => {
    const line = 'echo x >made.txt && mkdir -p build/.git-not && git status --short';
    const { changes } = await run(makePlace(), { line, sandboxed: true });
    expect(changes).toEqual([]);
  });
});

describe('whoever finds the end of a command', { tags: 'sandbox' }, () => {
  test('a later program moves aside what it left while none was there', async () => {
    const place = makePlain();
    const id = newProcessId();
    const environment = testEnvironment(place.home);
    const sandbox = testSandbox({ home: place.home, watchFolder: join(place.top, 'watch') });
    // As a program that dies after the start: it never looks at what the command left.
    const blind: Sandbox = { ...sandbox, changes: () => [] };
    const first = supervisorOn(join(place.top, 'processes'), { environment, sandbox: blind });
    await first.start({
      id,
      execution: shell('echo "gitdir: ../elsewhere" >.git'),
      cwd: place.project,
      timeoutMs: 20_000,
    });
    await first.wait(id, new AbortController().signal);
    const later = sandboxedSupervisor(place);
    await later.fate(id);
    const { changes } = await later.output(id, 100);
    expect({ changes, left: existsSync(join(place.project, '.git')) }).toMatchObject({
      changes: [{ path: '.git', kind: 'created', movedTo: expect.any(String) }],
      left: false,
    });
  });
});

describe('what was found at the end of a command', () => {
  test('is carried out by the next program when this one died before moving it', () => {
    const { folder, project, id, watch } = planned();
    rmSync(join(folder, id, 'moved'), { recursive: true });
    fill(project, { '.git': 'gitdir: ../elsewhere\n' });
    const later = createProtectionWatch(folder, rulesOf);
    expect([later.changes(id), existsSync(join(project, '.git'))]).toEqual([watch.changes(id), false]);
  });

  test('is worked out once: what the person does later is theirs', () => {
    const { folder, project, id, watch } = planned();
    fill(project, { '.git/hooks/pre-commit': 'theirs' });
    const later = createProtectionWatch(folder, rulesOf);
    expect([later.changes(id), existsSync(join(project, '.git/hooks/pre-commit'))]).toEqual([
      watch.changes(id),
      true,
    ]);
  });

  test('is told also where nothing can be written any more, and a command that cannot be noted does not start', () => {
    const top = temporaryFolder();
    const [folder, project] = [join(top, 'watch'), fill(join(top, 'project'), { '.git': 'gitdir: x' })];
    const [id, other] = [newProcessId(), newProcessId()];
    const watch = createProtectionWatch(folder, rulesOf);
    watch.note(id, { workspace: project, marks: {}, opened: [] });
    // A link to nowhere stands for a disk that takes nothing.
    symlinkSync('/nonexistent/after.json', join(folder, id, 'after.json'));
    fill(folder, { [other]: 'in the way' });
    expect(watch.changes(id)).toMatchObject([{ path: '.git', movedTo: expect.any(String) }]);
    expect(() => watch.note(other, { workspace: project, marks: {}, opened: [] })).toThrow(
      /^The record of the command cannot be written: /,
    );
  });

  test('outlives what is forgotten of the command only where something was moved aside', () => {
    const { folder, id, watch } = planned();
    const other = newProcessId();
    watch.note(other, { workspace: '/nonexistent', marks: {}, opened: [] });
    watch.changes(other);
    watch.forget(id);
    watch.forget(other);
    expect([existsSync(join(folder, id, 'moved')), existsSync(join(folder, other))]).toEqual([true, false]);
  });

  /** A command that left a pointer, which was moved aside. */
  function planned() {
    const top = temporaryFolder();
    const [folder, project] = [join(top, 'watch'), join(top, 'project')];
    mkdirSync(project);
    const id = newProcessId();
    const watch = createProtectionWatch(folder, rulesOf);
    watch.note(id, { workspace: project, marks: {}, opened: [] });
    symlinkSync('elsewhere', join(project, '.git'));
    watch.changes(id);
    return { folder, project, id, watch };
  }
});

function rulesOf(workspace: string) {
  return { isProtected: isProtectedPath, gitSettings: [join(workspace, '.git/config')] };
}
