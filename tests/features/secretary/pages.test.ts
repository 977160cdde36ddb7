import { afterEach, expect, test } from 'vitest';
import type { SkippedSpecialistFile, Specialist } from '../../../src/contracts/specialists.ts';
import { type ConsoleRig, consoleRig } from '../../support/console-rig.ts';
import { ANA } from '../../support/gateway-rig.ts';
import { foreignTags, formWith, listRows, SCRIPTS, shown } from '../../support/shown-page.ts';
import { specialist } from '../../support/specialist.ts';

const BEA = '34600333444';
const SHOP = '/projects/shop';
const ACCESS = {
  people: [
    { phone: ANA, role: 'owner', workspaces: undefined },
    { phone: BEA, role: 'member', workspaces: ['shop'] },
  ],
  groups: [],
} as const;
const FIXER = specialist({
  name: 'fixer',
  reference: 'project:fixer',
  origin: 'project',
  plugin: 'project',
  description: 'Fixes what is broken',
  file: '.claude/agents/fixer.md',
  tools: ['Edit', 'Magic'],
  grants: { tools: ['apply_patch'], commands: [], unknown: ['Magic'] },
});
const OWN = specialist({
  ...FIXER,
  name: 'mine',
  reference: 'mine:mine',
  origin: 'mine',
  plugin: 'mine',
  file: '/home/ana/.config/wasap/agents/mine.md',
});

let rig: ConsoleRig;
afterEach(() => rig.close());

async function open(
  found: readonly Specialist[],
  skipped: readonly SkippedSpecialistFile[] = [],
): Promise<void> {
  rig = await consoleRig({
    access: ACCESS,
    startMs: Date.now(),
    locale: 'en',
    secretary: { agents: async () => found },
    specialists: async () => ({ found, skipped }),
  });
  await rig.say('/secretary');
  await rig.say('/secretary', { chat: 'bea', sender: BEA });
}

const page = async (person = ANA) => await rig.get('/specialists', { cookie: await rig.enter(person) });
const accepted = () => rig.store.trust.list(SHOP).map(({ name, hash, person }) => ({ name, hash, person }));

test('whose they are, what they may use, and who only reads until an owner accepts their file', async () => {
  await open([FIXER, OWN], [{ file: '.claude/agents/odd.md', why: 'no-header', detail: '' }]);
  const rows = listRows((await page()).body);
  expect(rows).toEqual([
    expect.stringMatching(
      /^project:fixer only reads Fixes what is broken from this project \.claude\/agents\/fixer\.md Tools: Edit, Magic not available here: Magic/,
    ),
    expect.stringMatching(/^mine:mine ready .*\/home\/ana/),
    ".claude/agents/odd.md It doesn't start with --- and name, description.",
  ]);
});

test('only an owner sees places outside of the project, what was skipped, and buttons', async () => {
  await open([FIXER, OWN], [{ file: '/home/ana/x.md', why: 'no-header', detail: '' }]);
  const { body } = await page(BEA);
  expect([body.includes('/home/ana'), body.includes('name="step"'), body.includes('mine:mine')]).toEqual([
    false,
    false,
    true,
  ]);
});

test('it is accepted in the steps of the chat, and taken back', async () => {
  await open([FIXER]);
  const cookie = await rig.enter(ANA);
  const press = async (button: string) =>
    await rig.post('/specialists', formWith((await page()).body, button), { cookie });
  await press('See what that means');
  const first = accepted();
  await press('Accept it as it is now');
  const then = accepted();
  await press('Let it only read again');
  expect([first, then, accepted()]).toEqual([
    [],
    [{ name: 'project:fixer', hash: FIXER.hash, person: ANA }],
    [],
  ]);
});

test('a member who posts accepts nothing', async () => {
  await open([FIXER]);
  const form = { project: 'shop', specialist: 'project:fixer', step: 'yes' };
  const { status } = await rig.post('/specialists', form, { cookie: await rig.enter(BEA) });
  expect([status, accepted()]).toEqual([404, []]);
});

test('without specialists it says where to put one', async () => {
  await open([]);
  expect(shown((await page()).body)).toContain('Put one here: .claude/agents/<name>.md');
});

test.each(SCRIPTS)('%s is only text, wherever an agent file has it', async (text) => {
  await open([{ ...FIXER, description: text, tools: [text], model: text, file: text, warning: text }]);
  const { body } = await page();
  expect([foreignTags(body), body.includes('alert(1)')]).toEqual([[], true]);
});
