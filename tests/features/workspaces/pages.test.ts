import { afterEach, expect, test } from 'vitest';
import type { WorkspaceFacts, Workspaces } from '../../../src/contracts/workspaces.ts';
import { type ConsoleRig, consoleRig, LOCAL, SECRET } from '../../support/console-rig.ts';
import { fixedWorkspaces } from '../../support/fixed-workspaces.ts';
import { ANA } from '../../support/gateway-rig.ts';
import { cellAlone } from '../../support/machines.ts';
import { foreignTags, listRows, SCRIPTS, shown } from '../../support/shown-page.ts';

const BEA = '34600333444';
const ROY = '34600555666';
const ACCESS = {
  people: [
    { phone: ANA, role: 'owner', workspaces: undefined },
    { phone: BEA, role: 'member', workspaces: ['shop'] },
    { phone: ROY, role: 'reader', workspaces: ['blog'] },
  ],
  groups: [],
} as const;
const PROJECTS = [
  { name: 'shop', path: '/projects/shop' },
  { name: 'blog', path: '/projects/blog' },
];
const FACTS: WorkspaceFacts = {
  repository: {
    branch: 'feature/login',
    defaultBranch: 'main',
    changed: 3,
    lastCommit: { hash: 'abcdef0123456789', subject: 'Fix the login' },
  },
  languages: ['TypeScript'],
  testCommand: 'npm test',
};

let rig: ConsoleRig;
afterEach(() => rig.close());

async function open(
  change: Partial<Workspaces> = {},
  machines?: NonNullable<Parameters<typeof consoleRig>[0]>['machines'],
): Promise<void> {
  const workspaces: Workspaces = {
    ...fixedWorkspaces('/projects/shop'),
    root: '/projects',
    list: () => ({ found: PROJECTS, leftOut: 0 }),
    findByName: (name) => PROJECTS.find((one) => one.name === name),
    inspect: async () => FACTS,
    ...change,
  };
  rig = await consoleRig({ access: ACCESS, locale: 'en', program: { workspaces }, machines });
  await rig.say('/workspace');
}

const page = async (to: string, person: string = ANA) =>
  await rig.get(to, { cookie: await rig.enter(person) });

test('everybody sees their own projects, and only owners where they are', async () => {
  await open();
  const pages = await Promise.all(
    [LOCAL, ANA, BEA, ROY].map(async (person) => shown((await page('/projects', person)).body)),
  );
  expect(
    pages.map((text) => [text.includes('shop'), text.includes('blog'), text.includes('/projects/')]),
  ).toEqual([
    [true, true, true],
    [true, true, true],
    [true, false, false],
    [false, true, false],
  ]);
});

test("the project that one's chat works in is marked", async () => {
  await open();
  const { body } = await page('/projects');
  expect([listRows(body)[0], (body.match(/your chat works here/g) ?? []).length]).toEqual([
    'shop your chat works here /projects/shop',
    1,
  ]);
});

test('one project: its branches, what is not committed, its tests, and what was accepted', async () => {
  await open();
  rig.store.trust.accept({
    workspace: '/projects/shop',
    name: 'deploy',
    path: '.claude/commands/deploy.md',
    hash: 'h',
    person: ANA,
    atMs: Date.now(),
  });
  const text = shown((await page('/projects/shop')).body);
  const facts = [
    'default branch main',
    'branch feature/login',
    'files not committed 3',
    'last commit abcdef0 Fix the login',
    'its tests npm test',
    'deploy command .claude/commands/deploy.md',
  ];
  expect(facts.filter((fact) => !text.includes(fact))).toEqual([]);
});

test("somebody else's project is not there, like one that does not exist", async () => {
  await open();
  const answers = [
    await page('/projects/blog', BEA),
    await page('/projects/shop', ROY),
    await page('/projects/nothing'),
    await page('/projects/..%2F..%2Fetc'),
  ];
  expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
});

test('what git says does not show others where the project is', async () => {
  await open({ inspect: async () => ({ ...FACTS, repository: () => 'fatal: not owned: /projects/shop' }) });
  const [owner, member] = [await page('/projects/shop'), await page('/projects/shop', BEA)];
  expect([owner.body.includes('/projects/shop'), shown(member.body).includes('not owned: shop')]).toEqual([
    true,
    true,
  ]);
  expect(member.body.match(/fatal[^<]*/)?.[0]).toBe('fatal: not owned: shop');
});

const ELSEWHERE = [
  { name: 'web', machines: ['quito'] },
  { name: 'secret', machines: ['quito'] },
  { name: 'SHOP', machines: ['quito'] },
];
const wentTo: string[] = [];
const cell = () =>
  cellAlone({
    projects: () => ELSEWHERE,
    async moveTo({ conversation, project }) {
      wentTo.push(`${conversation} ${project}`);
      return 'moved';
    },
    readCluster: async () => ({
      members: [
        {
          ...{ kind: 'cell', name: 'quito', version: '1', isAlive: true, isDraining: false },
          ...{ secondsSinceHeartbeat: 1, chats: 0, queue: 'in.quito', depth: { waiting: 0, active: 0 } },
          snapshot: {
            ...{ projects: ELSEWHERE.map(({ name }) => name), tasks: { running: 0, waiting: 0 } },
            ...{ spentTodayMicroUsd: 0, audit: null, verified: null, isFull: false, secondsOld: 1 },
          },
        } as const,
      ],
      chats: [],
      atMs: 0,
      isAway: false,
    }),
  });

/** Names of the projects that a button is for. */
const choicesOn = (body: string): readonly string[] =>
  [...body.matchAll(/name="project" value="([^"]*)"/g)].map(([, name = '']) => name);

test('a button lets the own chat work in another project, here or on another machine', async () => {
  wentTo.length = 0;
  await open({}, cell());
  const { body } = await page('/projects');
  const cookie = await rig.enter(ANA);
  for (const project of ['blog', 'web']) await rig.post('/projects', { project, do: 'switch' }, { cookie });
  await expect.poll(() => wentTo).toEqual(['phone:ana web']);
  expect([choicesOn(body), rig.phone.texts.filter((text) => text.includes('now works in'))]).toEqual([
    ['blog', 'secret', 'web'],
    ['📁 This chat now works in blog.'],
  ]);
});

test("nobody is offered, or gets to, a project that isn't theirs, nor the one where their chat is", async () => {
  wentTo.length = 0;
  await open({}, cell());
  const cookie = await rig.enter(BEA);
  const { body } = await rig.get('/projects', { cookie });
  const asked = ['secret', 'web', 'blog', '../x', '', 'shop'];
  const codes = [];
  for (const project of asked)
    codes.push((await rig.post('/projects', { project, do: 'switch' }, { cookie })).status);
  expect([choicesOn(body), codes, wentTo]).toEqual([[], asked.map(() => 404), []]);
});

test('a chat that is bound to its machine is offered none of another one', async () => {
  await open({}, { ...cell(), canMove: () => false });
  const { body } = await page('/projects');
  expect([choicesOn(body), body.includes('web')]).toEqual([['blog'], true]);
});

test('nothing can be posted to it', async () => {
  await open();
  const { status } = await rig.post('/projects', { command: 'delete' }, { cookie: await rig.enter(ANA) });
  expect(status).toBe(404);
});

test.each(SCRIPTS)('%s is only text, in a branch and in a commit', async (text) => {
  const repository = {
    branch: text,
    defaultBranch: text,
    changed: 0,
    lastCommit: { hash: 'abc', subject: text },
  };
  await open({ inspect: async () => ({ ...FACTS, repository }) });
  const { body } = await page('/projects/shop');
  expect([foreignTags(body), body.includes('alert(1)')]).toEqual([[], true]);
});

test('a secret is on no page of projects', async () => {
  const repository = {
    branch: 'b',
    defaultBranch: 'b',
    changed: 0,
    lastCommit: { hash: 'abc', subject: SECRET },
  };
  await open({ inspect: async () => ({ ...FACTS, repository }) });
  expect((await page('/projects/shop')).body.includes('sk-canary')).toBe(false);
});

test('without any project it says so', async () => {
  await open({ list: () => ({ found: [], leftOut: 2 }) });
  const text = shown((await page('/projects')).body);
  expect([text.includes('No projects here.'), text.includes("2 folders aren't listed.")]).toEqual([
    true,
    true,
  ]);
});
