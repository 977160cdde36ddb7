import { afterEach, expect, test } from 'vitest';
import { codeHash } from '../../../src/gateway/people/access.ts';
import { type ConsoleRig, consoleRig, LOCAL, runningTags, wordsOf } from '../../support/console-rig.ts';
import { ANA } from '../../support/gateway-rig.ts';

const BEA = '34600333444';
const ROY = '34600555666';
const LUIS = '34600777888';
const ACCESS = {
  people: [
    { phone: ANA, role: 'owner', workspaces: undefined },
    { phone: BEA, role: 'member', workspaces: ['shop', '<b>blog</b>'] },
    { phone: ROY, role: 'reader', workspaces: undefined },
  ],
  groups: [{ id: '120363000@g.us', people: [ANA, BEA] }],
} as const;
const TO_COME_MS = 5 * 60_000;

let rig: ConsoleRig;
afterEach(() => rig.close());

const page = async (person = LOCAL) => await rig.get('/people', { cookie: await rig.enter(person) });

test('who may do what and since when, with the commands that change it', async () => {
  rig = await consoleRig({ access: ACCESS });
  const invitation = { codeHash: codeHash('12345678'), role: 'reader', workspaces: undefined } as const;
  rig.store.people.invite({ ...invitation, expiresAtMs: Date.now() + TO_COME_MS, tries: 5 });
  const open = rig.store.people.openInvitation();
  rig.store.people.accept(open?.seq ?? 0, { phone: LUIS, role: 'reader', workspaces: ['shop'] }, Date.now());
  await rig.say('hello');
  const words = wordsOf((await page()).body);
  expect(words).toMatch(
    new RegExp(
      [
        `\\+${ANA} owner all projects from the settings has written to me`,
        `\\+${BEA} member projects: shop, <b>blog</b> from the settings has not written yet`,
        `\\+${LUIS} reader projects: shop by invitation has not written yet wasap people remove \\+${LUIS}`,
        `120363000@g\\.us 2 \\+${ANA} \\+${BEA}`,
      ].join('.*'),
    ),
  );
});

test.each([
  ['open', TO_COME_MS, 'An invitation is open: member. It ends in 5 min. Wrong tries left: 5.'],
  ['too old', -1, 'No invitation is open.'],
])('an invitation that is %s: %s', async (_what, forMs, said) => {
  rig = await consoleRig({ access: ACCESS });
  rig.store.people.invite({
    codeHash: codeHash('12345678'),
    role: 'member',
    workspaces: ['shop'],
    expiresAtMs: Date.now() + forMs,
    tries: 5,
  });
  const { body } = await page();
  expect([wordsOf(body).includes(said), body.includes(codeHash('12345678'))]).toEqual([true, false]);
});

test('who was refused and might be let in, once each, without what they wrote', async () => {
  rig = await consoleRig({ access: ACCESS });
  await rig.say('let me in', { sender: '34699999999@s.whatsapp.net', chat: 'stranger' });
  await rig.say('please', { sender: '34699999999@s.whatsapp.net', chat: 'stranger' });
  await rig.say('hello', { sender: '<img src=x onerror=alert(1)>@lid', chat: 'hidden' });
  await rig.say('hello', {
    sender: `${ROY}@s.whatsapp.net`,
    chat: '120363000@g.us',
    group: { addressed: true },
  });
  rig.store.database.execute('UPDATE inbox SET received_at_ms = CAST(unixepoch() AS INTEGER) * 1000');
  const { body } = await page();
  const words = wordsOf(body);
  expect({
    stranger: words.split('+34699999999').length - 1,
    why: words.includes('not on the list'),
    hidden: words.includes('WhatsApp hid the phone number'),
    inGroup: words.includes('not listed for this group 120363000@g.us'),
    words: words.includes('let me in') || words.includes('please'),
    tags: runningTags(body),
  }).toEqual({ stranger: 1, why: true, hidden: true, inGroup: true, words: false, tags: [] });
});

test('other agents, and those whose token was taken back', async () => {
  rig = await consoleRig({ access: ACCESS });
  const agent = { role: 'member', workspaces: undefined, madeAtMs: Date.now() } as const;
  rig.store.outsideAgents.add({ ...agent, name: 'planner' }, 'token-1');
  rig.store.outsideAgents.add({ ...agent, name: 'old' }, 'token-2');
  rig.store.outsideAgents.revoke('old', Date.now());
  const words = wordsOf((await page()).body);
  expect(words).toMatch(
    /old revoked all projects planner member all projects wasap mcp token revoke planner/,
  );
});

test('where nobody is named it says how to let somebody in', async () => {
  rig = await consoleRig({ access: { people: [], groups: [] } });
  const words = wordsOf((await page()).body);
  expect([
    words.includes('Nobody can write to me on WhatsApp.'),
    words.includes('wasap people invite --role member --project shop'),
    words.includes("I don't answer in any group."),
    words.includes('I refused nobody.'),
  ]).toEqual([true, true, true, true]);
});

test.each([
  ['a member', BEA],
  ['a reader', ROY],
])('for %s there is no such page, and no entry in the navigation', async (_who, person) => {
  rig = await consoleRig({ access: ACCESS });
  const cookie = await rig.enter(person);
  const asked = [
    await page(person),
    await rig.get('/people?live=x', { cookie }),
    await rig.post('/people', { person: ANA }, { cookie }),
  ];
  const start = await rig.get('/', { cookie });
  expect([asked.map(({ status }) => status), start.body.includes('href="/people"')]).toEqual([
    [404, 404, 404],
    false,
  ]);
});
