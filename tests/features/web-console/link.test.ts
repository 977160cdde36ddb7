import { afterEach, expect, test } from 'vitest';
import type { AskedForCode, Pairing } from '../../../src/features/web-console/pairing.ts';
import { type ConsoleRig, consoleRig, LOCAL } from '../../support/console-rig.ts';
import { ANA } from '../../support/gateway-rig.ts';
import { feedOf, LiveWindow } from '../../support/live-window.ts';
import { formWith, shown } from '../../support/shown-page.ts';

const BEA = '34600333444';
const ROY = '34600555666';
const ACCESS = {
  people: [
    { phone: ANA, role: 'owner', workspaces: undefined },
    { phone: BEA, role: 'member', workspaces: undefined },
    { phone: ROY, role: 'reader', workspaces: undefined },
  ],
  groups: [],
} as const;
const QR = '2@first-code-to-scan,key,key,key';
/** What the link has to show now. */
const shows = (by: 'qr' | 'code', show: string): Pairing => ({ code: { by, show, sinceMs: Date.now() } });
const NEXT_QR = '2@next-code-to-scan,key,key,key';

/** A link that shows what the test says. */
class FakeLink {
  shown: Pairing | undefined = shows('qr', QR);
  answer: AskedForCode = 'asked';
  readonly asked: (string | undefined)[] = [];
  #changes = 0;
  readonly link = () => (this.shown === undefined ? ('connected' as const) : ('pairing' as const));
  readonly pairing = () => this.shown;
  readonly linkChanges = () => String(this.#changes);
  readonly askForCode = async (phone: string | undefined) => {
    this.asked.push(phone);
    return this.answer;
  };
  becomes(shown: Pairing | undefined): void {
    this.shown = shown;
    this.#changes += 1;
  }
}

let rig: ConsoleRig;
let link: FakeLink;
const windows: LiveWindow[] = [];
afterEach(async () => {
  for (const window of windows.splice(0)) window.close();
  await rig.close();
});

async function opened(locale: 'en' | 'es' = 'en'): Promise<void> {
  link = new FakeLink();
  rig = await consoleRig({ access: ACCESS, locale, link });
}

const picture = (html: string): string | undefined =>
  /<svg class="qr"[\s\S]*?<path d="([^"]+)"/.exec(html)?.[1];
const pair = (phone: string, cookie: string) =>
  rig.post('/', { phone, idempotencyKey: 'of-this-form' }, { cookie });

test('an owner sees the code to scan as a picture, which nothing may keep; it is nowhere as text', async () => {
  await opened();
  const { body, headers } = await rig.get('/', { cookie: await rig.enter(LOCAL) });
  expect({
    picture: picture(body)?.length,
    named: /<title id="qr-title">QR code to link WhatsApp<\/title><desc/.test(body),
    asText: body.includes('2@'),
    form: body.includes('name="phone"'),
    kept: headers['cache-control'],
  }).toEqual({ picture: expect.any(Number), named: true, asText: false, form: true, kept: 'no-store' });
});

test.each([
  ['a member', BEA],
  ['a reader', ROY],
])('%s sees neither the code nor the form, and asks for none', async (_who, person) => {
  await opened();
  const cookie = await rig.enter(person);
  const { body } = await rig.get('/', { cookie });
  const pressed = await pair('+34600111222', cookie);
  expect([picture(body), body.includes('name="phone"'), pressed.status, link.asked]).toEqual([
    undefined,
    false,
    404,
    [],
  ]);
});

test('programs that read the data never get it', async () => {
  await opened();
  const headers = { authorization: `Bearer ${rig.token(LOCAL)}` };
  const { body } = await rig.get('/api/v1/now', { headers });
  link.becomes(shows('code', 'ABCDEFGH'));
  const later = await rig.get('/api/v1/now', { headers });
  expect([JSON.parse(body).whatsapp, /svg|2@|ABCD/.test(body + later.body)]).toEqual(['pairing', false]);
});

test('the picture is replaced by the next code, the form around it is not, and both go once a phone is linked', async () => {
  await opened();
  const cookie = await rig.enter(LOCAL);
  const { body } = await rig.get('/', { cookie });
  const window = new LiveWindow(feedOf(body, rig.address), { cookie });
  windows.push(window);
  const sent = () => window.events.map(({ regions }) => regions.map(({ name }) => name));
  link.becomes(shows('qr', NEXT_QR));
  await expect.poll(sent).toEqual([['link']]);
  const next = picture(window.events[0]?.regions[0]?.html ?? '');
  link.becomes({ code: undefined });
  await expect.poll(sent).toEqual([['link'], ['link']]);
  link.becomes(shows('code', 'ABCDEFGH'));
  await expect.poll(() => window.events[2]?.regions[0]?.html).toContain('ABCD-EFGH');
  link.becomes(undefined);
  await expect.poll(() => window.events.length).toBe(4);
  const left = window.events[3]?.regions.filter(({ name }) => name !== 'now');
  const page = await rig.get('/', { cookie });
  expect({
    isAnother: next !== undefined && next !== picture(body),
    left,
    page: [picture(page.body), /ABCD|name="phone"/.test(page.body)],
  }).toEqual({
    isAnother: true,
    left: [
      { name: 'link', html: '' },
      { name: 'link-by-code', html: '' },
    ],
    page: [undefined, false],
  });
});

test('what a window is sent may not be kept either', async () => {
  await opened();
  const cookie = await rig.enter(LOCAL);
  const { body } = await rig.get('/', { cookie });
  const answer = await fetch(feedOf(body, rig.address), { headers: { cookie } });
  expect([answer.headers.get('content-type'), answer.headers.get('cache-control')]).toEqual([
    'text/event-stream',
    'no-store',
  ]);
  await answer.body?.cancel();
});

test.each([
  ['+34 600 111-222', LOCAL],
  ['0034600111222', ANA],
])('a code for %s is asked for by a message of the person, once for each form', async (phone, person) => {
  await opened();
  const cookie = await rig.enter(person);
  const pressed = await pair(phone, cookie);
  const again = await pair(phone, cookie);
  const said = (await rig.get(pressed.headers.location ?? '', { cookie })).body.includes(
    'Done. What changed',
  );
  expect({ statuses: [pressed.status, again.headers.location], asked: link.asked, said }).toEqual({
    statuses: [303, pressed.headers.location],
    asked: ['34600111222'],
    said: true,
  });
});

test.each(['', '12', 'my phone', '+34600111222; /web off', '<script>alert(1)</script>'])(
  'for %j no code is asked for',
  async (phone) => {
    await opened();
    const { status } = await pair(phone, await rig.enter(LOCAL));
    expect([status, link.asked]).toEqual([404, []]);
  },
);

test('once no phone is waited for, an old form asks for nothing', async () => {
  await opened();
  const cookie = await rig.enter(LOCAL);
  link.becomes(undefined);
  expect([(await pair('+34600111222', cookie)).status, link.asked]).toEqual([404, []]);
});

test('a code to type says how long it is valid, and leads back to the one to scan, once for each press', async () => {
  await opened();
  const cookie = await rig.enter(LOCAL);
  link.becomes(shows('code', 'ABCDEFGH'));
  const { body } = await rig.get('/', { cookie });
  const back = formWith(body, 'Back to the QR code');
  for (const form of [back, back]) await rig.post('/', form, { cookie });
  link.becomes(shows('qr', QR));
  const scanned = await rig.get('/', { cookie });
  expect({
    said: /ABCD-EFGH It works for about 2 minutes\. .*appears here by itself\. < 1 min ago/.test(shown(body)),
    asked: link.asked,
    offersItself: scanned.body.includes('Back to the QR code'),
  }).toEqual({ said: true, asked: [undefined], offersItself: false });
});

test.each([
  ['/web pair qr', 'en'],
  ['/web vincular QR', 'es'],
] as const)('%s asks for a code to scan', async (words, locale) => {
  await opened(locale);
  await rig.say(words);
  expect(link.asked).toEqual([undefined]);
});

test.each<[AskedForCode, RegExp]>([
  ['linked', /^A phone is linked already\.\n.*wasap pair --new$/],
  ['busy', /^WhatsApp is connecting right now\./],
  ['unused', /^I don't use WhatsApp here\.\n.*wasap pair$/],
])('/web pair says when there is no code to be had: %s', async (answer, said) => {
  await opened();
  link.answer = answer;
  await rig.say('/web pair +34 600 111 222');
  expect([link.asked, rig.phone.texts]).toEqual([['34600111222'], [expect.stringMatching(said)]]);
});

test('/web vincular wants a number, and an owner', async () => {
  await opened('es');
  await rig.say('/web vincular mi teléfono');
  await rig.say('/web vincular +34600111222', { chat: 'bea', sender: BEA });
  expect([link.asked, rig.phone.texts[0]]).toEqual([
    [],
    'Escribe el número con su código de país.\nPor ejemplo: /web vincular +34600111222',
  ]);
  expect(rig.phone.texts).toHaveLength(2);
});
