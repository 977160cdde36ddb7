import { CronPattern } from 'croner';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { conversationId } from '../../../src/core/ids.ts';
import type { NewCron } from '../../../src/features/cron/cron.ts';
import { cronsIn } from '../../support/crons.ts';
import { FakeChannel } from '../../support/fake-channel.ts';
import { ANA, type GatewayRig, gatewayRig, type RigOptions } from '../../support/gateway-rig.ts';

let rig: GatewayRig;

const BEA = '34600999888';
const MINUTE = 60_000;
const HERE = conversationId('phone', 'ana');

/** A chat whose clocks are those of Madrid; it is Friday, 20 November 2026, 13:00 there. */
async function open(options: RigOptions = {}): Promise<void> {
  rig = await gatewayRig({
    locale: 'en',
    allowed: [ANA, BEA],
    ...options,
    program: { timezone: 'Europe/Madrid', ...options.program },
  });
}

/** As `open`, for one test. */
async function chat(options?: RigOptions): Promise<void> {
  await open(options);
  onTestFinished(() => rig.remove());
}

/** The last words of the program after this message; `wf` stands for the letters of the first cron. */
async function answerTo(text: string, sender = ANA): Promise<string | undefined> {
  const before = rig.phone.texts.length;
  await rig.say(text.replace('<it>', crons()[0]?.name ?? '?'), { sender });
  return rig.phone.texts.length === before ? undefined : named(rig.phone.texts.at(-1) ?? '');
}

function named(text: string): string {
  return crons().reduce(
    (shown, { name }, index) => shown.replaceAll(new RegExp(`\\b${name}\\b`, 'g'), `<${index + 1}>`),
    text,
  );
}

const crons = () => cronsIn(rig.store).listOfChat(HERE);
const set = () =>
  crons().map(({ kind, schedule, timezone, message }) => ({ kind, schedule, timezone, message }));

/** One that is there already, made by Ana. */
function there(change: Partial<NewCron> = {}): void {
  const creation = cronsIn(rig.store).create({
    name: cronsIn(rig.store).freeName(HERE),
    kind: 'cron',
    schedule: '0 9 * * *',
    timezone: 'Europe/Madrid',
    message: 'stretch',
    policy: 'once',
    nextAtMs: Date.UTC(2026, 10, 21, 8),
    conversation: HERE,
    sender: ANA,
    inGroup: false,
    workspace: undefined,
    createdAtMs: rig.clock.nowMs(),
    ...change,
  });
  if (creation.kind !== 'created') throw new Error('no room');
}

test('an exact schedule is set at once, and told with its letters and its next three times', async () => {
  await chat();
  expect(
    (await answerTo('/cron add \u201c0 9 * * 1-5\u201d /agent run the tests and fix what fails'))?.split(
      '\n',
    ),
  ).toEqual([
    '⏰ Scheduled as <1>: Monday to Friday at 09:00',
    '🤖 Task: run the tests and fix what fails',
    'Next: Mon 23 Nov 09:00 (Europe/Madrid),',
    'then Tue 24 Nov 09:00, Wed 25 Nov 09:00',
    'To remove it: /cron delete <1>',
  ]);
  expect(crons()).toEqual([
    expect.objectContaining({
      kind: 'cron',
      schedule: '0 9 * * 1-5',
      timezone: 'Europe/Madrid',
      message: '/agent run the tests and fix what fails',
      policy: 'once',
      sender: ANA,
      inGroup: false,
      state: 'active',
      nextAtMs: Date.UTC(2026, 10, 23, 8),
    }),
  ]);
});

test.each([
  ['/cron add every 30m drink water', { kind: 'every', schedule: 'every 30m', message: 'drink water' }],
  [
    '/cron add at 2026-11-24 09:00 call Bea',
    { kind: 'at', schedule: 'at 2026-11-24T09:00', message: 'call Bea' },
  ],
  ['/crons new @daily look back', { kind: 'cron', schedule: '@daily', message: 'look back' }],
  ['/programar cada 2 horas tomar agua', { kind: 'every', schedule: 'every 2h', message: 'tomar agua' }],
  ['/cron añadir 0 9 * * 1 regar', { kind: 'cron', schedule: '0 9 * * 1', message: 'regar' }],
  ['/programar agrega cada 2 horas regar', { kind: 'every', schedule: 'every 2h', message: 'regar' }],
])('%s', async (text, expected) => {
  await chat();
  await answerTo(text);
  expect(set()).toEqual([{ timezone: 'Europe/Madrid', ...expected }]);
});

test('an order that begins what should be done is no verb', async () => {
  await chat();
  await rig.say('/cron borra los registros cada 2 horas');
  expect(rig.phone.texts[0]).toMatch(/^⏰ I'm asking the model what time you mean\./);
});

describe('a schedule that cannot be', () => {
  beforeAll(() => open());
  afterAll(() => rig.remove());

  test.each([
    ['/cron add "every 30s" drink', /runs too often\. Leave at least 60 seconds between two runs/],
    ['/cron add every 4m /agent look', /runs too often\. Leave at least 5 minutes between two runs/],
    ['/cron add at 2020-11-24 09:00 call', /is in the past\. Write a date and time still to come/],
    ['/cron add "0 9 31 2 *" call', /never comes\./],
    ['/cron add "61 9 * * *" call', /"61" can't be the minute\. Minutes go from 0 to 59/],
    [`/cron add "${'1,'.repeat(60)}1 9 * * *" call`, /the limit is 120/],
    ['/cron add 0 9 * * 1 3 eggs', /Put the time in quotes/],
    ['/cron add every 2h', /Add what should happen/],
    ['/cron add every 2h /agent', /It runs no other command/],
    ['/cron add every 2h /undo', /It runs no other command/],
    [`/cron add every 2h ${'x'.repeat(4001)}`, /the limit is 4000/],
    ['/cron add', /\/cron every weekday at 9 stand-up/],
    ['/cron nonsense', /\/cron every weekday at 9 stand-up/],
  ])('%s is refused, and what to do is said', async (text, sentence) => {
    expect(await answerTo(text)).toMatch(sentence);
    expect(set()).toEqual([]);
  });
});

describe('a schedule that cannot be, in Spanish', () => {
  beforeAll(() => open({ locale: 'es' }));
  afterAll(() => rig.remove());

  test.each([
    ['/cron añadir "61 9 * * *" llamar', /"61" no puede ser el minuto\. Los minutos van de 0 a 59/],
    ['/cron añadir "0 9 * *" llamar', /tiene 4 campos; una expresión cron tiene cinco/],
    ['/cron añadir "each" llamar', /tiene un campo; una expresión cron tiene cinco/],
    ['/cron añadir @never llamar', /^No conozco la abreviatura/],
    ['/cron añadir cada 30s llamar', /Deja al menos 60 segundos entre/],
    ['/cron añadir cada 4m /agent mira', /Deja al menos 5 minutos/],
    ['/cron añadir cada 9000h llamar', /^"cada 9000h" pasa de 366 días/],
    ['/cron añadir "every tres" llamar', /^"cada tres" no dice cada cuánto\. .*: "cada 15m" o "cada 2h"\./],
    ['/cron añadir 2020-11-24 09:00 llamar', /ya pasó/],
    ['/cron añadir 2026-02-30 09:00 llamar', /no existe/],
    ['/cron añadir 2026-11-24 llamar', /no es una fecha con hora/],
    ['/cron añadir "0 9 31 2 *" llamar', /no llega nunca/],
    [`/cron añadir "${'1,'.repeat(60)}1 9 * * *" llamar`, /el máximo es 120/],
    ['/cron añadir cada 2 horas', /Agrega lo que debe pasar/],
    ['/cron añadir cada 2 horas /undo', /No corre otros comandos/],
  ])('%s is refused in Spanish', async (text, sentence) => {
    expect(await answerTo(text)).toMatch(sentence);
    expect(set()).toEqual([]);
  });
});

test('without a time zone nothing is set, and the same command works once a city is named', async () => {
  await chat({ program: { timezone: undefined } });
  const told = [
    await answerTo('/cron add every 2h drink'),
    await answerTo('/cron zone Lima'),
    await answerTo('/cron add every 2h drink'),
  ];
  expect(told).toEqual([
    "I don't know your time zone yet, so nothing is scheduled.\nTell me your city, then send the command again: /cron zone Lima",
    "⏰ This chat uses America/Lima time. It's Fri 20 Nov 07:00 there.",
    expect.stringContaining('Next: Fri 20 Nov 09:00 (America/Lima)'),
  ]);
});

test.each([
  ['/cron zone', "⏰ Europe/Madrid: it's Fri 20 Nov 13:00 there.\nTo change it: /cron zone Lima"],
  ['/cron zona Ciudad de México', "⏰ This chat uses America/Mexico_City time. It's Fri 20 Nov 06:00 there."],
  ['/cron zone "Asia/Kolkata"', "⏰ This chat uses Asia/Kolkata time. It's Fri 20 Nov 17:30 there."],
  [
    '/cron zone San Juan',
    "There's more than one San Juan.\nWhich one: America/Puerto_Rico, America/Argentina/San_Juan?",
  ],
  [
    '/cron zone IST',
    'No time zone is called IST.\nName it by area and city, or by a large city: /cron zone America/Lima',
  ],
  [
    '/cron zone +02:00',
    'No time zone is called +02:00.\nName it by area and city, or by a large city: /cron zone America/Lima',
  ],
])('%s', async (text, answer) => {
  await chat();
  expect(await answerTo(text)).toBe(answer);
});

test('another zone leaves what is set as it is, and says so', async () => {
  await chat();
  there();
  expect(await answerTo('/cron zone Lima')).toContain('Earlier schedules keep their own time zone.');
  expect(await answerTo('/cron list')).toContain('`<1>` every day at 09:00 (Europe/Madrid)');
});

test('a schedule in words is asked about, and set by a yes right after it', async () => {
  await chat();
  expect((await answerTo('/cron add every weekday at 9 run the tests'))?.split('\n')).toEqual([
    '⏰ Shall I schedule this?',
    'Monday to Friday at 09:00',
    '💬 Message: run the tests',
    'Next: Mon 23 Nov 09:00 (Europe/Madrid),',
    'then Tue 24 Nov 09:00, Wed 25 Nov 09:00',
    'It will only be a message.',
    'For a task, put /agent before the text.',
    'Answer yes or no.',
  ]);
  expect(set()).toEqual([]);
  expect(await answerTo('yes')).toMatch(/^⏰ Scheduled as <1>: Monday to Friday at 09:00\n/);
  expect(set()).toEqual([
    { kind: 'cron', schedule: '0 9 * * 1-5', timezone: 'Europe/Madrid', message: 'run the tests' },
  ]);
});

test.each([
  ['no', ['no'], 'OK, nothing is scheduled.', 0],
  ['/cron no', ['/cron no'], 'OK, nothing is scheduled.', 0],
  ['/cron yes', ['/cron yes'], expect.stringContaining('⏰ Scheduled as <1>'), 1],
  ['/cron sí', ['/cron sí'], expect.stringContaining('⏰ Scheduled as <1>'), 1],
  ['yes, twice', ['yes', 'yes'], 'Already scheduled, as <1>.', 1],
  ['yes, then /cron yes', ['yes', '/cron yes'], 'Already scheduled, as <1>.', 1],
  [
    '/cron yes after other words',
    ['/status', '/cron yes'],
    expect.stringContaining('⏰ Scheduled as <1>'),
    1,
  ],
  ['a yes after other words', ['/status', 'yes'], 'All done.', 0],
  ['a yes to a later exact one', ['/cron add every 2h drink', 'yes'], 'All done.', 1],
  ['a yes with more in it', ['yes, but at 10'], 'All done.', 0],
])('a proposal and %s', async (_title, answers, last, count) => {
  await chat();
  await answerTo('/cron add tomorrow at 9 call Bea');
  let told: string | undefined;
  for (const answer of answers) told = await answerTo(answer);
  expect({ told, count: crons().length }).toEqual({ told: last, count });
});

test('somebody else in the chat cannot say yes to a proposal', async () => {
  await chat();
  await answerTo('/cron add tomorrow at 9 call Bea');
  await answerTo('yes', BEA);
  expect(set()).toEqual([]);
});

test('tomorrow is the day after the words, not after the yes', async () => {
  await chat();
  await answerTo('/cron add tomorrow at 0:15 sleep');
  await rig.clock.advance(50 * MINUTE);
  await answerTo('yes');
  expect(crons().map(({ nextAtMs }) => nextAtMs)).toEqual([Date.UTC(2026, 10, 20, 23, 15)]);
});

test('a yes that comes too late for one date and time sets nothing, and says why', async () => {
  await chat();
  await answerTo('/cron add in 10 minutes take the bread out');
  await rig.clock.advance(20 * MINUTE);
  expect(await answerTo('yes')).toMatch(/is in the past/);
});

test('while a task waits for an answer, a bare yes could mean either and is given to neither', async () => {
  await chat({ run: async (_session, agent) => agent.ask() });
  await answerTo('/agent one');
  expect(await answerTo('/cron add tomorrow at 9 call Bea')).toMatch(
    /Answer \/cron yes or \/cron no\. Another question/,
  );
  expect(await answerTo('yes')).toBe(
    [
      'Which question do you mean? Answer with its code:',
      'k7x: `curl https://example.com`',
      '   /approve k7x · /reject k7x',
      '⏰ call Bea',
      '   /cron yes · /cron no',
    ].join('\n'),
  );
  expect({ asked: rig.store.approvals.listPending(HERE).length, count: crons().length }).toEqual({
    asked: 1,
    count: 0,
  });
  expect(await answerTo('/cron yes')).toMatch(/^⏰ Scheduled as <1>/);
});

test('what no table reads is handed to the model, which is said', async () => {
  await chat();
  await rig.say('/cron add every other Tuesday at 9 plan the week');
  expect(rig.phone.texts[0]).toBe(
    "⏰ I'm asking the model what time you mean.\nNothing is scheduled until you confirm.",
  );
  expect(rig.sessions().map(({ mode, task }) => ({ mode, task }))).toEqual([
    { mode: 'talk', task: '/cron add every other Tuesday at 9 plan the week' },
  ]);
});

test('the model reads it after the task that is at work, which is said too', async () => {
  await chat({ run: async (_session, agent) => agent.ask() });
  await answerTo('/agent one');
  expect(await answerTo('/cron add every other Tuesday at 9 plan the week')).toMatch(
    /until you confirm\.\nStarts when this ends: one$/,
  );
});

test('a person has at most 20 crons, and a chat 200', async () => {
  await chat();
  for (let count = 0; count < 20; count += 1) there();
  expect(await answerTo('/cron add every 2h drink')).toMatch(/^You already have 20 schedules, the limit/);
  for (let count = 0; count < 180; count += 1) there({ sender: `346001${String(count).padStart(5, '0')}` });
  expect(await answerTo('/cron add every 2h drink', BEA)).toMatch(/^This chat already has 200 schedules/);
});

test('/cron list of two hundred crons lets others get their turn after each', { tags: 'full' }, async () => {
  await chat();
  for (let left = 200; left > 0; left -= 1) there({ sender: `${ANA}${left}` });
  const before = rig.phone.texts.length;
  let turns = 0;
  const said = rig.say('/cron list');
  while (rig.phone.texts.length === before) {
    turns += 1;
    await new Promise((resolve) => setImmediate(resolve));
  }
  await said;
  expect(turns).toBeGreaterThan(200);
});

test('the answer to /cron list is split before the transaction that stores it, one part in each round', {
  tags: 'full',
}, async () => {
  const channel = new FormattingChannel();
  await chat({ channels: [channel] });
  for (let left = 200; left > 0; left -= 1) there({ sender: `${ANA}${left}` });
  const { atomically } = rig.store;
  vi.spyOn(rig.store, 'atomically').mockImplementation((work) => {
    channel.isInTransaction = true;
    try {
      return atomically(work);
    } finally {
      channel.isInTransaction = false;
    }
  });
  await rig.say('/cron list');
  await expect.poll(() => rig.phone.texts.length).toBeGreaterThan(3);
  expect(channel.withinTransaction).toEqual([]);
  expect(channel.rounds.size).toBeGreaterThan(3);
});

/** Notes where longer texts are formatted. */
class FormattingChannel extends FakeChannel {
  isInTransaction = false;
  readonly withinTransaction: string[] = [];
  /** Of the event loop. */
  readonly rounds = new Set<number>();
  #round = 0;

  format(text: string): string {
    if (text.length < 1000) return text;
    if (this.isInTransaction) this.withinTransaction.push(text.slice(0, 100));
    this.rounds.add(this.#round);
    setImmediate(() => {
      this.#round += 1;
    });
    return text;
  }
}

test('/cron list reads each schedule once, and no calendar of all years for it', {
  tags: 'full',
}, async () => {
  await chat();
  for (let left = 200; left > 0; left -= 1) {
    const schedule = left % 2 === 0 ? '0 9 * * 1-5' : '*/5 8-18 * * *';
    there({ sender: `${ANA}${left}`, schedule, timezone: 'America/Lima' });
  }
  const read = vi.spyOn(CronPattern.prototype as unknown as { parse(this: CronPattern): void }, 'parse');
  const made = madeDateFormats();
  onTestFinished(() => read.mockRestore());
  const before = rig.phone.texts.length;
  await rig.say('/cron list');
  await expect.poll(() => rig.phone.texts.length).toBeGreaterThan(before);
  const years = read.mock.contexts.map(({ year }) => year.filter(Boolean));
  expect(years.map(({ length }) => length)).toEqual([1, 1]);
  // One tells times, the other that there is such a zone.
  expect(made.length).toBeLessThanOrEqual(2);
});

/** Counts them from now on. */
function madeDateFormats(): readonly unknown[] {
  const made: unknown[] = [];
  const { DateTimeFormat } = Intl;
  Intl.DateTimeFormat = new Proxy(DateTimeFormat, {
    construct(target, given, asked) {
      made.push(given);
      return Reflect.construct(target, given, asked);
    },
  });
  onTestFinished(() => {
    Intl.DateTimeFormat = DateTimeFormat;
  });
  return made;
}

test('/cron list shows what, when, how it stands, and what became of it', async () => {
  await chat();
  there();
  there({ schedule: 'every 2h', kind: 'every', message: '/agent? look for dead code', sender: BEA });
  there({ schedule: '0 9 13 * 5', message: '/agent run the tests', timezone: 'America/Lima' });
  const [first, second, third] = crons();
  if (first === undefined || second === undefined || third === undefined) throw new Error('three were made');
  const [late, ran] = [Date.UTC(2026, 10, 19, 8), Date.UTC(2026, 10, 20, 8)];
  cronsIn(rig.store).addRun(first.id, {
    run: { key: 'a', nominalMs: ran, atMs: ran, outcome: 'sent', session: undefined },
    skipped: { reason: 'late', firstMs: late - 86_400_000, lastMs: late, atMs: ran },
  });
  cronsIn(rig.store).addRun(second.id, {
    skipped: { reason: 'overlap', firstMs: late, lastMs: late, atMs: ran },
  });
  cronsIn(rig.store).pause(second.id, 'failures');
  expect((await answerTo('/cron'))?.split('\n')).toEqual([
    '⏰ Schedules in this chat (Europe/Madrid):',
    '`<1>` every day at 09:00',
    '   💬 Message: stretch',
    '   next Sat 21 Nov 09:00 · last Fri 20 Nov 09:00: sent',
    "   ⚠️ skipped Wed 18 Nov 09:00 to Thu 19 Nov 09:00: I wasn't running",
    '`<2>` every 2 hours',
    '   🔎 Dry run: look for dead code',
    '   ⏸️ paused after 10 failed runs in a row · set by +34600999888',
    '   ⚠️ skipped Thu 19 Nov 09:00: the previous run was still going',
    '`<3>` by the rule `0 9 13 * 5` (America/Lima)',
    '   🤖 Task: run the tests',
    '   next Sat 21 Nov 03:00',
  ]);
});

test.each([
  ['pause', ['/cron pause <it>'], /^⏸️ Paused <1>\.\n💬 Message: stretch\n/, 'paused'],
  ['pause twice', ['/cron pausar <it>', '/cron pause <it>'], /^<1> is already paused/, 'paused'],
  ['capitals', ['/cron Pause <IT>'], /^⏸️ Paused <1>\./, 'paused'],
  [
    'resume',
    ['/cron pause <it>', '/cron resume <it>'],
    /^▶️ Continuing <1>\. Next: Sat 21 Nov 09:00 \(Europe/,
    'active',
  ],
  ['resume what runs', ['/cron reanudar <it>'], /^<1> isn't paused/, 'active'],
  ['delete and undo', ['/cron borrar <it>', '/cron deshacer'], /^↩️ <1> is back\./, 'active'],
  ['undo without a deletion', ['/cron undo'], /^Nothing was deleted here in the last 10 minutes/, 'active'],
  [
    'no letters',
    ['/cron delete'],
    /^Which one\? Send \/cron delete with its letters:\n<1> · every day at 09:00 · 💬/,
    'active',
  ],
  ['letters that are not there', ['/cron delete zzz'], /^No schedule zzz here/, 'active'],
  [
    'no letters, and none paused',
    ['/cron resume'],
    /^No schedule here is paused\.\n.*\/cron list$/,
    'active',
  ],
  [
    'no letters, and all paused',
    ['/cron pause <it>', '/cron pause'],
    /^Every schedule here is paused or finished already\./,
    'paused',
  ],
  [
    'an order to pause and resume',
    ['/cron pausa <it>', '/cron reanuda <it>'],
    /^▶️ Continuing <1>\./,
    'active',
  ],
  ['an order to delete, and back', ['/cron borra <it>', '/cron deshaz'], /^↩️ <1> is back\./, 'active'],
])('%s', async (_title, lines, answer, state) => {
  await chat();
  there();
  let told: string | undefined;
  for (const line of lines) told = await answerTo(line.replace('<IT>', crons()[0]?.name.toUpperCase() ?? ''));
  expect(told).toMatch(answer);
  expect(crons().map((cron) => cron.state)).toEqual([state]);
});

test('a deletion can be taken back for ten minutes', async () => {
  await chat();
  there();
  expect(await answerTo('/cron delete <it>')).toMatch(
    /^🗑️ Deleted \w+\.\n💬 Message: stretch\nTo bring it back within 10 minutes: \/cron undo$/,
  );
  expect(crons()).toEqual([]);
  await rig.clock.advance(10 * MINUTE);
  expect(await answerTo('/cron undo')).toBe('Nothing was deleted here in the last 10 minutes.');
});

test('undo brings back what one may change, whatever was deleted since, and nothing else', async () => {
  const people = [
    { phone: ANA, role: 'owner', workspaces: undefined },
    { phone: BEA, role: 'member', workspaces: undefined },
  ] as const;
  await chat({ access: { people, groups: [] } });
  there({ sender: BEA, message: 'swim' });
  await answerTo('/cron delete <it>', BEA);
  there({ message: 'stretch' });
  await answerTo('/cron delete <it>');
  expect(await answerTo('/cron undo', BEA)).toMatch(/^↩️ <1> is back\.\n.*swim$/);
  expect(await answerTo('/cron undo', BEA)).toBe(
    "That schedule is somebody else's.\nOnly they or an owner can change it.",
  );
  expect(crons().map(({ message }) => message)).toEqual(['swim']);
});

test('run does it at once, whatever the schedule says', async () => {
  await chat();
  there();
  await rig.say(`/cron run ${crons()[0]?.name}`);
  expect(rig.phone.texts.map(named)).toEqual([
    '▶️ Running <1> now:\n💬 Message: stretch',
    '⏰ cron <1>\nstretch',
  ]);
});

test.each(['pause <it>', 'run <it>', 'delete <it>', 'missed <it> all'])(
  '%s of what somebody else set is for an owner',
  async (typed) => {
    const people = [
      { phone: ANA, role: 'owner', workspaces: undefined },
      { phone: BEA, role: 'member', workspaces: undefined },
    ] as const;
    await chat({ access: { people, groups: [] } });
    there();
    expect(await answerTo(`/cron ${typed}`, BEA)).toBe(
      "That schedule is somebody else's.\nOnly they or an owner can change it.",
    );
    there({ sender: BEA });
    await answerTo(`/cron ${typed.replace('<it>', crons()[1]?.name ?? '')}`);
    expect(rig.phone.texts.at(-1)).not.toContain('somebody else');
  },
);

test('whoever may only ask may be reminded, and starts no task', async () => {
  await chat({ access: { people: [{ phone: BEA, role: 'reader', workspaces: undefined }], groups: [] } });
  expect(await answerTo('/cron add every 2h /agent tidy up', BEA)).toMatch(/^You can ask me questions/);
  expect(await answerTo('/cron add every day at 9 /agent tidy up', BEA)).toMatch(/^You can ask me/);
  expect(await answerTo('/cron add every 2h drink', BEA)).toMatch(/^⏰ Scheduled as <1>/);
});

describe('missed runs', () => {
  beforeAll(async () => {
    await open();
    there();
  });
  afterAll(() => rig.remove());
  const policy = () => crons()[0]?.policy;

  test.each([
    ['skip', 'skip', 'I skip them'],
    ['todas', 'all', 'I do the newest five'],
    ['Once', 'once', "I do the newest, unless it's too late"],
    ['la última', 'once', "I do the newest, unless it's too late"],
  ])('%s: what becomes of them is %s', async (word, kept, said) => {
    expect(await answerTo(`/cron missed <it> ${word}`)).toBe(`<1>: if I miss runs, ${said}.`);
    expect(policy()).toBe(kept);
  });

  test.each([
    [
      '/cron missed <it>',
      '<1>: if I miss runs, I skip them.\nTo change that: /cron missed <1> once, skip or all',
    ],
    [
      '/cron missed <it> often',
      '<1>: if I miss runs, I skip them.\nTo change that: /cron missed <1> once, skip or all',
    ],
    ['/cron perdidas zz ninguna', 'No schedule zz here. /cron list shows them all.'],
  ])('%s changes nothing', async (typed, answer) => {
    await answerTo('/cron missed <it> skip');
    expect(await answerTo(typed)).toBe(answer);
    expect(policy()).toBe('skip');
  });

  test('the list tells of those that are made up for otherwise than usual', async () => {
    await answerTo('/cron missed <it> skip');
    expect(await answerTo('/cron list')).toContain('missed runs: I skip them');
    await answerTo('/cron missed <it> once');
    expect(await answerTo('/cron list')).not.toContain('missed runs');
  });
});

test.each([
  ['en', '/cron missed <it> skip', "<1> runs only once, even if it's late."],
  ['es', '/cron perdidas <it> todas', '<1> es para una sola vez: la hago aunque sea tarde.'],
] as const)(
  'of one date and time nobody is told that it could be left out (%s)',
  async (locale, typed, answer) => {
    await chat({ locale });
    there({ kind: 'at', schedule: 'at 2026-11-21T09:00' });
    expect(await answerTo(typed)).toBe(answer);
    expect(crons()[0]?.policy).toBe('once');
  },
);

test.each(['`kd`', '"KD"', '\u201ckd\u201d.', ' kd '])('letters may come in marks: %s', async (typed) => {
  await chat();
  there({ name: 'kd' });
  await rig.say(`/cron delete ${typed}`);
  expect(crons()).toEqual([]);
});

test('what a cron does is shown as it is, whatever hides in it', async () => {
  await chat();
  const family = '\u{1f468}\u200d\u{1f467}';
  await rig.say(`/cron add every 2h /agent tidy ${family} \u202egnp.exe`);
  const [, set] = rig.phone.texts.at(-1)?.split('\n') ?? [];
  await rig.say('/cron list');
  const [, , listed] = rig.phone.texts.at(-1)?.split('\n') ?? [];
  expect([set, listed?.trim()]).toEqual(Array(2).fill(`🤖 Task: tidy ${family} \\u{202e}gnp.exe`));
});
