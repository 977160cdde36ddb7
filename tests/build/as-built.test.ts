import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { forgetBuilt, isAsBuilt, noteBuilt } from '../../config/build/as-built.mjs';
import { tempFolder } from '../support/program.ts';

const FILES = [
  'package.json',
  'tsconfig.json',
  'src/web-server/client/tsconfig.json',
  'node_modules/.package-lock.json',
  'src/launcher.cjs',
  'src/main.ts',
  'config/access.yaml',
  'config/agent.yaml',
  'config/tool-commands.yaml',
  'esbuild.config.mjs',
  'config/build/program.mjs',
  'dist/program.cjs',
  'dist/parts/spanish.cjs',
];

/** A checkout with what a build has made of it. `lateMs`: how long after its files were written the build began; negative: before. */
function checkout({ lateMs = 60_000 } = {}) {
  const folder = tempFolder('built');
  onTestFinished(() => folder.remove());
  const write = (name: string, text = 'as it was'): void => {
    mkdirSync(path.dirname(path.join(folder.path, name)), { recursive: true });
    writeFileSync(path.join(folder.path, name), text);
  };
  for (const name of FILES) write(name);
  const inputs = [path.join(folder.path, 'src/main.ts'), path.join(folder.path, 'late:fs')];
  noteBuilt(folder.path, { inputs, begunAtMs: Date.now() + lateMs });
  return { root: folder.path, write, remove: (name: string) => rmSync(path.join(folder.path, name)) };
}

test('what is as it was is not built again, whenever it was written; caches do not count', () => {
  const { root, write } = checkout();
  write('src/main.ts');
  write('dist/program.v22.0.0-x64.cache');
  write('src/of-no-bundle.ts');
  expect(isAsBuilt(root)).toBe(true);
});

test.each(FILES)('%s makes a build necessary, changed or gone', (name) => {
  const { root, write, remove } = checkout();
  write(name, 'otherwise');
  const changed = isAsBuilt(root);
  write(name);
  const back = isAsBuilt(root);
  remove(name);
  expect([changed, back, isAsBuilt(root)]).toEqual([false, true, false]);
});

test.each(['config/build/new.mjs', 'dist/parts/of-an-older-build.cjs'])(
  '%s makes it necessary, new',
  (name) => {
    const { root, write } = checkout();
    write(name);
    expect(isAsBuilt(root)).toBe(false);
  },
);

test('a build that was broken off, or during which a file was written, counts for nothing', () => {
  const { root } = checkout();
  forgetBuilt(root);
  expect([isAsBuilt(root), isAsBuilt(checkout({ lateMs: -1000 }).root)]).toEqual([false, false]);
});
