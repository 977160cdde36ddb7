import { afterEach, expect, test } from 'vitest';
import type { Role } from '../../../src/contracts/access.ts';
import type { CommandVerdict } from '../../../src/contracts/policy.ts';
import { LOCALES } from '../../../src/core/texts/texts.ts';
import type { Hook, HooksFile, ProjectHooks } from '../../../src/features/hooks/hook.ts';
import { ANA, type GatewayRig, gatewayRig, type RigOptions } from '../../support/gateway-rig.ts';

let rig: GatewayRig;
afterEach(() => rig?.remove());

const SHOP = '/projects/shop';
const RISK = { writesOutsideGit: 'unknown', network: 'no', undoable: 'unknown' } as const;

function hook(change: Partial<Hook> = {}): Hook {
  return {
    event: 'PreToolUse',
    matcher: 'Bash',
    command: './.claude/hooks/check.sh',
    timeoutMs: 10_000,
    ...change,
  };
}
function file(change: Partial<HooksFile> = {}): HooksFile {
  return { path: '.claude/settings.json', hash: 'h1', hooks: [hook()], ignored: 0, ...change };
}

let found: ProjectHooks;
/** Refuses `sudo`; `curl` uses the network. */
async function judge(request: { readonly kind: string; readonly line?: string }): Promise<CommandVerdict> {
  const line = request.line ?? '';
  const known = { base: '', display: line };
  if (line.startsWith('sudo'))
    return { ...known, verdict: { kind: 'deny', rule: 'denied', reason: '' }, execution: undefined };
  const access = { network: line.startsWith('curl'), writable: [] };
  const verdict = { kind: 'ask', rule: 'x', reason: '', risk: RISK } as const;
  return { ...known, verdict, execution: { kind: 'shell', line, access } };
}

async function open(options: RigOptions = {}): Promise<void> {
  found = { files: [file()], broken: [] };
  rig = await gatewayRig({
    locale: 'en',
    hooks: { hooksOf: async () => found, policy: { judge: judge as never } },
    ...options,
  });
}

const told = () => rig.phone.texts.at(-1) ?? '';
const accepted = () => rig.store.trust.list(SHOP).map(({ name, path, person }) => ({ name, path, person }));
const ACCEPTED = [{ name: 'hooks/settings.json', path: '.claude/settings.json', person: ANA }];

test.each(LOCALES)('what is shown and answered, in %s', async (locale) => {
  await open({ locale });
  const [yes, off] = locale === 'en' ? ['yes', 'off'] : ['s\u00ed', 'quitar'];
  const all = [
    hook(),
    hook({
      event: 'PostToolUse',
      matcher: 'Edit|Write',
      command: 'curl -s https://example.com/`x`\u202e',
      timeoutMs: 60_000,
    }),
    hook({ event: 'Stop', matcher: '', command: 'sudo reboot' }),
    hook({ event: 'SessionStart', matcher: '*', command: 'cat notes.md' }),
  ];
  found = {
    files: [file({ hooks: all, ignored: 2 })],
    broken: [{ path: '.claude/settings.local.json', fault: 'not-json' }],
  };
  for (const text of [
    '/hooks',
    `/hooks ${yes}`,
    '/hooks',
    locale === 'en' ? '/trust' : '/confiar',
    `/hooks ${off}`,
    `/hooks ${off}`,
  ])
    await rig.say(text);
  found = { files: [], broken: [] };
  await rig.say('/hooks');
  await expect(`${rig.phone.texts.join('\n\n')}\n`).toMatchFileSnapshot(`hooks.${locale}.golden.txt`);
});

test('a yes accepts what was shown, a yes to what was never shown only shows it', async () => {
  await open();
  await rig.say('/hooks yes');
  const first = accepted();
  await rig.say('/hooks yes');
  expect([first, accepted()]).toEqual([[], ACCEPTED]);
});

test('hooks that changed after they were shown are shown again, and accepted only after that', async () => {
  await open();
  await rig.say('/hooks');
  found = { files: [file({ hash: 'h2', hooks: [hook({ command: './evil.sh' })] })], broken: [] };
  await rig.say('/hooks yes');
  const first = [accepted(), ...rig.phone.texts.slice(-2).map((text) => text.split('\n')[0])];
  await rig.say('/hooks yes');
  expect([first, told().split('\n')[0], accepted()]).toEqual([
    [
      [],
      expect.stringMatching(/have changed since I showed them/),
      expect.stringMatching(/wants to run commands/),
    ],
    expect.stringMatching(/^✅ Hooks accepted/),
    ACCEPTED,
  ]);
});

test('a yes that comes after an hour counts for nothing, and nothing is said to have changed', async () => {
  await open();
  await rig.say('/hooks');
  const before = rig.phone.texts.length;
  await rig.clock.advance(61 * 60_000);
  await rig.say('/hooks yes');
  expect([accepted(), rig.phone.texts.slice(before)]).toEqual([
    [],
    [expect.stringMatching(/wants to run commands/)],
  ]);
});

test('a second yes changes nothing, and shows what runs', async () => {
  await open();
  for (const text of ['/hooks', '/hooks yes', '/hooks yes']) await rig.say(text);
  expect([accepted(), told()]).toEqual([
    ACCEPTED,
    expect.stringMatching(/You accepted them as they are now/),
  ]);
});

const LOCAL = file({ path: '.claude/settings.local.json', hash: 'l1' });

test('a yes to two files accepts both or neither', async () => {
  await open();
  await rig.say('/hooks');
  found = { files: [file(), LOCAL], broken: [] };
  await rig.say('/hooks yes');
  const first = accepted();
  await rig.say('/hooks yes');
  expect([first, accepted().map(({ path }) => path)]).toEqual([[], [file().path, LOCAL.path]]);
});

test('a bare yes accepts nothing, and says how they are accepted', async () => {
  await open();
  await rig.say('/hooks');
  await rig.say('yes');
  expect([accepted(), told()]).toEqual([[], 'To accept it, send exactly this: /hooks yes']);
});

test('hooks can be switched off where the file is gone', async () => {
  await open();
  await rig.say('/hooks');
  await rig.say('/hooks yes');
  found = { files: [], broken: [] };
  await rig.say('/hooks off');
  expect([accepted(), told()]).toEqual([[], expect.stringMatching(/^Hooks are off here/)]);
});

const people = (role: Role): RigOptions => ({
  access: {
    people: [{ phone: ANA, role, workspaces: undefined }],
    groups: [{ id: 'group', people: [ANA] }],
  },
});

test.each<[string, RigOptions, object]>([
  ['a member', people('member'), {}],
  ['a reader', people('reader'), {}],
  ['an owner in a group', people('owner'), { chat: 'group', group: { addressed: true } }],
])('%s accepts nothing and is shown nothing', async (_who, options, where) => {
  await open(options);
  for (const text of ['/hooks', '/hooks yes']) await rig.say(text, where);
  expect([
    accepted(),
    rig.store.trust.findShown(SHOP, 'hooks/settings.json'),
    rig.phone.texts.join(),
  ]).toEqual([[], undefined, expect.not.stringContaining('check.sh')]);
});
