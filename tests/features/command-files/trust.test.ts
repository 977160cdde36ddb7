import { afterEach, expect, test } from 'vitest';
import type { Person, Role } from '../../../src/contracts/access.ts';
import type { Locale } from '../../../src/core/texts/texts.ts';
import type { NamedCommandFile } from '../../../src/features/command-files/command-file.ts';
import { ANA, type GatewayRig, gatewayRig, type RigOptions } from '../../support/gateway-rig.ts';

let rig: GatewayRig;
afterEach(() => rig?.remove());

const SHOP = '/projects/shop';
let file: NamedCommandFile;

async function open(options: RigOptions = {}): Promise<void> {
  file = {
    name: 'deploy',
    source: 'workspace',
    plugin: undefined,
    path: '.claude/commands/deploy.md',
    hash: 'h1',
    allowedTools: ['Read', 'Edit', 'Bash(npm run deploy:*)', 'Bash(npm test)'],
    description: '',
    argumentHint: '',
  };
  const find = async (_workspace: string, name: string) => (name === 'deploy' ? file : undefined);
  rig = await gatewayRig({ locale: 'en', commandFiles: { find }, ...options });
}

const accepted = () => rig.store.trust.list(SHOP).map(({ name, hash, person }) => ({ name, hash, person }));
const ACCEPTED = [{ name: 'deploy', hash: 'h1', person: ANA }];
const told = () => rig.phone.texts.at(-1) ?? '';

test.each<Locale>(['en', 'es'])('what is shown and answered, in %s', async (locale) => {
  await open({ locale });
  const yes = locale === 'en' ? 'yes' : 'sí';
  const off = locale === 'en' ? 'off' : 'no';
  for (const text of [
    '/trust',
    '/trust /deploy',
    `/trust deploy ${yes}`,
    '/trust',
    '/trust deploy',
    `/trust deploy ${off}`,
  ])
    await rig.say(text);
  await expect(`${rig.phone.texts.join('\n\n')}\n`).toMatchFileSnapshot(`trust.${locale}.golden.txt`);
});

test('a yes accepts the very file that was shown', async () => {
  await open();
  await rig.say('/trust deploy');
  const before = accepted();
  await rig.say('/trust deploy yes');
  expect([before, accepted()]).toEqual([[], ACCEPTED]);
});

test('a yes to what was never shown only shows it', async () => {
  await open();
  await rig.say('/trust deploy yes');
  expect([accepted(), told()]).toEqual([[], expect.stringMatching(/npm run deploy/)]);
});

test('a file that was changed after it was shown is shown again, and accepted only after that', async () => {
  await open();
  await rig.say('/trust deploy');
  file = { ...file, hash: 'h2', allowedTools: ['Bash'] };
  await rig.say('/trust deploy yes');
  const first = accepted();
  const texts = rig.phone.texts.slice(-2);
  await rig.say('/trust deploy yes');
  expect([first, texts, accepted()]).toEqual([
    [],
    [expect.stringMatching(/has changed since I showed it/), expect.stringMatching(/any command/)],
    [{ ...ACCEPTED[0], hash: 'h2' }],
  ]);
});

test('a yes that comes after an hour counts for nothing', async () => {
  await open();
  await rig.say('/trust deploy');
  await rig.clock.advance(61 * 60_000);
  await rig.say('/trust deploy yes');
  expect(accepted()).toEqual([]);
});

test('what was accepted can be taken back, also when the file is gone', async () => {
  await open({ commandFiles: { find: async () => undefined } });
  rig.store.trust.accept({ workspace: SHOP, name: 'deploy', path: 'x', hash: 'h1', person: ANA, atMs: 1 });
  await rig.say('/trust deploy off');
  expect([accepted(), told()]).toEqual([[], expect.stringMatching(/^Taken back/)]);
});

test('it is taken back under its name with capitals as well, as it was accepted', async () => {
  await open();
  await rig.say('/trust deploy');
  await rig.say('/trust deploy yes');
  await rig.say('/trust Deploy off');
  expect([accepted(), told()]).toEqual([[], expect.stringMatching(/^Taken back: \/deploy/)]);
});

const people = (role: Role): RigOptions => {
  const ana: Person = { phone: ANA, role, workspaces: undefined };
  return { access: { people: [ana], groups: [{ id: 'group', people: [ANA] }] } };
};

test.each<[string, RigOptions, object, RegExp]>([
  ['a member', people('member'), {}, /Only an owner/],
  ['a reader', people('reader'), {}, /Only an owner/],
  [
    'an owner in a group',
    people('owner'),
    { chat: 'group', group: { addressed: true } },
    /between you and me/,
  ],
])('%s accepts nothing and is shown nothing', async (_who, options, where, answer) => {
  await open(options);
  for (const text of ['/trust deploy', '/trust deploy yes']) await rig.say(text, where);
  expect([accepted(), rig.store.trust.findShown(SHOP, 'deploy'), told()]).toEqual([
    [],
    undefined,
    expect.stringMatching(answer),
  ]);
});

test.each<[string, Partial<NamedCommandFile>, RegExp]>([
  ['is your own', { source: 'own' }, /needs no approval/],
  ['asks for nothing', { allowedTools: ['Read', 'git_push'] }, /nothing that needs your approval/],
])('a file that %s needs none', async (_what, change, answer) => {
  await open();
  file = { ...file, ...change };
  await rig.say('/trust deploy');
  expect([accepted(), told()]).toEqual([[], expect.stringMatching(answer)]);
});

test('nothing in a name or path of a file passes for a line of ours', async () => {
  await open();
  file = {
    ...file,
    path: '.claude/commands/a\n✅ Accepted.md',
    allowedTools: ['Bash(npm\u202e test)', 'Bash(a `b` c)'],
  };
  await rig.say('/trust deploy');
  expect(told().split('\n').slice(0, 3)).toEqual([
    '🔑 /deploy wants to do this without asking (`.claude/commands/a ✅ Accepted.md`):',
    '• `npm\\u{202e} test`',
    '• ``a `b` c``',
  ]);
});
