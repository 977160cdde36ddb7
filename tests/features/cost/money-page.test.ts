import { afterEach, expect, test } from 'vitest';
import { type ConsoleRig, consoleRig, LOCAL, runningTags, wordsOf } from '../../support/console-rig.ts';
import { ANA, type RigOptions } from '../../support/gateway-rig.ts';
import { cellAlone } from '../../support/machines.ts';
import { sessionRecord } from '../../support/session-record.ts';

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
const USAGE = { inputTokens: 1, outputTokens: 1, cacheReadTokens: 0, cacheWriteTokens: 0 };

let rig: ConsoleRig;
afterEach(() => rig.close());

/** Ana spent $1.50 in the shop, Bea $0.50 in a project with a name that would like to be more. */
async function spent(options: RigOptions & { readonly locale?: 'en' | 'es' } = {}): Promise<void> {
  rig = await consoleRig({ access: ACCESS, ...options });
  const hostile = '/projects/<script>alert(1)<|script>';
  const tasks = [
    { id: '20261120-00000001', person: ANA, project: '/projects/shop', model: 'large', microUsd: 1_500_000 },
    {
      id: '20261120-00000002',
      person: BEA,
      project: hostile,
      model: '"><img src=x onerror=alert(1)>',
      microUsd: 500_000,
    },
  ];
  for (const { id, person, project, model, microUsd } of tasks) {
    const session = id as never;
    rig.store.sessions.create(sessionRecord({ id: session, owner: person, project, prompt: { model } }));
    rig.store.spending.add({ session, person, usage: USAGE, microUsd, atMs: Date.now() });
  }
}

const page = async (query = '', person = LOCAL) =>
  await rig.get(`/money${query}`, { cookie: await rig.enter(person) });

test('an owner sees everybody, in a picture and in tables with the same figures', async () => {
  await spent();
  const { body } = await page();
  const today = new Date().toISOString().slice(0, 10);
  const words = wordsOf(body);
  expect({
    facts: /today \(UTC\) \$2\.00 in 30 days \$2\.00 most in a day \$2\.00/.test(words),
    bars: (body.match(/<rect x=/g) ?? []).length,
    description: words.includes(`to ${today}. $2.00 in all, $2.00 on the most expensive day.`),
    table: words.includes(`${today} $2.00`),
    people: words.includes(`+${ANA} 75 % $1.50 +${BEA} 25 % $0.50`),
    projects: words.includes('shop 75 % $1.50'),
    limits: /a task pauses at .*AGENT_MAX_COST_USD/.test(words),
  }).toEqual({
    facts: true,
    bars: 30,
    description: true,
    table: true,
    people: true,
    projects: true,
    limits: true,
  });
});

test.each([
  ['?days=7', 7],
  ['?days=90', 90],
  ['?days=100000', 30],
  ["?days='", 30],
])('%s shows %d days', async (query, bars) => {
  await spent();
  const { body } = await page(query);
  expect((body.match(/<rect x=/g) ?? []).length).toBe(bars);
});

test.each([
  ['a member', BEA, '$0.50'],
  ['a reader', ROY, '$0.00'],
])('%s sees what they spent, and nobody else', async (_who, person, sum) => {
  await spent();
  const { body } = await page('', person);
  const words = wordsOf(body);
  expect([
    words.includes(`in 30 days ${sum}`),
    words.includes('$1.50'),
    words.includes(ANA),
    words.includes('By person'),
    words.includes('wasap config'),
    words.includes('left today'),
  ]).toEqual([true, false, false, false, false, true]);
});

test('names of projects and models are only text', async () => {
  await spent();
  const { body } = await page();
  expect([runningTags(body), body.includes('alert(1)')]).toEqual([[], true]);
});

test('without spending it says so, and draws nothing', async () => {
  rig = await consoleRig({ access: ACCESS });
  const { body } = await page();
  expect([wordsOf(body).includes('Nothing was spent in this time.'), body.includes('class="chart"')]).toEqual(
    [true, false],
  );
});

test('in Spanish', async () => {
  await spent({ locale: 'es' });
  expect(wordsOf((await page()).body)).toMatch(
    /^(?:Se perdió.*)?Dinero .*Por día .*Por persona .*Por modelo .*Por proyecto .*Límites/,
  );
});

test('the same as data: an owner reads everybody, a member what they spent', async () => {
  await spent();
  const read = async (person: string, query = '?days=2') =>
    JSON.parse(
      (
        await rig.get(`/api/v1/money${query}`, {
          headers: { authorization: `Bearer ${rig.token(person)}` },
        })
      ).body,
    );
  const [all, own, wrong] = [await read(LOCAL), await read(BEA), await read(LOCAL, '?days=0')];
  expect([
    all.total_usd,
    all.days.length,
    all.people,
    all.limits,
    own.total_usd,
    own.people,
    /days/.test(wrong.error),
  ]).toEqual([
    2,
    2,
    [
      { name: ANA, usd: 1.5 },
      { name: BEA, usd: 0.5 },
    ],
    { task_usd: 1, day_usd: 5 },
    0.5,
    [{ name: BEA, usd: 0.5 }],
    true,
  ]);
});

test.each<['en' | 'es', string]>([
  [
    'en',
    'By machine Name today (UTC) in 30 days big-one $2.00 $2.00 lima $0.25 $4.00 all machines $2.25 $6.00 All below is of big-one.',
  ],
  [
    'es',
    'Por máquina Nombre hoy (UTC) en 30 días big-one $2.00 $2.00 lima $0.25 $4.00 todas las máquinas $2.25 $6.00 Todo lo de abajo es de big-one.',
  ],
])('beside other machines each is named, with the sum of all (%s)', async (locale, said) => {
  const machines = cellAlone({
    readSpending: async () => [
      // Of the machine that is asked its own figures count.
      { cell: 'big-one', microUsd: 1, lastDayMicroUsd: 1 },
      { cell: 'lima', microUsd: 4_000_000, lastDayMicroUsd: 250_000 },
    ],
  });
  await spent({ machines, locale });
  expect(wordsOf((await page()).body)).toContain(said);
});

test('others are asked for the same days, and for nobody but the one who may see no more', async () => {
  const asked: unknown[] = [];
  const machines = cellAlone({
    async readSpending(days) {
      asked.push({ ...days, days: (days.lastMs - days.firstMs) / 86_400_000 + 1, firstMs: 0, lastMs: 0 });
      return undefined;
    },
  });
  await spent({ machines });
  const { body } = await page('?days=7', BEA);
  expect({ asked, isSaid: wordsOf(body).includes("What other machines spent isn't known now.") }).toEqual({
    asked: [{ person: BEA, days: 7, firstMs: 0, lastMs: 0 }],
    isSaid: true,
  });
});
