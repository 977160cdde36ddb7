import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, test } from 'vitest';

const run = promisify(execFile);
const ROOT = path.resolve(import.meta.dirname, '../..');
const place = mkdtempSync(path.join(tmpdir(), 'wasap-readme-'));
afterAll(() => rmSync(place, { recursive: true }));

/** Times, hashes and the letters of a question differ from run to run. */
function steady(screen: string): readonly string[] {
  return screen
    .replaceAll(/\b\d+ s\b/g, '<time>')
    .replaceAll(/\b[0-9a-f]{7,}\b/g, '<hash>')
    .replaceAll(/(\/approve |\/reject |Yes to )[a-z0-9]{3}/g, '$1<code>')
    .split('\n')
    .filter((line) => line !== '');
}

test('the demo prints, line by line, what the README shows of it', async () => {
  const readme = readFileSync(path.join(ROOT, 'README.md'), 'utf8');
  const shown = /^```\n(You › \/agent .*?)^```$/ms.exec(readme)?.[1] ?? '';
  const env = { PATH: process.env.PATH, HOME: place, TMPDIR: place };
  const { stdout } = await run(process.execPath, ['dist/wasap.cjs', 'demo'], { cwd: ROOT, env });
  const wanted = steady(shown).filter((line) => line !== '…');
  const printed = steady(stdout);
  expect(printed.filter((line) => wanted.includes(line))).toEqual(wanted);
});
