import { afterEach, describe, expect, test } from 'vitest';
import type { Person, Role } from '../../../src/contracts/access.ts';
import { LOCALES } from '../../../src/core/texts/texts.ts';
import type { Skill, Skills } from '../../../src/features/skills/skill.ts';
import { ANA, type GatewayRig, gatewayRig, type RigOptions } from '../../support/gateway-rig.ts';

let rig: GatewayRig;
afterEach(() => rig?.remove());

const SHOP = '/projects/shop';

function skill(change: Partial<Skill> & Pick<Skill, 'name'>): Skill {
  return {
    origin: 'project',
    description: `What ${change.name} is for`,
    argumentHint: '',
    allowedTools: [],
    isForModel: true,
    isForPeople: true,
    body: `# ${change.name}\n\nFirst this, then that.`,
    folder: `${SHOP}/.claude/skills/${change.name}`,
    place: `.claude/skills/${change.name}`,
    hash: `hash of ${change.name}`,
    ...change,
  };
}

let shelf: readonly Skill[];
function usual(): readonly Skill[] {
  return [
    skill({
      name: 'deploy',
      origin: 'mine',
      place: '/home/ana/.config/wasap/skills/deploy',
      allowedTools: ['Bash'],
    }),
    skill({ name: 'pdf', allowedTools: ['Read', 'Edit', 'Bash(npm run pdf:*)'], argumentHint: '[file]' }),
    skill({ name: 'runbook', isForPeople: false }),
    skill({ name: 'notes', isForModel: false, description: 'See www.example.com *now*' }),
    skill({ name: 'status' }),
    skill({ name: 'tools:lint', origin: 'plugin', place: 'plugins/tools/skills/lint' }),
  ];
}

async function open(options: RigOptions = {}, looked: string[] = []): Promise<void> {
  shelf = usual();
  const skills: Partial<Skills> = {
    async in(project) {
      looked.push(project);
      return { found: shelf, unusable: [{ place: '.claude/skills/odd', fault: 'header' }] };
    },
  };
  rig = await gatewayRig({ locale: 'en', skills, ...options });
}

const begun = () =>
  rig.sessions().map(({ task, mode, origin: { assignment } }) => ({ task, mode, assignment }));
const told = () => rig.phone.texts.at(-1) ?? '';
const accepted = () => rig.store.trust.list(SHOP).map(({ name, hash, person }) => ({ name, hash, person }));

test.each(LOCALES)('what is shown and answered, in %s', async (locale) => {
  await open({ locale });
  const said = {
    en: [
      '/skills',
      '/skills pdf',
      '/skills notes',
      '/skills gone',
      '/skills trust pdf',
      '/skills trust pdf yes',
      '/skills trust pdf',
      '/trust',
      '/skills trust pdf off',
      '/skills trust deploy',
      '/skills trust runbook',
    ],
    es: [
      '/habilidades',
      '/habilidades pdf',
      '/habilidades notes',
      '/habilidades gone',
      '/habilidades confiar pdf',
      '/habilidades confiar pdf s\u00ed',
      '/habilidades confiar pdf',
      '/confiar',
      '/habilidades confiar pdf quitar',
      '/habilidades confiar deploy',
      '/habilidades confiar runbook',
    ],
  }[locale];
  for (const text of said) await rig.say(text);
  await expect(`${rig.phone.texts.join('\n\n')}\n`).toMatchFileSnapshot(`skills.${locale}.golden.txt`);
});

test('/skills trust without a name says how, and looks for no skill of that name', async () => {
  await open();
  await rig.say('/skills trust');
  expect(told()).toMatch(/^\/skills \[name\]\n[\s\S]*\/skills trust pdf yes/);
});

test('/name begins a task with a skill, bound to the file as it was seen', async () => {
  await open();
  await rig.say('/pdf form.pdf $(touch pwned)');
  expect(begun()).toEqual([
    {
      task: '/pdf form.pdf $(touch pwned)',
      mode: 'agent',
      assignment: { kind: 'skill', name: 'pdf', text: 'form.pdf $(touch pwned)', hash: 'hash of pdf' },
    },
  ]);
});

test.each([
  ['/Pdf', '/pdf'],
  ['/Tools:Lint', '/tools:lint'],
])('%s begins %s: capitals make no difference', async (typed, task) => {
  await open();
  await rig.say(typed);
  expect(begun().map((one) => one.task)).toEqual([task]);
});

describe('what a planted name does not come to', () => {
  test('a command of the chat', async () => {
    await open();
    await rig.say('/status');
    expect([begun(), told().split('\n')[0]]).toEqual([[], '💤 No task is open. Start one: /agent <task>']);
  });

  test('a command file of the name', async () => {
    const file = {
      name: 'pdf',
      source: 'workspace',
      plugin: undefined,
      path: '.claude/commands/pdf.md',
      hash: 'h1',
      allowedTools: [],
      description: '',
      argumentHint: '',
    } as const;
    await open({ commandFiles: { find: async (_at, name) => (name === 'pdf' ? file : undefined) } });
    await rig.say('/pdf');
    expect(begun().map(({ assignment }) => assignment?.kind)).toEqual(['command']);
  });

  test('one that only the model loads', async () => {
    await open();
    await rig.say('/runbook');
    expect([begun(), told()]).toEqual([[], expect.stringMatching(/I don't know \/runbook/)]);
  });
});

test('a slip in a name gets the nearest skill', async () => {
  await open();
  await rig.say('/tools:lnt');
  expect(told()).toBe("I don't know /tools:lnt. Did you mean /tools:lint?");
});

test('nothing is looked for on the disk for other messages', async () => {
  const looked: string[] = [];
  await open({}, looked);
  for (const text of ['fix the login', '/agent fill in the pdf', '/status', 'a /pdf b', '/pdf?'])
    await rig.say(text);
  expect(looked).toEqual([]);
});

test('a bare yes accepts no skill, and says how one is accepted', async () => {
  await open();
  await rig.say('/skills trust pdf');
  await rig.say('yes');
  expect([accepted(), told()]).toEqual([[], 'To accept it, send exactly this: /skills trust pdf yes']);
});

test('a skill that changed after it was shown is shown again, and accepted only after that', async () => {
  await open();
  await rig.say('/skills trust pdf');
  shelf = [skill({ name: 'pdf', hash: 'h2', allowedTools: ['Bash'] })];
  await rig.say('/skills trust pdf yes');
  const first = accepted();
  const texts = rig.phone.texts.slice(-2);
  await rig.say('/skills trust pdf yes');
  expect([first, texts, accepted()]).toEqual([
    [],
    [expect.stringMatching(/has changed since I showed it/), expect.stringMatching(/any command/)],
    [{ name: 'skills/pdf', hash: 'h2', person: ANA }],
  ]);
});

test('/trust takes a skill back as well, also one that is gone', async () => {
  await open();
  rig.store.trust.accept({
    workspace: SHOP,
    name: 'skills/pdf',
    path: '.claude/skills/pdf/SKILL.md',
    hash: 'h',
    person: ANA,
    atMs: 1,
  });
  shelf = [];
  await rig.say('/trust skills/pdf off');
  expect([accepted(), told()]).toEqual([[], "Taken back: skills/pdf isn't accepted any more."]);
});

describe('who may', () => {
  const people = (role: Role, workspaces?: readonly string[]): RigOptions => {
    const ana: Person = { phone: ANA, role, workspaces };
    return { access: { people: [ana], groups: [{ id: 'group', people: [ANA] }] } };
  };
  const inGroup = { chat: 'group', group: { addressed: true } };

  test.each<[string, RigOptions, object, number]>([
    ['an owner', people('owner'), {}, 1],
    ['a member', people('member'), {}, 1],
    ['a member, in a group', people('member'), inGroup, 1],
    ['a reader', people('reader'), {}, 0],
    ['a member of another project', people('member', ['blog']), {}, 0],
  ])('begin a task with one: %s', async (_who, options, where, count) => {
    await open(options);
    await rig.say('/pdf', where);
    expect(begun()).toHaveLength(count);
  });

  test.each<[string, RigOptions, object]>([
    ['a member', people('member'), {}],
    ['a reader', people('reader'), {}],
    ['an owner in a group', people('owner'), inGroup],
  ])('accept nothing: %s', async (_who, options, where) => {
    await open(options);
    for (const text of ['/skills trust pdf', '/skills trust pdf yes']) await rig.say(text, where);
    expect([accepted(), rig.store.trust.findShown(SHOP, 'skills/pdf')]).toEqual([[], undefined]);
  });

  test('whoever may not know the project learns no name of its skills', async () => {
    const looked: string[] = [];
    await open(people('member', ['blog']), looked);
    for (const text of ['/skills', '/skills pdf', '/pfd']) await rig.say(text);
    expect([looked, rig.phone.texts.join('\n')]).toEqual([[], expect.not.stringContaining('What pdf')]);
  });
});
