import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import * as z from 'zod';

const ROOT = path.resolve(import.meta.dirname, '../..');
const read = (name: string): string => readFileSync(path.join(ROOT, name), 'utf8');

const Packed = z.array(z.object({ files: z.array(z.object({ path: z.string(), size: z.int() })) })).length(1);

/** Paths in what `npm pack` would write. */
let packed: ReadonlySet<string>;
beforeAll(() => {
  const { stdout } = spawnSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  packed = new Set(Packed.parse(JSON.parse(stdout))[0]?.files.map((file) => file.path));
});

/** Files that a text leads to: links of Markdown. */
function linkedFrom(name: string): readonly string[] {
  return [...read(name).matchAll(/\]\((?!https?:|#)([^)#\s]+)/g)].map(([, link = '']) =>
    path.posix.join(path.posix.dirname(name), link),
  );
}

test('every link in a text of the package leads to a file of the package', () => {
  const texts = [...packed].filter((name) => name.endsWith('.md') && !name.startsWith('config/'));
  const broken = texts.flatMap((name) =>
    linkedFrom(name)
      .filter(
        (link) =>
          !packed.has(link) && ![...packed].some((file) => file.startsWith(`${link.replace(/\/$/, '')}/`)),
      )
      .map((link) => `${name}: ${link}`),
  );
  expect([texts.includes('README.md'), broken]).toEqual([true, []]);
});

test.each([
  'dist/wasap.cjs',
  'dist/program.cjs',
  'dist/parts/spanish.cjs',
  'dist/parts/console.cjs',
  'config/agent.yaml',
  '.env.example',
  'LICENSE',
  'CHANGELOG.md',
  'docs/operations.md',
  'data/workspace/SOUL.md.example',
])('%s, which the program or its texts name, is in it', (name) => {
  expect(packed.has(name)).toBe(true);
});

test('nothing of the source, of a machine or of a person is in it', () => {
  const odd = [...packed].filter((name) =>
    /^(src|tests|node_modules)\/|\.cache$|(^|\/)\.env$|^data\/(?!workspace\/)/.test(name),
  );
  expect(odd).toEqual([]);
});

test('its installation runs no script of ours, so nothing is built then', () => {
  const { scripts, bin } = z
    .object({ scripts: z.record(z.string(), z.string()), bin: z.record(z.string(), z.string()) })
    .parse(JSON.parse(read('package.json')));
  const onInstall = ['preinstall', 'install', 'postinstall', 'preprepare', 'prepare', 'postprepare'];
  expect([
    onInstall.filter((name) => name in scripts),
    Object.values(bin).every((file) => packed.has(file)),
  ]).toEqual([[], true]);
});

test('packing builds first: what is packed is never older than the source', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
  expect([scripts.prepack, existsSync(path.join(ROOT, 'esbuild.config.mjs'))]).toEqual([
    'node esbuild.config.mjs',
    true,
  ]);
});
