import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openLog } from '../../src/telemetry/log.ts';
import { Program, tempFolder } from '../support/program.ts';

const KEY = 'sk-canary-0123456789abcdef';

function places() {
  const folder = tempFolder('logs');
  onTestFinished(() => folder.remove());
  const workspace = path.join(folder.path, 'project');
  const dataDir = path.join(folder.path, 'data');
  mkdirSync(workspace);
  return { workspace, dataDir, configDir: path.join(folder.path, 'config') };
}

type Places = ReturnType<typeof places>;

function logIn({ dataDir }: Places) {
  return openLog({ path: path.join(dataDir, 'wasap.log'), redact: (text) => text });
}

function written(at: Places): void {
  const log = logIn(at);
  log.info('session.begun', { session_id: '20261122-c3db3aea' });
  log.warn('model.slow', { session_id: '20261122-c3db3aea', detail: 'took 9 s' });
  log.error('store.full', { detail: `${KEY} \u001b[2J` });
}

function logs(at: Places, args: readonly string[], env = {}): Program {
  return new Program({
    ...at,
    modelUrl: 'http://127.0.0.1:9',
    args: ['logs', ...args],
    env: { ANTHROPIC_API_KEY: KEY, COLUMNS: '80', ...env },
  });
}

async function shown(at: Places, args: readonly string[], env = {}) {
  const program = logs(at, args, env);
  const code = await program.exit;
  return {
    code,
    output: program.output.replace(/^\d\d-\d\d \d\d:\d\d:\d\d/gm, '<time>'),
    errors: program.errors,
  };
}

test('the help', { tags: 'full' }, async () => {
  const { output } = await shown(places(), ['--help']);
  await expect(output).toMatchFileSnapshot('logs-help.golden.txt');
});

test('lines are readable: time, level, event, fields; keys and terminal codes are taken out', {
  tags: 'full',
}, async () => {
  const at = places();
  written(at);
  expect(await shown(at, [])).toEqual({
    code: 0,
    output: [
      '<time> info  session.begun session_id=20261122-c3db3aea',
      '<time> warn  model.slow session_id=20261122-c3db3aea detail="took 9 s"',
      '<time> error store.full detail="[secret] \\u001b[2J"',
      '',
    ].join('\n'),
    errors: '',
  });
});

test.each<[string, readonly string[], readonly string[]]>([
  ['a level takes what is above it', ['--level', 'warn'], ['model.slow', 'store.full']],
  ['one task', ['--session', '20261122-c3db'], ['session.begun', 'model.slow']],
  ['both', ['--session', '20261122-c3db3aea', '--level', 'warn'], ['model.slow']],
  ['the newest', ['-n', '1'], ['store.full']],
])('%s', { tags: 'full' }, async (_title, args, events) => {
  const at = places();
  written(at);
  const { output } = await shown(at, [...args, '--json']);
  const lines = output.trim().split('\n');
  expect(lines.map((line) => JSON.parse(line).event)).toEqual(events);
  expect(output).not.toContain(KEY);
});

test('without a log it says when there is one, in the language of its reader', { tags: 'full' }, async () => {
  const at = places();
  expect(await shown(at, [], { LOCALE: 'es' })).toEqual({
    code: 2,
    output: '',
    errors: expect.stringMatching(/^wasap: Todavía no hay un log en .*\n.*wasap start\n$/),
  });
});

test('followed, new lines come as they are written, and Ctrl-C ends it in order', async () => {
  const at = places();
  const program = logs(at, ['-f', '--level', 'warn']);
  const log = logIn(at);
  log.info('not.wanted');
  log.warn('first.one');
  await program.heard(/first\.one/);
  log.warn('second.one');
  await program.heard(/second\.one/);
  program.process.kill('SIGINT');
  expect([await program.exit, program.output.includes('not.wanted'), program.errors]).toEqual([0, false, '']);
});
