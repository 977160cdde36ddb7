import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { findProgram } from '../../../src/processes/command-environment.ts';
import { fill, git } from '../../processes/parts.ts';
import { sandboxWorks } from '../../support/working-sandbox.ts';
import { linkAll, makeWorktree, runIn, type WorktreePlace } from './place.ts';

const works = await sandboxWorks();
const WAYS = [
  { name: 'in a sandbox', sandboxed: true },
  { name: 'without one', sandboxed: false },
].filter(({ sandboxed }) => works || !sandboxed);

const python = findProgram('python3', process.env.PATH ?? '');

interface Venv {
  readonly place: WorktreePlace;
  /** Site folder of the project's environment, relative to it. */
  readonly site: string;
}

/** A package of the project that is installed as "editable", a script of it, and a package of others. */
function pythonProject(): Venv {
  const place = makeWorktree({
    committed: {
      'src/mine/__init__.py': "WHERE = 'the project'\n",
      'tests/test_mine.py':
        'import unittest\nimport mine, other\n\n\nclass T(unittest.TestCase):\n    def test_both(self):\n        self.assertEqual((mine.WHERE, other.NAME), ("the worktree", "other"))\n',
    },
  });
  const { project } = place;
  execFileSync(python ?? '', ['-m', 'venv', '--without-pip', join(project, '.venv')]);
  const [version = ''] = readdirSync(join(project, '.venv/lib'));
  const site = `.venv/lib/${version}/site-packages`;
  fill(project, {
    [`${site}/other/__init__.py`]: "NAME = 'other'\n",
    [`${site}/__editable__.mine-1.0.pth`]: `${project}/src\n`,
    '.venv/bin/where': `#!${project}/.venv/bin/python3\nimport mine, sys\nprint(mine.WHERE, sys.prefix)\n`,
  });
  execFileSync('chmod', ['755', join(project, '.venv/bin/where')]);
  fill(place.folder, { 'src/mine/__init__.py': "WHERE = 'the worktree'\n" });
  return { place, site };
}

describe.each(WAYS)('a Python environment, $name', { tags: 'python' }, ({ sandboxed }) => {
  test('runs the code of the worktree, by its own name, by a script, and activated', {
    tags: 'full',
  }, async () => {
    const { place } = pythonProject();
    const { dependencies, linked } = await linkAll(place);
    expect(dependencies).toEqual([{ path: '.venv', how: 'linked', why: '' }]);
    const lines = [
      '.venv/bin/python -m unittest discover -s tests',
      '.venv/bin/where',
      '. .venv/bin/activate && python3 -c "import mine; print(mine.WHERE)"',
    ];
    const { fate, stdout, stderr } = await runIn(place, { line: lines.join(' && '), sandboxed, linked });
    expect({ fate, stdout }, stderr).toEqual({
      fate: { kind: 'exited', exitCode: 0, durationMs: expect.any(Number) },
      stdout: `the worktree ${place.folder}/.venv\nthe worktree\n`,
    });
  });
});

describe('a Python environment', { tags: 'python' }, () => {
  test('shows nothing to git, and its files stay those of the project', { tags: 'full' }, async () => {
    const { place, site } = pythonProject();
    await linkAll(place);
    expect(git(place.folder, 'status', '--porcelain')).toBe(' M src/mine/__init__.py\n');
    expect(readFileSync(join(place.project, `${site}/__editable__.mine-1.0.pth`), 'utf8')).toBe(
      `${place.project}/src\n`,
    );
  });

  test('is not written into from a sandbox', { tags: 'sandbox' }, async () => {
    const { place, site } = pythonProject();
    const { linked } = await linkAll(place);
    const line = `echo evil >${site}/other/__init__.py; echo evil >"$HOME/project/${site}/new.py"`;
    const { stderr } = await runIn(place, { line, sandboxed: true, linked });
    expect([
      stderr.match(/Read-only file system/g)?.length,
      readFileSync(join(place.project, site, 'other/__init__.py'), 'utf8'),
    ]).toEqual([2, "NAME = 'other'\n"]);
  });

  test('whose package is made by a build that git ignores cannot be used from elsewhere', {
    tags: 'full',
  }, async () => {
    const { place, site } = pythonProject();
    fill(place.project, {
      [`${site}/_built_editable_loader.py`]: '',
      [`${site}/built.pth`]: `${place.project}/build/lib\n`,
    });
    expect(await linkAll(place)).toEqual({
      dependencies: [
        { path: '.venv', how: 'missing', why: 'It leads to build/lib, which git does not know.' },
      ],
      linked: [],
    });
    expect(existsSync(join(place.folder, '.venv'))).toBe(false);
  });

  test('whose place is too long for the first line of a script is started by sh', {
    tags: 'full',
  }, async () => {
    const { place } = pythonProject();
    const folder = join(place.data, 'worktrees', 'x'.repeat(100), 'a project');
    git(place.project, 'worktree', 'add', '--quiet', '--detach', folder);
    fill(folder, { 'src/mine/__init__.py': "WHERE = 'far away'\n" });
    const { linked } = await linkAll({ ...place, folder });
    const { stdout, stderr } = await runIn(
      { ...place, folder },
      { line: '.venv/bin/where', sandboxed: works, linked },
    );
    expect([stdout, stderr]).toEqual([`far away ${folder}/.venv\n`, '']);
  });
});

test('a folder that only has such a name is no environment', async () => {
  const place = makeWorktree({ ignored: { '.venv/notes.txt': 'x' } });
  expect(await linkAll(place)).toEqual({ dependencies: [], linked: [] });
});
