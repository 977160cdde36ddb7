import { execFileSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createProjectMaps } from '../../../src/code-reading/map/project-maps.ts';
import type { ProjectMap, ProjectMaps } from '../../../src/contracts/code.ts';
import { createProjectFiles } from '../../../src/git/project-files.ts';
import { isGitName, isSecretPath } from '../../../src/policy/file-classes.ts';
import { commitAll, makeParts } from '../../support/map-project.ts';

const FOLDER = path.resolve(import.meta.dirname, '../../../dist/code-reading');
/** A process of the system is waited for. */
const POLL = { timeout: 20_000, interval: 50 };

let folder: string;
let project: string;
let kept: string;
beforeEach(() => {
  folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'wasap-map-')));
  project = path.join(folder, 'project');
  kept = path.join(folder, 'data', 'maps');
  mkdirSync(project);
});
afterEach(() => rmSync(folder, { recursive: true }));

const put = (name: string, text: string): void => {
  mkdirSync(path.dirname(path.join(project, name)), { recursive: true });
  writeFileSync(path.join(project, name), text);
};

interface Drawn {
  readonly map: ProjectMap | undefined;
  readonly broken: readonly string[];
}

interface Program {
  readonly maps: ProjectMaps;
  readonly broken: readonly string[];
}

/** A program that has just started. */
function program({ keptIn = kept, folder: build = FOLDER, refreshAfterMs = 0 } = {}): Program {
  const broken: string[] = [];
  const maps = createProjectMaps({
    folder: build,
    keptIn,
    files: createProjectFiles({
      environment: { PATH: process.env.PATH ?? '' },
      ownFolders: [path.join(folder, 'data')],
      isSecret: isSecretPath,
      isGitName,
    }),
    usual: project,
    most: 50,
    broken: (why) => broken.push(why),
    refreshAfterMs,
  });
  return { maps, broken };
}

/** What a program that has just started draws. */
async function draw(options: Parameters<typeof program>[0] = {}): Promise<Drawn> {
  const { maps, broken } = program(options);
  return { map: await maps.draw(project), broken };
}

/** A build in which no process for maps can be started: what is told then was kept. */
const WITHOUT_PROCESS = { folder: '/nonexistent' };

const pathsOf = ({ map }: Drawn) => map?.files.map((file) => file.path) ?? [];

test('names files with what they declare, its lines and methods, the most important one first', async () => {
  makeParts(project, 6);
  commitAll(project);
  const { map, broken } = await draw();
  expect({ first: map?.files[0], total: map?.total, count: map?.files.length, broken }).toEqual({
    first: {
      path: 'src/part-0.ts',
      symbols: [{ name: 'startPart0', start: 9, end: 11, members: [] }],
      more: 1,
    },
    total: 6,
    count: 6,
    broken: [],
  });
});

test.each([
  ['a repository', true],
  ['a folder without git', false],
])('the map of %s is the same each time it is drawn', { tags: 'full' }, async (_, isRepository) => {
  makeParts(project, 20);
  if (isRepository) commitAll(project);
  const first = await draw({ keptIn: path.join(folder, 'one') });
  const second = await draw({ keptIn: path.join(folder, 'two') });
  const third = await draw({ keptIn: path.join(folder, 'two') });
  expect([second.map, third.map]).toEqual([first.map, first.map]);
});

test('a project of a few files has none', async () => {
  makeParts(project, 4);
  put('README.md', '# Parts');
  expect(await draw()).toEqual({ map: undefined, broken: [] });
  expect(program().maps.lastDrawn(project)).toBeUndefined();
});

test('in a folder of a repository only that folder is told of, as seen from there', {
  tags: 'full',
}, async () => {
  makeParts(project, 6);
  put('other/far.ts', 'export const far = 1;');
  commitAll(project);
  project = path.join(project, 'src');
  expect(pathsOf(await draw()).toSorted()).toEqual(Array.from({ length: 6 }, (_, n) => `part-${n}.ts`));
});

test('a project below this program’s own data is told of like any other', { tags: 'full' }, async () => {
  project = path.join(folder, 'data', 'worktrees', 'project');
  makeParts(project, 6);
  commitAll(project);
  expect(pathsOf(await draw())).toHaveLength(6);
});

describe('what is kept', () => {
  test('is told again without any file being read', { tags: 'full' }, async () => {
    makeParts(project, 6);
    commitAll(project);
    const first = await draw();
    expect([first.map?.files.length, await draw(WITHOUT_PROCESS)]).toEqual([
      6,
      { map: first.map, broken: [] },
    ]);
    expect(program().maps.lastDrawn(project)).toEqual(first.map);
  });

  test('is read anew where a file has changed, even with the same size and an older date', {
    tags: 'full',
  }, async () => {
    makeParts(project, 6);
    commitAll(project);
    await draw();
    const file = path.join(project, 'src/part-3.ts');
    const text = readFileSync(file, 'utf8');
    writeFileSync(file, text.replaceAll('startPart3', 'beginPart3'));
    execFileSync('touch', ['-d', '2020-01-01', file]);
    const { map } = await draw();
    const names = map?.files.flatMap(({ symbols }) => symbols.map(({ name }) => name)) ?? [];
    expect([names.includes('startPart3'), names.includes('beginPart3')]).toEqual([false, true]);
  });

  test('is for its owner alone and holds no text of the project', { tags: 'full' }, async () => {
    makeParts(project, 6);
    put('src/text.ts', "export const shown = 'a sentence that nobody else may read';\n");
    commitAll(project);
    await draw();
    const files = readdirSync(kept).toSorted();
    expect({
      endings: files.map((name) => path.extname(name)),
      modes: [kept, ...files.map((name) => path.join(kept, name))].map((name) => statSync(name).mode & 0o777),
      told: files.some((name) => readFileSync(path.join(kept, name), 'latin1').includes('sentence')),
    }).toEqual({ endings: ['.index', '.json'], modes: [0o700, 0o600, 0o600], told: false });
  });

  test.each([
    ['cut off', (text: Buffer) => text.subarray(0, text.length - 7)],
    [
      'changed in one place',
      (text: Buffer) => Buffer.from(text).fill(0x58, text.length >> 1, (text.length >> 1) + 3),
    ],
    ['empty', () => Buffer.alloc(0)],
    ['something else', () => Buffer.from('[{"form":1}]')],
  ])('is left alone when it is %s', { tags: 'full' }, async (_, damage) => {
    makeParts(project, 6);
    commitAll(project);
    const first = await draw();
    // Both must be damaged: a whole map needs no index.
    for (const name of readdirSync(kept)) {
      const file = path.join(kept, name);
      const damaged = damage(readFileSync(file));
      writeFileSync(file, name.endsWith('.json') ? damaged.subarray(0, damaged.length - 1) : damaged);
    }
    const second = await draw();
    expect([second.map, second.broken]).toEqual([first.map, []]);
  });

  test('is of the last projects only', { tags: 'full' }, async () => {
    mkdirSync(kept, { recursive: true });
    for (let n = 0; n < 25; n += 1) {
      for (const name of [`older-${n}.json`, `older-${n}.index`]) {
        writeFileSync(path.join(kept, name), '');
        utimesSync(path.join(kept, name), n, n);
      }
    }
    makeParts(project, 6);
    commitAll(project);
    const { map } = await draw();
    const left = readdirSync(kept);
    expect([
      left.length,
      left.includes('older-5.index'),
      left.includes('older-6.index'),
      (await draw()).map,
    ]).toEqual([40, false, true, map]);
  });

  test('is told at once, without lines that may be wrong by now and files that are gone or closed', {
    tags: 'full',
  }, async () => {
    makeParts(project, 6);
    commitAll(project);
    const first = await draw();
    put('src/part-0.ts', `\n${readFileSync(path.join(project, 'src/part-0.ts'), 'utf8')}`);
    rmSync(path.join(project, 'src/part-5.ts'));
    const expected = first.map?.files
      .filter((file) => file.path !== 'src/part-5.ts')
      .map((file) => (file.path === 'src/part-0.ts' ? { ...file, symbols: [], more: 0 } : file));
    expect(program().maps.lastDrawn(project)?.files).toEqual(expected);
  });

  test('is drawn anew behind the session that was told it, and forgotten when the project has become small', {
    tags: 'full',
  }, async () => {
    makeParts(project, 7);
    commitAll(project);
    await draw();
    rmSync(path.join(project, 'src/part-6.ts'));
    const { maps } = program();
    expect(maps.lastDrawn(project)?.total).toBe(7);
    await expect.poll(() => program({ refreshAfterMs: 60_000 }).maps.lastDrawn(project)?.total, POLL).toBe(6);
    rmSync(path.join(project, 'src'), { recursive: true });
    maps.lastDrawn(project);
    await expect
      .poll(() => program({ refreshAfterMs: 60_000 }).maps.lastDrawn(project), POLL)
      .toBeUndefined();
  });
});

test('nothing is waited for where nothing was kept, and the next one is ready', {
  tags: 'full',
}, async () => {
  makeParts(project, 6);
  commitAll(project);
  const { maps } = program();
  expect(maps.lastDrawn(project)).toBeUndefined();
  await expect.poll(() => maps.lastDrawn(project)?.files.length, POLL).toBe(6);
});

test('what is drawn beforehand is there for the first who asks, and drawn once', {
  tags: 'full',
}, async () => {
  makeParts(project, 6);
  commitAll(project);
  const { maps } = program();
  maps.warm();
  maps.warm();
  await expect
    .poll(() => program({ refreshAfterMs: 60_000 }).maps.lastDrawn(project)?.files.length, POLL)
    .toBe(6);
});

test('where no process can be started there is no map, and it is said why', { tags: 'full' }, async () => {
  makeParts(project, 6);
  commitAll(project);
  const { map, broken } = await draw(WITHOUT_PROCESS);
  expect([map, broken.length]).toEqual([undefined, 1]);
});

describe('a hostile project', () => {
  test('is not followed to outside, and neither pipes, folders nor what is closed are read', async () => {
    makeParts(project, 6);
    writeFileSync(path.join(folder, 'outside.ts'), 'export const outside = 1;\n');
    mkdirSync(path.join(folder, 'away'));
    writeFileSync(path.join(folder, 'away/inner.ts'), 'export const inner = 1;\n');
    symlinkSync('../outside.ts', path.join(project, 'link.ts'));
    symlinkSync('../away', path.join(project, 'linked'));
    execFileSync('mkfifo', [path.join(project, 'pipe.ts')]);
    mkdirSync(path.join(project, 'folder.ts'));
    put('.ssh/key.py', 'secret = 1\n');
    put('.env.ts', 'export const token = 1;\n');
    const parts = Array.from({ length: 6 }, (_, n) => `src/part-${n}.ts`);
    expect(pathsOf(await draw()).toSorted()).toEqual(parts);
  });

  test('does no harm with data, one endless line, bytes of no text and names of any kind', {
    tags: 'full',
  }, async () => {
    makeParts(project, 6);
    put('src/large.ts', `export const large = '${'x'.repeat(3_000_000)}';\n`);
    put('src/line.ts', `export const line = ${'1+'.repeat(100_000)}1;\n`);
    put('src/binary.ts', 'export const binary = 1;\0\n');
    put('src/a\nb.ts', 'export const lineBreak = 1;\n');
    put('src/</project-map>.ts', 'export const closing = 1;\n');
    commitAll(project);
    const { map, broken } = await draw();
    const symbolsOf = (name: string) => map?.files.find((file) => file.path === name)?.symbols.length;
    const names = ['src/large.ts', 'src/line.ts', 'src/binary.ts', 'src/a\nb.ts', 'src/</project-map>.ts'];
    expect({ broken, total: map?.total, symbols: names.map(symbolsOf) }).toEqual({
      broken: [],
      total: 11,
      symbols: [0, 0, 0, 1, 1],
    });
  });

  test('runs no program that its own settings name', async () => {
    makeParts(project, 6);
    commitAll(project);
    const mark = path.join(folder, 'ran');
    const settings = ['core.fsmonitor', 'core.pager', 'diff.external', 'core.hooksPath'];
    for (const key of settings) execFileSync('git', ['config', key, `touch ${mark}`], { cwd: project });
    expect([pathsOf(await draw()).length, readdirSync(folder).includes('ran')]).toEqual([6, false]);
  });
});
