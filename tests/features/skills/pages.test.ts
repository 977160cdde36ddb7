import { afterEach, expect, test } from 'vitest';
import type { Skill } from '../../../src/features/skills/skill.ts';
import { type ConsoleRig, consoleRig, LOCAL } from '../../support/console-rig.ts';
import { ANA } from '../../support/gateway-rig.ts';
import { foreignTags, formWith, listRows, SCRIPTS, shown } from '../../support/shown-page.ts';

const BEA = '34600333444';
const ROY = '34600555666';
/** An owner who has no chat. */
const EVA = '34600777888';
const SHOP = '/projects/shop';
const ACCESS = {
  people: [
    { phone: ANA, role: 'owner', workspaces: undefined },
    { phone: EVA, role: 'owner', workspaces: undefined },
    { phone: BEA, role: 'member', workspaces: ['shop'] },
    { phone: ROY, role: 'reader', workspaces: ['blog'] },
  ],
  groups: [],
} as const;

function skill(change: Partial<Skill> & Pick<Skill, 'name'>): Skill {
  return {
    origin: 'project',
    description: `What ${change.name} is for`,
    argumentHint: '',
    allowedTools: [],
    isForModel: true,
    isForPeople: true,
    body: 'First this, then that.',
    folder: `${SHOP}/.claude/skills/${change.name}`,
    place: `.claude/skills/${change.name}`,
    hash: `hash of ${change.name}`,
    ...change,
  };
}

const PDF = skill({ name: 'pdf', allowedTools: ['Bash(npm run pdf:*)'] });

let rig: ConsoleRig;
let shelf: readonly Skill[];
afterEach(() => rig.close());

async function open(...skills: readonly Skill[]): Promise<void> {
  shelf = skills;
  rig = await consoleRig({
    access: ACCESS,
    startMs: Date.now(),
    locale: 'en',
    skills: {
      in: async () => ({ found: shelf, unusable: [{ place: '.claude/skills/odd', fault: 'header' }] }),
    },
  });
  await rig.say('/skills');
}

const page = async (person = ANA, to = '/skills') => await rig.get(to, { cookie: await rig.enter(person) });
const accepted = () => rig.store.trust.list(SHOP).map(({ name, hash, person }) => ({ name, hash, person }));

test('whose they are, what they are for, and which want to ask less', async () => {
  await open(
    PDF,
    skill({ name: 'runbook', isForPeople: false }),
    skill({ name: 'mine', origin: 'mine', place: '/home/ana/skills/mine', allowedTools: ['Bash'] }),
  );
  const rows = listRows((await page()).body);
  expect(rows).toEqual([
    expect.stringMatching(/^pdf wants to ask less What pdf is for from this project .*npm run pdf/),
    expect.stringMatching(/^runbook asks as usual .*only tasks load it How it starts/),
    expect.stringMatching(/^mine yours /),
    expect.stringMatching(/^\.claude\/skills\/odd the lines between --- can't be read$/),
  ]);
});

test('it is accepted in the steps of the chat, for exactly the file that was shown, and taken back', async () => {
  await open(PDF);
  const cookie = await rig.enter(LOCAL);
  const press = async (button: string) =>
    await rig.post('/skills', formWith((await rig.get('/skills', { cookie })).body, button), { cookie });
  await press('See what that means');
  const shownTo = accepted();
  await press('Accept it as it is now');
  const then = accepted();
  await press('Ask again');
  expect([shownTo, then, accepted()]).toEqual([
    [],
    [{ name: 'skills/pdf', hash: 'hash of pdf', person: ANA }],
    [],
  ]);
});

test('a file that changes after it was shown is not accepted', async () => {
  await open(PDF);
  const cookie = await rig.enter(ANA);
  await rig.post('/skills', formWith((await page()).body, 'See what that means'), { cookie });
  const { body } = await page();
  shelf = [{ ...PDF, hash: 'other' }];
  await rig.post('/skills', formWith(body, 'Accept it as it is now'), { cookie });
  expect(accepted()).toEqual([]);
});

test.each([
  ['a member', BEA, 404],
  ['a reader', ROY, 404],
])('%s accepts nothing, and has no button for it', async (_who, person, status) => {
  await open(PDF);
  for (const [chat, sender] of [
    ['bea', BEA],
    ['roy', ROY],
  ] as const)
    await rig.say('/skills', { chat, sender });
  const form = { project: 'shop', skill: 'pdf', step: 'yes' };
  const posted = await rig.post('/skills', form, { cookie: await rig.enter(person) });
  const seen = await page(person);
  expect([posted.status, accepted(), seen.body.includes('name="step"')]).toEqual([status, [], false]);
});

test('an owner without a chat in the project is told so where something asks to be accepted', async () => {
  await open(PDF);
  const hint = async () => (await page(EVA)).body.includes('switch a chat of yours');
  const withOne = await hint();
  shelf = [skill({ name: 'runbook' })];
  expect([withOne, await hint()]).toEqual([true, false]);
});

test('a name with more behind it says nothing in the chat', async () => {
  await open(PDF);
  const cookie = await rig.enter(ANA);
  const said = rig.phone.texts.length;
  const names = ['pdf yes', 'pdf\n/cron list', '', 'x'.repeat(201)];
  const answers = await Promise.all(
    names.map((name) => rig.post('/skills', { project: 'shop', skill: name, step: 'review' }, { cookie })),
  );
  expect([answers.map(({ status }) => status), rig.phone.texts.length - said]).toEqual([
    [404, 404, 404, 404],
    0,
  ]);
});

test('of a project that is not theirs nothing is shown', async () => {
  await open(PDF);
  const answers = [await page(ROY, '/skills?project=shop'), await page(ANA, '/skills?project=nothing')];
  expect(answers.map(({ status }) => status)).toEqual([404, 404]);
  expect(shown((await page(ROY)).body)).toContain('No projects here.');
});

test('without skills it says where to put one', async () => {
  await open();
  expect(shown((await page()).body)).toContain('Put one here: .claude/skills/<name>/SKILL.md');
});

test.each(SCRIPTS)('%s is only text, wherever a skill has it', async (text) => {
  await open(skill({ name: 'pdf', description: text, allowedTools: [`Bash(${text})`], place: text }));
  const { body } = await page();
  expect([foreignTags(body), body.includes('alert(1)')]).toEqual([[], true]);
});
