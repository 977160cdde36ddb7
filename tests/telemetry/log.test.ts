import { execFileSync } from 'node:child_process';
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
  expect(() => openLog({ path, redact })).toThrow(/I can't open the log file .*wasap\.log .*Set DATA_DIR/);
});

test.runIf(existsSync('/dev/full'))('a full disk does not end the program', () => {
  const log = openLog({ path: '/dev/full', redact });
  expect(() => log.info('lost')).not.toThrow();
});

test.each([
  ['as it stands in the file where somebody collects it', false, false],
  ['readable at a terminal', true, false],
  ['in colours at a terminal', true, true],
])('a line is shown %s', (_, pretty, colours) => {
  let shown = '';
  const write = (text: string): void => {
    shown += text;
  };
  const echo = { pretty, colours, write };
  openLog({ path, redact, echo }).warn('agent.loop.detected', {
    session_id: 's-1',
    detail: 'a\u001b[2J sk-secret',
  });
  const { time } = JSON.parse(lines()[0] ?? '');
  const level = colours ? '\u001b[33mwarn \u001b[39m' : 'warn ';
  const told = `agent.loop.detected session_id=s-1 detail="a\\u001b[2J [secret]"`;
  expect(shown).toBe(pretty ? `${time.slice(11, 19)} ${level} ${told}\n` : `${lines()[0]}\n`);
});

test.runIf(existsSync('/bin/sh'))(
  'an alert that is set up as printed finds commands that were ended for their age',
  () => {
    openLog({ path, redact }).warn('agent.process.gc', { processes: ['p-234567'] });
    const found = execFileSync('/bin/sh', ['-c', "cat wasap.log 2>&1 | grep 'agent.process.gc'"], {
      cwd: join(folder, 'data'),
    });
    expect(JSON.parse(String(found))).toMatchObject({ level: 'warn', processes: ['p-234567'] });
  },
);

function lines(): readonly string[] {
  return readFileSync(path, 'utf8').trimEnd().split('\n');
}
