import { afterEach, expect, test } from 'vitest';
import type { Specialist } from '../../../src/contracts/specialists.ts';
import type { Locale } from '../../../src/core/texts/texts.ts';
import { ANA, type GatewayRig, gatewayRig } from '../../support/gateway-rig.ts';
import { specialist } from '../../support/specialist.ts';

let rig: GatewayRig;
afterEach(() => rig.remove());

const SHOP = '/projects/shop';
const FIXER = specialist({
  name: 'fixer',
  reference: 'project:fixer',
  origin: 'project',
  plugin: 'project',
  file: '.claude/agents/fixer.md',
  grants: { tools: ['apply_patch'], commands: [], unknown: [] },
});
const LINTER = specialist({
  ...FIXER,
  name: 'linter',
  reference: 'Lint:linter',
  origin: 'plugin',
  plugin: 'Lint',
  file: 'plugins/Lint/agents/linter.md',
});

const BEA = '34600333444';
let there: readonly Specialist[];

async function open(agents: readonly Specialist[], locale: Locale = 'en'): Promise<void> {
  there = agents;
  const people = [ANA, BEA].map((phone) => ({ phone, role: 'owner', workspaces: undefined }) as const);
  rig = await gatewayRig({
    locale,
    access: { people, groups: [] },
    secretary: { agents: async () => there },
  });
}

async function say(...lines: readonly string[]): Promise<readonly string[]> {
  const before = rig.phone.texts.length;
  for (const line of lines) await rig.say(line);
  return rig.phone.texts.slice(before);
}

const accepted = () => rig.store.trust.list(SHOP).map(({ name }) => name);

test.each([
  ['fixer', 'project:fixer'],
  ['PROJECT:Fixer', 'project:fixer'],
  ['linter', 'Lint:linter'],
  ['lint:linter', 'Lint:linter'],
])('"%s" is %s, to accept it and to take that back', async (typed, reference) => {
  await open([FIXER, LINTER]);
  await say(`/secretary trust ${typed}`, `/secretary trust ${typed} yes`);
  const then = accepted();
  await say(`/secretary trust ${typed} off`);
  expect([then, accepted()]).toEqual([[reference], []]);
});

test.each<[string, () => unknown, string]>([
  ['a file that was changed since', () => (there = [{ ...FIXER, hash: 'h2' }]), ANA],
  ['a file elsewhere', () => (there = [{ ...FIXER, file: '.claude/agents/other.md' }]), ANA],
  ['what another owner was shown', () => undefined, BEA],
  ['what was shown more than an hour ago', () => rig.clock.advance(61 * 60_000), ANA],
])('a yes does not accept %s', async (_what, happens, sender) => {
  await open([FIXER]);
  await say('/secretary trust fixer');
  await happens();
  await rig.say('/secretary trust fixer yes', { sender, chat: sender === ANA ? 'ana' : 'bea' });
  expect([accepted(), rig.phone.texts.at(-1)]).toEqual([
    [],
    "I haven't shown you that file in the last hour.\nLook at it first: /secretary trust project:fixer",
  ]);
});

test('a name that several have is asked about, and nothing is accepted', async () => {
  const own = specialist({ name: 'fixer', origin: 'mine' });
  await open([FIXER, own]);
  const told = await say('/secretary trust fixer', '/secretary trust fixer yes');
  expect([new Set(told), accepted()]).toEqual([
    new Set(['Several have that name.\nWhich one: project:fixer, mine:fixer?']),
    [],
  ]);
});

test.each<[Locale, string, string]>([
  [
    'en',
    '🔑 Accepted files of shop, each as it was then:\n• specialist project:fixer (`.claude/agents/fixer.md`), < 1 h ago\nTo take one back: /trust <name> off',
    'Taken back: project:fixer can only read now.',
  ],
  [
    'es',
    '🔑 Archivos aceptados de shop, cada uno como estaba:\n• especialista project:fixer (`.claude/agents/fixer.md`), hace < 1 h\nPara retirar uno: /confiar <nombre> quitar',
    'Permiso quitado: ahora project:fixer solo puede leer.',
  ],
])('/trust lists one as what it is, and takes it back as that, in %s', async (locale, listed, back) => {
  await open([FIXER], locale);
  await say('/secretary trust fixer', '/secretary trust fixer yes');
  expect(await say('/trust', '/trust project:fixer quitar')).toEqual([listed, back]);
});

test('a command file that was accepted is not taken back as a specialist', async () => {
  await open([]);
  const file = { workspace: SHOP, name: 'fixer', path: '.claude/commands/agents/fixer.md', hash: 'h' };
  rig.store.trust.accept({ ...file, person: 'ana', atMs: 0 });
  expect([await say('/secretary trust fixer off'), accepted()]).toEqual([
    ["fixer wasn't accepted here."],
    ['fixer'],
  ]);
});
