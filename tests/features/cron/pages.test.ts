import { afterEach, describe, expect, test, vi } from 'vitest';
import { type ConversationId, conversationId, type SessionId } from '../../../src/core/ids.ts';
import type { CronRecord, NewCron } from '../../../src/features/cron/cron.ts';
import { type ConsoleRig, consoleRig, LOCAL, SECRET } from '../../support/console-rig.ts';
import { cronsIn } from '../../support/crons.ts';
import { ANA, type RigOptions } from '../../support/gateway-rig.ts';
import { feedOf, LiveWindow } from '../../support/live-window.ts';
import { sessionRecord } from '../../support/session-record.ts';
import { foreignTags, formWith, SCRIPTS, shown } from '../../support/shown-page.ts';

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
const HERE = conversationId('phone', 'ana');
const DAY_MS = 86_400_000;

let rig: ConsoleRig;
afterEach(async () => {
  vi.useRealTimers();
  await rig.close();
});

/** The clocks of the chat and of the page agree; each person has written once, in a chat of their own. */
async function open(options: RigOptions & { readonly locale?: 'en' | 'es' } = {}): Promise<void> {
  rig = await consoleRig({
    access: ACCESS,
    startMs: Date.now(),
    program: { timezone: 'Europe/Madrid' },
    locale: 'en',
    ...options,
  });
  await rig.say('/cron list');
  await rig.say('/cron list', { chat: 'bea', sender: BEA });
  await rig.say('/cron list', { chat: 'roy', sender: ROY });
}

const crons = (conversation: ConversationId = HERE) => cronsIn(rig.store).listOfChat(conversation);
const set = () => crons().map(({ schedule, message }) => ({ schedule, message }));

function there(change: Partial<NewCron> = {}): CronRecord {
  const conversation = change.conversation ?? HERE;
  const creation = cronsIn(rig.store).create({
    name: cronsIn(rig.store).freeName(conversation),
    kind: 'cron',
    schedule: '0 9 * * 1-5',
    timezone: 'Europe/Madrid',
    message: 'stand-up',
    policy: 'once',
    nextAtMs: Date.now() + DAY_MS,
    conversation,
    sender: ANA,
    inGroup: false,
    workspace: '/projects/shop',
    createdAtMs: Date.now(),
    ...change,
  });
  if (creation.kind !== 'created') throw new Error('no room');
  return creation.cron;
}

const ofRoy = (message: string) =>
  there({ conversation: conversationId('phone', 'roy'), sender: ROY, message });
const pageOf = (words: string, more = '') => `/schedules?words=${encodeURIComponent(words)}${more}`;

test('words are shown as the chat reads them, with the next three times, before anything is set', async () => {
  await open();
  const said = rig.phone.texts.length;
  const { body } = await rig.get(pageOf('every weekday at 9 stand-up'), { cookie: await rig.enter(ANA) });
  const [, times = ''] = /Next: (.*?) Schedule it/.exec(shown(body)) ?? [];
  expect({
    rule: shown(body).includes('Monday to Friday at 09:00 Message: stand-up'),
    times: times.match(/\d\d:\d\d/g),
    set: set(),
    said: rig.phone.texts.length - said,
  }).toEqual({ rule: true, times: ['09:00', '09:00', '09:00'], set: [], said: 0 });
});

test('one press sets what was shown, and the chat is told', async () => {
  await open();
  const cookie = await rig.enter(ANA);
  const { body } = await rig.get(pageOf('every weekday at 9 stand-up'), { cookie });
  const pressed = await rig.post('/schedules', formWith(body, 'Schedule it'), { cookie });
  const page = await rig.get(pressed.headers.location ?? '', { cookie });
  expect({
    set: set(),
    told: rig.phone.texts
      .at(-1)
      ?.split('\n')[0]
      ?.replace(/ as \w+:/, ' as ab:'),
    page: [shown(page.body).includes('Scheduled as'), shown(page.body).includes('1 schedule ')],
  }).toEqual({
    set: [{ schedule: '0 9 * * 1-5', message: 'stand-up' }],
    told: '⏰ Scheduled as ab: Monday to Friday at 09:00',
    page: [true, true],
  });
});

test('the same form sent again a minute later is one request, and a page made anew asks anew', async () => {
  await open();
  const cron = there();
  const cookie = await rig.enter(ANA);
  const runs = () => cronsIn(rig.store).listRuns(cron.id).length;
  vi.useFakeTimers({ toFake: ['Date'] });
  const press = async (form: Readonly<Record<string, string>>): Promise<number> => {
    const { status } = await rig.post(`/schedules/${cron.id}`, form, { cookie });
    expect(status).toBe(303);
    vi.setSystemTime(Date.now() + 60_000);
    return runs();
  };
  const made = async () => formWith((await rig.get(`/schedules/${cron.id}`, { cookie })).body, 'Run now');
  const first = await made();
  expect([await press(first), await press(first), await press(await made())]).toEqual([1, 1, 2]);
});

test('a form that comes by itself, with a change of the page, is a new one', async () => {
  await open();
  const cron = there();
  const cookie = await rig.enter(ANA);
  const { body } = await rig.get(`/schedules/${cron.id}`, { cookie });
  const window = new LiveWindow(feedOf(body, rig.address), { cookie });
  const keys = new Set([formWith(body, 'Pause').idempotencyKey]);
  for (const button of ['Pause', 'Resume', 'Pause']) {
    const before = window.events.length;
    await rig.say(`/cron ${button.toLowerCase()} ${cron.name}`);
    await expect.poll(() => window.events.length).toBeGreaterThan(before);
    const html =
      window.events
        .at(-1)
        ?.regions.map((region) => region.html)
        .join('') ?? '';
    keys.add(formWith(html, button === 'Pause' ? 'Resume' : 'Pause').idempotencyKey);
  }
  window.close();
  expect(keys.size).toBe(4);
});

test('pressed three times at once, it is set once', async () => {
  await open();
  const cookie = await rig.enter(ANA);
  const { body } = await rig.get(pageOf('every 2 hours drink water'), { cookie });
  const form = formWith(body, 'Schedule it');
  await Promise.all([1, 2, 3].map(() => rig.post('/schedules', form, { cookie })));
  expect(set()).toEqual([{ schedule: form.schedule, message: 'drink water' }]);
});

test.each([
  ['every 2h drink water', 'drink water'],
  ['every day at 7:30 say "good morning" to all', 'say "good morning" to all'],
  ['in 20 minutes call Bea', 'call Bea'],
  ['mañana a las 9 revisar los PR', 'revisar los PR'],
  ['cada lunes a las 8 reunión', 'reunión'],
  ['"0 9 * * 1-5" /agent run the tests', '/agent run the tests'],
  ['0 9 * * 1-5 stand-up', 'stand-up'],
  ['at 2099-12-24 09:00 call Bea', 'call Bea'],
  ['@daily tidy up', 'tidy up'],
  ['every monday at 9 add yes to the list', 'add yes to the list'],
])('%s: what is set is what was shown, without a question', async (words, message) => {
  await open();
  const cookie = await rig.enter(ANA);
  const form = formWith((await rig.get(pageOf(words), { cookie })).body, 'Schedule it');
  await rig.post('/schedules', form, { cookie });
  expect(set()).toEqual([{ schedule: form.schedule, message }]);
});

test('a change of the form between the look and the press sets nothing that was not typed exactly', async () => {
  await open();
  const cookie = await rig.enter(ANA);
  const { body } = await rig.get(pageOf('every weekday at 9 stand-up'), { cookie });
  const form = formWith(body, 'Schedule it');
  const { status } = await rig.post('/schedules', { ...form, schedule: 'every weekday at 9' }, { cookie });
  expect([status, set()]).toEqual([404, []]);
});

test('what no table reads goes to the model only when that is wanted, and is set by no press', async () => {
  await open();
  const cookie = await rig.enter(ANA);
  const { body } = await rig.get(pageOf('whenever it rains call Bea'), { cookie });
  const before = rig.sessions().length;
  await rig.post('/schedules', formWith(body, 'Ask the model'), { cookie });
  expect({
    before,
    sessions: rig.sessions().map(({ mode, task }) => ({ mode, task })),
    set: set(),
  }).toEqual({
    before: 0,
    sessions: [{ mode: 'talk', task: '/cron add whenever it rains call Bea' }],
    set: [],
  });
});

test.each([
  ['every 10s blink', ANA, 'Leave at least'],
  ['every day at 9 /status', ANA, 'It runs no other command'],
  ['every day at 9 /agent tidy up', ROY, 'You can ask me questions'],
])('%s cannot be set by %s, and the page says why', async (words, person, why) => {
  await open();
  const { body } = await rig.get(pageOf(words), { cookie: await rig.enter(person) });
  expect([shown(body).includes("That can't be scheduled"), shown(body).includes(why)]).toEqual([true, true]);
});

test('paused, resumed, run, deleted and taken back: each is said in its chat', async () => {
  await open();
  const cookie = await rig.enter(LOCAL);
  const { id } = there();
  const at = `/schedules/${id}`;
  const states: unknown[] = [];
  for (const button of ['Pause', 'Resume', 'Run now', 'Delete', 'Undo the deletion']) {
    const { body } = await rig.get(at, { cookie });
    await rig.post(at, formWith(body, button), { cookie });
    const cron = cronsIn(rig.store).get(id);
    states.push([button, cron?.state, cron?.last?.outcome, cron?.deletedAtMs !== undefined]);
  }
  expect(states).toEqual([
    ['Pause', 'paused', undefined, false],
    ['Resume', 'active', undefined, false],
    ['Run now', 'active', 'sent', false],
    ['Delete', 'active', 'sent', true],
    ['Undo the deletion', 'active', 'sent', false],
  ]);
});

test('what is done about missed runs is changed there as well', async () => {
  await open();
  const cookie = await rig.enter(ANA);
  const { id } = there();
  const { body } = await rig.get(`/schedules/${id}`, { cookie });
  await rig.post(`/schedules/${id}`, formWith(body, 'Skip them'), { cookie });
  expect(cronsIn(rig.store).get(id)?.policy).toBe('skip');
});

test('its runs are listed, newest first, each with the task that came of it', async () => {
  await open();
  const { id } = there({ message: '/agent run the tests' });
  const task = '20261126-00000001' as SessionId;
  rig.store.sessions.create(sessionRecord({ id: task, state: { status: 'failed' } }));
  const rows = cronsIn(rig.store);
  const run = { nominalMs: Date.now() - DAY_MS, atMs: Date.now() - DAY_MS, session: undefined } as const;
  rows.addRun(id, { run: { ...run, key: 'cron:1:1', outcome: 'done' } });
  rows.addRun(id, { run: { ...run, key: 'cron:1:now:7', outcome: 'pending' } });
  rows.noteSession('cron:1:now:7', task);
  const { body } = await rig.get(`/schedules/${id}`, { cookie: await rig.enter(ANA) });
  const [, history = ''] = /id="history-title"([\s\S]*?)<\/section>/.exec(body) ?? [];
  expect({
    outcomes: [...history.matchAll(/class="badge[^>]*>([^<]*)/g)].map(([, word]) => word),
    byHand: history.includes('run by hand'),
    task: history.includes(`href="/tasks/${task}"`),
  }).toEqual({ outcomes: ['failed', 'done'], byHand: true, task: true });
});

describe('who sees and does what', () => {
  test('an owner sees all of them, everybody else their own', async () => {
    await open();
    there({ message: 'of Ana' });
    ofRoy('of Roy');
    const pages = await Promise.all(
      [LOCAL, ANA, BEA, ROY].map(async (person) =>
        shown((await rig.get('/schedules', { cookie: await rig.enter(person) })).body),
      ),
    );
    expect(pages.map((page) => [page.includes('of Ana'), page.includes('of Roy')])).toEqual([
      [true, true],
      [true, true],
      [false, false],
      [false, true],
    ]);
  });

  test("somebody else's is not there, neither to be read nor to be changed", async () => {
    await open();
    const { id } = there();
    const cookie = await rig.enter(BEA);
    const answers = [
      await rig.get(`/schedules/${id}`, { cookie }),
      await rig.post(`/schedules/${id}`, { command: 'delete' }, { cookie }),
      await rig.get('/schedules/999', { cookie }),
      await rig.get('/schedules/1%20OR%201', { cookie }),
    ];
    expect([answers.map(({ status }) => status), crons().length]).toEqual([[404, 404, 404, 404], 1]);
  });

  test('a reader who posts starts no task, and may still stop what is theirs', async () => {
    await open();
    const { id } = ofRoy('/agent run the tests');
    const cookie = await rig.enter(ROY);
    const run = await rig.post(`/schedules/${id}`, { command: 'run' }, { cookie });
    const pause = await rig.post(`/schedules/${id}`, { command: 'pause' }, { cookie });
    const { state, last } = cronsIn(rig.store).get(id) ?? {};
    expect([run.status, pause.status, state, last]).toEqual([404, 303, 'paused', undefined]);
  });

  test('nothing is scheduled in a chat of somebody else', async () => {
    await open();
    const [ana, bea] = [await rig.enter(ANA), await rig.enter(BEA)];
    const { body } = await rig.get(pageOf('every 2h drink water'), { cookie: ana });
    const { status } = await rig.post('/schedules', formWith(body, 'Schedule it'), { cookie: bea });
    expect([status, set()]).toEqual([404, []]);
  });

  test('who has no chat yet is told what to do first', async () => {
    rig = await consoleRig({ access: ACCESS });
    const { body } = await rig.get(pageOf('every 2h drink water'), { cookie: await rig.enter(BEA) });
    expect([
      shown(body).includes('Write to me in a chat first'),
      shown(body).includes('Schedule it'),
    ]).toEqual([true, false]);
  });
});

test.each(SCRIPTS)('%s is only text, in a schedule and in what is typed', async (text) => {
  await open();
  const { id } = there({ message: text });
  const cookie = await rig.enter(ANA);
  const pages = ['/schedules', `/schedules/${id}`, pageOf(`every 2h ${text}`), pageOf(text)];
  const bodies = (await Promise.all(pages.map((to) => rig.get(to, { cookie })))).map(({ body }) => body);
  expect([bodies.flatMap(foreignTags), bodies.every((body) => body.includes('alert(1)'))]).toEqual([
    [],
    true,
  ]);
});

test('a secret is on no page of schedules', async () => {
  await open();
  const { id } = there({ message: `/agent log in with ${SECRET}` });
  const cookie = await rig.enter(ANA);
  const answers = await Promise.all(['/schedules', `/schedules/${id}`].map((to) => rig.get(to, { cookie })));
  expect(answers.map(({ body }) => body.includes('sk-canary'))).toEqual([false, false]);
});

test('in Spanish, from the preview to the chat', async () => {
  await open({ locale: 'es' });
  const cookie = await rig.enter(ANA);
  const { body } = await rig.get(pageOf('cada lunes a las 8 reunión'), { cookie });
  await rig.post('/schedules', formWith(body, 'Programar'), { cookie });
  expect([
    shown(body).includes('Así lo entiendo'),
    set()[0]?.message,
    rig.phone.texts.at(-1)?.slice(0, 12),
  ]).toEqual([true, 'reunión', '⏰ Programada']);
});

test('as data: with the last run, for whoever may see it', async () => {
  await open();
  const cron = there({ message: `/agent use ${SECRET}` });
  const read = async (person: string) =>
    JSON.parse(
      (await rig.get('/api/v1/schedules', { headers: { authorization: `Bearer ${rig.token(person)}` } }))
        .body,
    );
  expect([await read(LOCAL), await read(BEA)]).toEqual([
    {
      schedules: [
        {
          id: cron.id,
          name: cron.name,
          schedule: '0 9 * * 1-5',
          timezone: 'Europe/Madrid',
          does: 'task',
          text: 'use [secret]',
          state: 'active',
          pause_reason: null,
          missed_runs: 'once',
          person: ANA,
          failures: 0,
          next_at: new Date(cron.nextAtMs ?? 0).toISOString(),
          last: null,
        },
      ],
    },
    { schedules: [] },
  ]);
});
