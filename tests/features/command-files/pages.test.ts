import { afterEach, expect, test } from 'vitest';
import type {
  ListedCommandFile,
  NamedCommandFile,
} from '../../../src/features/command-files/command-file.ts';
import { type ConsoleRig, consoleRig } from '../../support/console-rig.ts';
import { ANA } from '../../support/gateway-rig.ts';
import { foreignTags, formWith, listRows, SCRIPTS, shown } from '../../support/shown-page.ts';

const BEA = '34600333444';
const SHOP = '/projects/shop';
const ACCESS = {
  people: [
    { phone: ANA, role: 'owner', workspaces: undefined },
    { phone: BEA, role: 'member', workspaces: ['shop'] },
  ],
  groups: [],
} as const;

interface Written extends NamedCommandFile {
  readonly hiddenBy?: string;
}

const DEPLOY: Written = {
  name: 'deploy',
  source: 'workspace',
  plugin: undefined,
  path: '.claude/commands/deploy.md',
  hash: 'h1',
  allowedTools: ['Bash(npm run deploy)'],
  description: 'Ships it',
  argumentHint: '[where]',
};
const OWN: Written = {
  ...DEPLOY,
  name: 'mine',
  source: 'own',
  path: '/home/ana/.config/wasap/commands/mine.md',
  argumentHint: '',
  description: 'Of my own',
};

let rig: ConsoleRig;
let there: readonly Written[];
afterEach(() => rig.close());

async function open(...files: readonly Written[]): Promise<void> {
  there = files;
  const listed = ({ hash: _, allowedTools: __, hiddenBy, ...one }: Written): ListedCommandFile => ({
    ...one,
    hiddenBy,
  });
  rig = await consoleRig({
    access: ACCESS,
    startMs: Date.now(),
    locale: 'en',
    commandFiles: {
      list: async () => there.map(listed),
      find: async (_project, name) => there.find((one) => one.name === name),
    },
  });
  await rig.say('/trust');
  await rig.say('/help', { chat: 'bea', sender: BEA });
}

const page = async (person = ANA) => await rig.get('/commands', { cookie: await rig.enter(person) });
const accepted = () => rig.store.trust.list(SHOP).map(({ name, hash, person }) => ({ name, hash, person }));

test('whose they are, what they are for, and which want to ask less', async () => {
  await open(DEPLOY, OWN, {
    ...DEPLOY,
    path: 'plugins/x/commands/deploy.md',
    source: 'plugin',
    plugin: 'x',
    hiddenBy: DEPLOY.path,
  });
  expect(listRows((await page()).body)).toEqual([
    expect.stringMatching(
      /^\/deploy \[where\] wants to ask less Ships it from this project .*npm run deploy/,
    ),
    '/mine yours Of my own /home/ana/.config/wasap/commands/mine.md',
    '/deploy [where] from a plugin Ships it x plugins/x/commands/deploy.md hidden by .claude/commands/deploy.md',
  ]);
});

test('only an owner sees where files outside of the project are, and has buttons', async () => {
  await open(DEPLOY, OWN);
  const { body } = await page(BEA);
  expect([
    body.includes('/home/ana'),
    body.includes('name="step"'),
    shown(body).includes('Of my own'),
  ]).toEqual([false, false, true]);
});

test('it is accepted in the steps of the chat, for exactly the file that was shown, and taken back', async () => {
  await open(DEPLOY);
  const cookie = await rig.enter(ANA);
  const press = async (button: string) =>
    await rig.post('/commands', formWith((await page()).body, button), { cookie });
  await press('See what that means');
  const first = accepted();
  await Promise.all([press('Accept it as it is now'), press('Accept it as it is now')]);
  const then = accepted();
  await press('Ask again');
  expect([first, then, accepted()]).toEqual([[], [{ name: 'deploy', hash: 'h1', person: ANA }], []]);
});

test('a member who posts accepts nothing', async () => {
  await open(DEPLOY);
  const form = { project: 'shop', command: 'deploy', step: 'yes' };
  const { status } = await rig.post('/commands', form, { cookie: await rig.enter(BEA) });
  expect([status, accepted()]).toEqual([404, []]);
});

test('without command files it says where to put one', async () => {
  await open();
  expect(shown((await page()).body)).toContain('Put one here: .claude/commands/<name>.md');
});

test.each(SCRIPTS)('%s is only text, wherever a command file has it', async (text) => {
  await open({
    ...DEPLOY,
    description: text,
    argumentHint: text,
    path: text,
    allowedTools: [`Bash(${text})`],
  });
  const { body } = await page();
  expect([foreignTags(body), body.includes('alert(1)')]).toEqual([[], true]);
});
