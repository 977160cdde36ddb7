import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openLog } from '../../src/telemetry/log.ts';

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'wasap-log-'));
  path = join(folder, 'data', 'wasap.log');
});
afterEach(() => rmSync(folder, { recursive: true }));

const redact = (text: string): string => text.replaceAll('sk-secret', '[secret]');

test('a line is one JSON object with time, level, event and fields', () => {
  openLog({ path, redact }).warn('agent.loop.detected', { session: 's-1', count: 3, tools: ['a', 'b'] });
  expect(lines().map((line) => JSON.parse(line))).toEqual([
    {
      level: 'warn',
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      pid: process.pid,
      event: 'agent.loop.detected',
      session: 's-1',
      count: 3,
      tools: ['a', 'b'],
    },
  ]);
});

test('a space follows each colon between name and value, and nothing inside texts changes', () => {
  openLog({ path, redact }).info('agent.shell.execute', { decision: 'deny', command: 'echo "a":1 \\" x:y' });
  expect(lines()[0]).toContain('"decision": "deny"');
  expect(JSON.parse(lines()[0] ?? '')).toMatchObject({ command: 'echo "a":1 \\" x:y' });
});

test('secrets are taken out of texts and lists', () => {
  openLog({ path, redact }).error('model.fault', { detail: 'key sk-secret', argv: ['--key', 'sk-secret'] });
  expect(JSON.parse(lines()[0] ?? '')).toMatchObject({ detail: 'key [secret]', argv: ['--key', '[secret]'] });
});

test('a log that is opened again goes on where it was', () => {
  openLog({ path, redact }).info('one');
  openLog({ path, redact }).info('two');
  expect(lines().map((line) => JSON.parse(line).event)).toEqual(['one', 'two']);
});

test('only the owner may read the file and its folder', () => {
  openLog({ path, redact });
  const modes = [path, join(folder, 'data')].map((place) => statSync(place).mode & 0o777);
  expect(modes).toEqual([0o600, 0o700]);
});

test('a folder that cannot be made is named, with what to set', () => {
  writeFileSync(join(folder, 'data'), 'a file in the way');
  expect(() => openLog({ path, redact })).toThrow(/wasap\.log cannot be opened .*Set DATA_DIR/);
});

test.runIf(existsSync('/dev/full'))('a full disk does not end the program', () => {
  const log = openLog({ path: '/dev/full', redact });
  expect(() => log.info('lost')).not.toThrow();
});

function lines(): readonly string[] {
  return readFileSync(path, 'utf8').trimEnd().split('\n');
}
