import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { sha256 } from '../../src/core/json.ts';
import { createHashedFiles } from '../../src/files/kept-files.ts';

function scene() {
  const folder = mkdtempSync(path.join(tmpdir(), 'wasap-kept-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const kept = path.join(folder, 'kept');
  return { folder, kept, files: createHashedFiles(kept, 'the file') };
}

test('a file is taken by moving it, and one that comes twice is there once', async () => {
  const { folder, kept, files } = scene();
  const hash = sha256(Buffer.from('hello'));
  for (const name of ['a', 'b']) {
    writeFileSync(path.join(folder, name), 'hello', { mode: 0o600 });
    await files.take({ path: path.join(folder, name), hash });
  }
  expect([
    readdirSync(folder),
    readdirSync(kept),
    Buffer.from(files.bytesOf(hash) ?? []).toString(),
    (statSync(path.join(kept, hash)).mode & 0o777).toString(8),
  ]).toEqual([['kept'], [hash], 'hello', '600']);
});

test('what nobody needs goes, but not what has just come', async () => {
  const { kept, files } = scene();
  const [used, unused] = [await files.keep(Buffer.from('used')), await files.keep(Buffer.from('unused'))];
  writeFileSync(path.join(kept, `${unused}.part`), 'half');
  const isUsed = (hash: string) => hash === used;
  const early = await files.removeUnused(isUsed, Date.now() - 60_000);
  const late = await files.removeUnused(isUsed, Date.now() + 60_000);
  expect([early, late, readdirSync(kept)]).toEqual([0, 2, [used]]);
});
