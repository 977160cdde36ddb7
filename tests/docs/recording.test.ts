/**
 * The recording of the demo on the first page. `npm run docs` makes it anew from what the demo prints.
 * @module-tag full
 */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, test } from 'vitest';
import { ROOT } from './markdown.ts';
import { recordingOf } from './terminal/recording.ts';

const run = promisify(execFile);
const place = mkdtempSync(path.join(tmpdir(), 'wasap-recording-'));
afterAll(() => rmSync(place, { recursive: true }));

/** From what is typed to what was checked at the end. */
const SHOWN = /^You › .*?^Checked afterwards: [^\n]*$/msu;

/** Times, hashes and the letters of a question differ from run to run. */
function lifelike(screen: string): string {
  const [, letters = 'k7x'] = /\/approve (\w+)/.exec(screen) ?? [];
  return screen
    .replaceAll(/\b\d+ s\b/g, '3 s')
    .replaceAll(/\b[0-9a-f]{7,40}\b/g, '3b2d85b')
    .replaceAll(new RegExp(`\\b${letters}\\b`, 'g'), 'k7x');
}

test('docs/pictures/demo.svg shows what the demo prints', async () => {
  const env = { PATH: process.env.PATH, HOME: place, TMPDIR: place };
  const { stdout } = await run(process.execPath, ['dist/wasap.cjs', 'demo'], { cwd: ROOT, env });
  const [screen = ''] = SHOWN.exec(stdout) ?? [];
  const lines = lifelike(screen).split('\n');
  expect(lines.length).toBeGreaterThan(20);
  await expect(recordingOf(lines)).toMatchFileSnapshot('../../docs/pictures/demo.svg');
});
