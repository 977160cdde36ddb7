import { afterEach, beforeEach, expect, test } from 'vitest';
import type { CommandDecision } from '../../../src/contracts/session-stores.ts';
import type { CallId, SessionId } from '../../../src/core/ids.ts';
import {
  type ConsoleRig,
  consoleRig,
  LOCAL,
  runningTags,
  SECRET,
  wordsOf,
} from '../../support/console-rig.ts';
import { ANA } from '../../support/gateway-rig.ts';

const BEA = '34600333444';
const ROY = '34600555666';
const ACCESS = {
  people: [
    { phone: ANA, role: 'owner', workspaces: undefined },
    { phone: BEA, role: 'member', workspaces: ['shop'] },
    { phone: ROY, role: 'reader', workspaces: ['shop'] },
  ],
  groups: [],
} as const;
const TASK = '20261120-00000001' as SessionId;

let rig: ConsoleRig;
beforeEach(async () => {
  rig = await consoleRig({ access: ACCESS });
});
afterEach(() => rig.close());

function record(
  command: string,
  {
    person = ANA,
    decision = 'allow',
    exitCode,
    output = '',
  }: { person?: string; decision?: CommandDecision; exitCode?: number; output?: string } = {},
): void {
  const call = `call of ${command}` as CallId;
  rig.store.commandLog.addAttempt({ session: TASK, call, phoneNumber: person, command, decision });
  if (exitCode !== undefined)
    rig.store.commandLog.complete(TASK, call, {
      exitCode,
      durationMs: 1200,
      stdoutPreview: output,
      stderrPreview: '',
    });
}

const page = async (query = '', person = LOCAL) =>
  await rig.get(`/audit${query}`, { cookie: await rig.enter(person) });
const entriesIn = (html: string): string =>
  wordsOf(html)
    .replace(/^.* Commands (?=\S)/, '')
    .trim();

test('what was run and refused, with who, how and what came of it', async () => {
  record('npm test', { exitCode: 0, output: '12 passed' });
  record('npm run build', { person: BEA, exitCode: 2 });
  record('sudo ls', { decision: 'deny' });
  const words = entriesIn((await page()).body);
  expect(words).toMatch(
    /sudo ls blocked .*Entry 3 .* npm run build exit code 2 .*\+34600333444 1\.2 s.* npm test allowed .*Output 12 passed/,
  );
});

test.each([
  ['?q=BUILD', 'npm run build'],
  [`?person=${BEA}`, 'npm run build'],
  ['?action=deny', 'sudo ls'],
  ['?action=failed', 'npm run build'],
  ['?action=__proto__&day=2026-99-99&before=x&person=', 'all'],
])('%s finds %s', async (query, found) => {
  record('npm test', { exitCode: 0 });
  record('npm run build', { person: BEA, exitCode: 2 });
  record('sudo ls', { decision: 'deny' });
  const { body } = await page(query);
  const shown = ['npm test', 'npm run build', 'sudo ls'].filter((command) =>
    body.includes(`<span class="what">${command}</span>`),
  );
  expect(shown).toEqual(found === 'all' ? ['npm test', 'npm run build', 'sudo ls'] : [found]);
});

test('pages follow each other, with the search that was asked for', async () => {
  for (let number = 1; number <= 60; number += 1) record(`echo ${number}`);
  record('other');
  const first = await page('?q=echo');
  const [, older = ''] = /href="(\/audit\?[^"]+)">Older commands/.exec(first.body) ?? [];
  const rest = await rig.get(older.replaceAll('&amp;', '&'), { cookie: await rig.enter(LOCAL) });
  const count = (html: string) => (html.match(/class="call"/g) ?? []).length;
  expect([count(first.body), older.replaceAll('&amp;', '&'), count(rest.body)]).toEqual([
    50,
    '/audit?q=echo&before=11',
    10,
  ]);
});

test('whoever is no owner sees what was run for them, whatever they ask for', async () => {
  record('npm test', { person: ANA });
  record('npm run build', { person: BEA });
  const asked = await Promise.all(
    [BEA, ROY].map(async (person) => await page(`?person=${ANA}&q=npm`, person)),
  );
  const files = await Promise.all([BEA, ROY].map(async (person) => await page('/file?q=npm', person)));
  expect(files.map(({ status }) => status)).toEqual([404, 404]);
  expect(
    asked.map(({ body }) => [
      body.includes('npm test'),
      body.includes('npm run build'),
      body.includes('name="person"'),
      body.includes('Download'),
    ]),
  ).toEqual([
    [false, true, false, false],
    [false, false, false, false],
  ]);
});

test('one press verifies the record, and the result is on the page', async () => {
  record('npm test', { exitCode: 0 });
  const sound = await page('?check=chain');
  rig.store.database.execute("UPDATE agent_command_log SET command = 'npm test --all'");
  const changed = await page('?check=chain');
  expect([
    /The record is intact: \d entries\. Last hash: [0-9a-f]{64}/.test(wordsOf(sound.body)),
    wordsOf(changed.body).includes(
      'The record is broken: row 1 of agent_command_log was changed after it was recorded.',
    ),
    sound.body.includes('data-live'),
  ]).toEqual([true, true, false]);
});

test('an owner takes along what was searched for, one JSON object a line, oldest first and without secrets', async () => {
  record('npm test', { exitCode: 0, output: 'ok' });
  record(`curl -H "key: ${SECRET}" https://example.com`);
  record('ls');
  const { headers, body } = await page('/file?q=t', ANA);
  const lines = body
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect({
    type: headers['content-type'],
    name: headers['content-disposition']?.replaceAll(/\d{4}-\d\d-\d\d/g, 'DAY'),
    commands: lines.map(({ id, command, exit_code, output }) => [id, command, exit_code, output]),
    isLeaking: body.includes('sk-canary'),
  }).toEqual({
    type: 'application/x-ndjson; charset=utf-8',
    name: `attachment; filename="audit-DAY.jsonl"; filename*=UTF-8''audit-DAY.jsonl`,
    commands: [
      [1, 'npm test', 0, 'ok'],
      [2, expect.stringContaining('[secret]'), null, null],
    ],
    isLeaking: false,
  });
});

test('a file is sent in parts, and no more of it after signing out', { tags: 'full' }, async () => {
  rig.store.database.execute(`
    WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 30000)
    INSERT INTO agent_command_log (id, session_id, phone_number, command, decision)
    SELECT i, 's', 'local', 'npm test ${'x'.repeat(1000)}', 'allow' FROM n`);
  const cookie = await rig.enter(LOCAL);
  const answer = await fetch(`${rig.address}/audit/file`, { headers: { cookie } });
  const reader = answer.body?.getReader();
  await reader?.read();
  await rig.post('/leave', {}, { cookie });
  const whole = (async () => {
    let bytes = 0;
    for (;;) {
      const piece = await reader?.read();
      if (piece === undefined || piece.done) return bytes;
      bytes += piece.value.byteLength;
    }
  })();
  await expect(whole).rejects.toThrow();
});

test.each([
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  '</code></pre><svg onload=alert(1)>',
])('a command %s is only text', async (command) => {
  record(command, { exitCode: 1, output: command });
  const { body } = await page(`?q=${encodeURIComponent(command)}`);
  expect([runningTags(body), body.includes('alert(1)')]).toEqual([[], true]);
});

test('without commands it says how one begins', async () => {
  const cookie = await rig.enter(LOCAL);
  // Signing in is an entry, too.
  rig.store.database.execute('DELETE FROM agent_command_log');
  const [none, notFound] = [await rig.get('/audit', { cookie }), await rig.get('/audit?q=x', { cookie })];
  expect([wordsOf(none.body), wordsOf(notFound.body)]).toEqual([
    expect.stringContaining('No commands yet. Start a task: /agent <task>'),
    expect.stringContaining('No command matches.'),
  ]);
});

test('nobody posts here', async () => {
  const { status } = await rig.post('/audit', { check: 'chain' }, { cookie: await rig.enter(ROY) });
  expect(status).toBe(404);
});

test('the same as data, page by page', async () => {
  record('npm test', { exitCode: 0 });
  record('npm run build', { person: BEA, exitCode: 2 });
  const read = async (query: string, person = LOCAL) =>
    JSON.parse(
      (
        await rig.get(`/api/v1/audit${query}`, {
          headers: { authorization: `Bearer ${rig.token(person)}` },
        })
      ).body,
    );
  const [first, own, wrong] = [
    await read('?q=npm&limit=1'),
    await read('?q=npm', BEA),
    await read('?action=x'),
  ];
  expect([
    first.entries.map(({ id, person, exit_code }: Record<string, unknown>) => [id, person, exit_code]),
    first.next,
    own.entries.map(({ command }: Record<string, unknown>) => command),
    /action/.test(wrong.error),
  ]).toEqual([[[2, BEA, 2]], 2, ['npm run build'], true]);
});
