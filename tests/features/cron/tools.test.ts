import { afterEach, expect, test } from 'vitest';
import { systemClock } from '../../../src/core/clock.ts';
import { conversationId } from '../../../src/core/ids.ts';
import type { JsonObject } from '../../../src/core/json.ts';
import type { NewCron } from '../../../src/features/cron/cron.ts';
import { cronTools } from '../../../src/features/cron/cron-feature.ts';
import { cronsBySession } from '../../../src/features/cron/tools/session-crons.ts';
import { type AgentRig, agentRig, Crash } from '../../support/agent-rig.ts';
import { cronsIn } from '../../support/crons.ts';
import type { SessionDifference } from '../../support/session-record.ts';

let rig: AgentRig | undefined;
afterEach(() => {
  rig?.remove();
  rig = undefined;
});

const HERE = conversationId('console', 'local');
const WEEKDAYS = { kind: 'cron', expr: '0 9 * * 1-5', message: 'stand up' };

/** A session whose model makes these calls, one after the other, and then ends. */
function session(
  calls: readonly (readonly [string, JsonObject])[],
  change: SessionDifference = {},
): AgentRig {
  rig = agentRig({
    steps: [...calls.map((call) => ({ calls: [call] })), { text: 'Done.' }],
    tools: (store) =>
      cronTools(
        cronsBySession({
          rows: cronsIn(store),
          known: {
            access: { people: [], groups: [] },
            people: store.people,
            outsideAgents: store.outsideAgents,
          },
          store,
          timezone: 'Europe/Madrid',
          nowMs: systemClock.nowMs,
        }),
      ),
  });
  rig.create(change);
  return rig;
}

const crons = ({ store }: AgentRig) => cronsIn(store).listOfChat(HERE);
const asked = ({ store }: AgentRig) =>
  store.approvals.listPending(HERE).map(({ question: { text: question } }) => question.split('\n'));
const told = ({ store, session: record }: AgentRig) =>
  store.calls.all(record().id).map(({ result }) => result?.text);

function there({ store, session: record }: AgentRig, change: Partial<NewCron> = {}): void {
  cronsIn(store).create({
    name: 'ab',
    kind: 'cron',
    schedule: '0 9 * * *',
    timezone: 'Europe/Madrid',
    message: 'stretch',
    policy: 'once',
    nextAtMs: Date.UTC(2099, 0, 1, 8),
    conversation: HERE,
    sender: record().owner,
    inGroup: false,
    workspace: undefined,
    createdAtMs: Date.UTC(2026, 10, 20),
    ...change,
  });
}

test('what the model proposes is shown in words with its next three times, and nothing is set yet', async () => {
  const agent = session([['create_cron', WEEKDAYS]]);
  expect((await agent.run()).kind).toBe('waiting');
  const time = /\w{3} \d+ \w{3,4} 09:00/.source;
  expect(asked(agent)).toEqual([
    [
      'Monday to Friday at 09:00',
      '💬 Message: stand up',
      expect.stringMatching(new RegExp(`^Next: ${time} \\(Europe/Madrid\\),$`)),
      expect.stringMatching(new RegExp(`^then ${time}, ${time}$`)),
    ],
  ]);
  expect(crons(agent)).toEqual([]);
});

test('a yes sets it for this chat and this person, and the model is told its letters', async () => {
  const agent = session([['create_cron', WEEKDAYS]]);
  await agent.run();
  agent.answer(true);
  expect((await agent.run()).kind).toBe('done');
  const [cron] = crons(agent);
  expect(cron).toMatchObject({
    kind: 'cron',
    schedule: '0 9 * * 1-5',
    timezone: 'Europe/Madrid',
    message: 'stand up',
    sender: 'local',
    conversation: HERE,
    inGroup: false,
    state: 'active',
  });
  expect(told(agent)).toEqual([
    expect.stringMatching(new RegExp(`^Set as cron ${cron?.name}; first time 2`)),
  ]);
});

test('a no sets nothing', async () => {
  const agent = session([['create_cron', WEEKDAYS]]);
  await agent.run();
  agent.answer(false);
  await agent.run();
  expect(crons(agent)).toEqual([]);
});

test('each one is asked anew: no yes covers a second one', async () => {
  const agent = session([
    ['create_cron', WEEKDAYS],
    ['create_cron', WEEKDAYS],
  ]);
  await agent.run();
  agent.answer(true, 'always');
  expect((await agent.run()).kind).toBe('waiting');
  expect(crons(agent)).toHaveLength(1);
});

test('a task is shown as one, in the language of the person', async () => {
  const agent = session(
    [['create_cron', { kind: 'every', expr: '6h', message: '/agent look at the build' }]],
    { locale: 'es' },
  );
  await agent.run();
  expect(asked(agent)).toEqual([
    [
      'Cada 6 horas',
      '🤖 Tarea: look at the build',
      expect.stringMatching(/^Próxima vez: .* \(Europe\/Madrid\),$/),
      expect.stringMatching(/^después /),
      'Cada vez que necesite tu permiso, te pregunto aquí.',
    ],
  ]);
});

test.each<[string, JsonObject, RegExp]>([
  ['no schedule at all', { message: 'x' }, /Give schedule/],
  ['a rule that is none', { ...WEEKDAYS, expr: '61 9 * * *' }, /"61" can't be the minute/],
  ['another kind', { ...WEEKDAYS, kind: 'every' }, /doesn't say how often/],
  ['a date under cron', { ...WEEKDAYS, expr: '2099-12-24T09:00' }, /expr is of kind at, not cron/],
  [
    'a task every minute',
    { ...WEEKDAYS, kind: 'every', expr: '1m', message: '/agent x' },
    /at least 5 minutes between two runs/,
  ],
  ['a date that is over', { ...WEEKDAYS, kind: 'at', expr: '2020-01-01T09:00' }, /is in the past/],
  ['a zone that is none', { ...WEEKDAYS, timezone: 'IST' }, /is no IANA time zone/],
  ['another command', { ...WEEKDAYS, message: '/undo' }, /It runs no other command/],
  ['no words', { ...WEEKDAYS, message: ' ' }, /Add what should happen/],
  ['somebody else', { ...WEEKDAYS, phone_number: '+34 600 999 888' }, /A cron writes to its own chat alone/],
])('%s is refused with what to do, and nobody is asked', async (_title, input, sentence) => {
  const agent = session([['create_cron', input]]);
  expect((await agent.run()).kind).toBe('done');
  expect(told(agent)).toEqual([expect.stringMatching(sentence)]);
});

test.each(['34600111222', '+34 600 111 222'])(
  '%s may be named where it is the number of the chat',
  async (number) => {
    const phone = '34600111222@s.whatsapp.net';
    const conversation = conversationId('whatsapp', phone);
    const agent = session([['create_cron', { ...WEEKDAYS, phone_number: number }]], {
      conversation,
      owner: phone,
    });
    agent.store.people.noteDirectChat(phone, conversation, 1);
    expect((await agent.run()).kind).toBe('waiting');
  },
);

test('a session that a cron began makes none', async () => {
  const agent = session([['create_cron', WEEKDAYS]], { origin: { scheduledAs: 'ab' } });
  expect((await agent.run()).kind).toBe('done');
  expect(told(agent)).toEqual([expect.stringMatching(/^A task that a cron began makes no crons/)]);
});

test('with 20 crons of the person the next one is refused', async () => {
  const agent = session([['create_cron', WEEKDAYS]]);
  for (let count = 0; count < 20; count += 1) there(agent, { name: cronsIn(agent.store).freeName(HERE) });
  await agent.run();
  expect(told(agent)).toEqual(['The person has 20 crons, which is the most. One has to be deleted first.']);
});

test('killed in any commit between the yes and the end, one is set and nothing is asked again', async () => {
  const outcomes: unknown[] = [];
  for (let n = 1; n < 10; n += 1) {
    const agent = session([['create_cron', WEEKDAYS]]);
    await agent.run();
    agent.answer(true);
    agent.crashAtCommit(n);
    const died = await agent.run().then(
      () => false,
      (error: unknown) => error instanceof Crash,
    );
    agent.crashAtCommit(Number.POSITIVE_INFINITY);
    if (!died) break;
    const outcome = await agent.run();
    outcomes.push([
      outcome.kind,
      crons(agent).length,
      agent.said.filter((said) => said.startsWith('ask ')).length,
    ]);
    agent.remove();
    rig = undefined;
  }
  expect([outcomes.length > 1, new Set(outcomes.map((one) => JSON.stringify(one)))]).toEqual([
    true,
    new Set([JSON.stringify(['done', 1, 1])]),
  ]);
});

test('list_crons tells the time, the zone, and what is set', async () => {
  const agent = session([['list_crons', {}]]);
  there(agent);
  await agent.run();
  const [text = ''] = told(agent);
  expect(text?.split('\n')).toEqual([
    expect.stringMatching(/^Now \w{3} \d{4}-\d\d-\d\d \d\d:\d\d, time zone Europe\/Madrid\.$/),
    'ab: 0 9 * * * (Europe/Madrid), active, next Thu 2099-01-01 09:00, last -, "stretch"',
  ]);
});

test('delete_cron asks which one, and a yes deletes it so that /cron undo can bring it back', async () => {
  const agent = session([['delete_cron', { id: 'AB' }]]);
  there(agent);
  await agent.run();
  expect(asked(agent)).toEqual([['ab: every day at 09:00', '💬 Message: stretch']]);
  agent.answer(true);
  await agent.run();
  expect({ left: crons(agent).length, told: told(agent) }).toEqual({
    left: 0,
    told: ['Deleted cron ab. The person can bring it back with /cron undo for 10 minutes.'],
  });
});

test.each<[string, Partial<NewCron>, SessionDifference, RegExp]>([
  ['one that is not there', { name: 'cd' }, {}, /There is no cron ab in this chat/],
  [
    'one of somebody else',
    { sender: 'local' },
    { owner: '34600999888' },
    /Only whoever made that cron, or an owner/,
  ],
])('delete_cron of %s is refused', async (_title, cron, change, sentence) => {
  const agent = session([['delete_cron', { id: 'ab' }]], change);
  there(agent, cron);
  await agent.run();
  expect(told(agent)).toEqual([expect.stringMatching(sentence)]);
});

test.each([
  ['0 9 * * 1-5', { kind: 'cron', expr: '0 9 * * 1-5' }],
  ['every 2h', { kind: 'every', expr: '2h' }],
  ['2099-12-24T09:00', { kind: 'at', expr: '2099-12-24T09:00' }],
])('create_cron(schedule, message) with %s asks what kind and expr ask', async (schedule, parts) => {
  const questions: unknown[] = [];
  for (const input of [{ schedule }, parts]) {
    const agent = session([['create_cron', { ...input, message: 'stand up' }]]);
    expect((await agent.run()).kind).toBe('waiting');
    questions.push(asked(agent));
    agent.remove();
  }
  expect(questions[0]).toEqual(questions[1]);
});
