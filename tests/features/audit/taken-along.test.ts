/** What is taken along of the records of all cells: as a file, and as data. */
import { afterEach, expect, test } from 'vitest';
import type { Machines } from '../../../src/cluster/machines.ts';
import type { CallId, SessionId } from '../../../src/core/ids.ts';
import { auditAnswers } from '../../../src/features/audit/audit-question.ts';
import { createAuditSearch } from '../../../src/features/audit/rows/audit-search.ts';
import { IN_MEMORY } from '../../../src/store/database.ts';
import { type ConsoleRig, consoleRig, LOCAL } from '../../support/console-rig.ts';
import { ANA } from '../../support/gateway-rig.ts';
import { cellAlone } from '../../support/machines.ts';
import { openTestStore } from '../../support/test-store.ts';

const BEA = '34600333444';
const SECRET = 'sk-ant-api03-of-quito';
const ACCESS = {
  people: [
    { phone: ANA, role: 'owner', workspaces: undefined },
    { phone: BEA, role: 'member', workspaces: ['shop'] },
  ],
  groups: [],
} as const;

let rig: ConsoleRig;
afterEach(() => rig.close());

/** This console is that of lima; on quito Ana ran a command with a secret, and Bea one. Rio says nothing. */
async function openOnLima(): Promise<void> {
  const quito = openTestStore({ path: IN_MEMORY });
  const attempt = (phoneNumber: string, command: string): void =>
    quito.commandLog.addAttempt({
      session: '20261120-00000001' as SessionId,
      call: `call of ${command}` as CallId,
      phoneNumber,
      command,
      decision: 'allow',
    });
  attempt(ANA, `curl -H ${SECRET}`);
  attempt(BEA, 'npm test');
  const answers = auditAnswers({
    cell: 'quito',
    search: () => createAuditSearch(quito.database),
    redact: (text) => text.replaceAll(SECRET, '[secret]'),
  });
  const askOthers: Machines['askOthers'] = async (kind, question, only) =>
    [
      { cell: 'quito', answer: await answers[kind === 'audit' ? 'page' : 'portion'](question) },
      { cell: 'rio', answer: undefined },
    ].filter(({ cell }) => only?.includes(cell) !== false);
  rig = await consoleRig({
    access: ACCESS,
    machines: cellAlone({ cell: 'lima' as Machines['cell'], askOthers }),
  });
}

/** Without those of this console, which signing in leaves. */
const ofQuito = (entries: readonly Record<string, unknown>[]): readonly unknown[] =>
  entries.filter(({ cell }) => cell === 'quito').map(({ command }) => command);

test('an owner saves the commands of all cells, and the last line names the one that did not answer', async () => {
  await openOnLima();
  const { body, headers } = await rig.get('/audit/file', { cookie: await rig.enter(ANA) });
  const lines = body
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect({
    name: headers['content-disposition']?.replaceAll(/\d{4}-\d\d-\d\d/g, 'DAY').split(';')[1],
    commands: ofQuito(lines),
    last: lines.at(-1),
    isLeaking: body.includes(SECRET),
  }).toEqual({
    name: ' filename="audit-DAY.jsonl"',
    commands: ['curl -H [secret]', 'npm test'],
    last: { missing: { postgres_answers: true, cells: [{ cell: 'rio', last_id: null }] } },
    isLeaking: false,
  });
});

test('a member saves nothing, and reads what was run for them on each cell', async () => {
  await openOnLima();
  const file = await rig.get('/audit/file', { cookie: await rig.enter(BEA) });
  const data = await read(BEA, `?person=${ANA}`);
  expect([file.status, ofQuito(data.entries)]).toEqual([404, ['npm test']]);
});

test('as data, page by page, with the cell of each entry and those that did not answer', async () => {
  await openOnLima();
  // The letter is in both commands, and not in those that lima notes for reading: these may be of a later second.
  const first = await read(LOCAL, '?q=p&limit=1');
  const second = await read(LOCAL, `?q=p&limit=1&before=${first.next}`);
  expect([first, second].map(({ cell, entries, silent }) => [cell, ofQuito(entries), silent])).toEqual([
    ['lima', ['npm test'], ['rio']],
    ['lima', ['curl -H [secret]'], ['rio']],
  ]);
});

async function read(person: string, query: string) {
  const { body } = await rig.get(`/api/v1/audit${query}`, {
    headers: { authorization: `Bearer ${rig.token(person)}` },
  });
  return JSON.parse(body);
}
