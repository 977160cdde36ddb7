import { afterEach, expect, test } from 'vitest';
import { type Finding, finding } from '../../../src/features/doctor/check-ups.ts';
import {
  type ConsoleRig,
  consoleRig,
  LOCAL,
  runningTags,
  SECRET,
  wordsOf,
} from '../../support/console-rig.ts';
import { ANA } from '../../support/gateway-rig.ts';
import { formWith } from '../../support/shown-page.ts';

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

const FINDINGS: readonly Finding[] = [
  finding('program', 'ok', { text: 'wasap-agent 1.2.3.' }),
  finding('sandbox', 'warn', { text: 'No sandbox.', todo: 'Get it: sudo apt install bubblewrap' }),
  finding('disk', 'bad', { text: 'The disk is full.', todo: 'Free some space.' }),
];

let rig: ConsoleRig;
afterEach(() => rig.close());

/** Counts its check-ups; each takes until it is let go. */
async function checked(
  findings: readonly Finding[] = FINDINGS,
  until: () => Promise<void> = async () => undefined,
): Promise<readonly string[]> {
  const asked: string[] = [];
  rig = await consoleRig({
    access: ACCESS,
    async checkUp(locale, how) {
      asked.push(`${how} ${locale}`);
      await until();
      return findings;
    },
  });
  return asked;
}
const page = async (query = '', person = LOCAL) =>
  await rig.get(`/doctor${query}`, { cookie: await rig.enter(person) });

test('what has to be fixed comes first, each with what to do', async () => {
  await checked();
  expect(wordsOf((await page()).body)).toMatch(
    /1 problem to fix\. .*to fix The disk is full\. What to do: Free some space\. could be better No sandbox\. What to do: Get it: sudo apt install bubblewrap fine wasap-agent 1\.2\.3\./,
  );
});

test('when everything works it says so', async () => {
  await checked([finding('program', 'ok', { text: 'wasap-agent 1.2.3.' })]);
  expect(wordsOf((await page()).body)).toContain('Everything works.');
});

test('it is checked when it is asked for, and not with every look or change', async () => {
  const asked = await checked();
  const first = await page();
  await page();
  await rig.say('/help');
  expect([asked, first.body.includes('data-live'), first.body.includes('/doctor?again=yes')]).toEqual([
    ['look en'],
    false,
    true,
  ]);
});

test('many who ask at once wait for one check, and other pages are there meanwhile', async () => {
  let letGo = (): void => undefined;
  const asked = await checked(FINDINGS, () => new Promise((resolve) => (letGo = resolve)));
  const cookie = await rig.enter(LOCAL);
  const waiting = [1, 2, 3].map(() => rig.get('/doctor?again=yes', { cookie }));
  const other = await rig.get('/tasks', { cookie });
  await expect.poll(() => asked.length).toBe(1);
  letGo();
  const answers = await Promise.all(waiting);
  expect([other.status, answers.map(({ status }) => status), asked.length]).toEqual([
    200,
    [200, 200, 200],
    1,
  ]);
});

test('opened it only looks; a button sends the test message, once, as the command does, and its result is shown', async () => {
  const asked = await checked();
  await rig.say('/help');
  const cookie = await rig.enter(ANA);
  const opened = await rig.get('/doctor', { cookie });
  const looked = [...asked];
  const form = formWith(opened.body, 'Send a test message');
  const pressed = await rig.post('/doctor', form, { cookie });
  await rig.post('/doctor', form, { cookie });
  const then = await rig.get(pressed.headers.location ?? '', { cookie });
  expect({
    looked,
    asked,
    told: rig.phone.texts.filter((text) => text.startsWith('🩺')).length,
    shown: wordsOf(then.body).includes('The disk is full.'),
  }).toEqual({ looked: ['look en'], asked: ['look en', 'try en'], told: 1, shown: true });
});

test('the command in the chat tries it, as it says', async () => {
  const asked = await checked();
  await rig.say('/doctor');
  expect(asked).toEqual(['try en']);
});

test('a check that fails is made anew the next time', async () => {
  let isFailing = true;
  const asked = await checked(FINDINGS, async () => {
    if (isFailing) throw new Error('no disk');
  });
  const failed = await page();
  isFailing = false;
  const mended = await page();
  expect([failed.status, mended.status, asked.length]).toEqual([500, 200, 2]);
});

test('findings are only text, without secrets', async () => {
  await checked([
    finding('git', 'bad', {
      text: `<script>alert(1)</script> ${SECRET}`,
      todo: '"><img src=x onerror=alert(1)>',
    }),
  ]);
  const { body } = await page();
  expect([runningTags(body), body.includes('alert(1)'), body.includes('sk-canary')]).toEqual([
    [],
    true,
    false,
  ]);
});

test.each([
  ['a member', BEA],
  ['a reader', ROY],
])('for %s there is no such page, and nothing is checked', async (_who, person) => {
  const asked = await checked();
  const cookie = await rig.enter(person);
  expect([
    (await page('', person)).status,
    (await rig.post('/doctor', { again: 'yes' }, { cookie })).status,
    (await rig.get('/', { cookie })).body.includes('href="/doctor"'),
    asked,
  ]).toEqual([404, 404, false, []]);
});
