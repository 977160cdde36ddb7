import { afterEach, describe, expect, test } from 'vitest';
import type { Person, Role } from '../../../src/contracts/access.ts';
import type { Locale } from '../../../src/core/texts/texts.ts';
import type {
  CommandFileRegistry,
  ListedCommandFile,
  NamedCommandFile,
} from '../../../src/features/command-files/command-file.ts';
import { cronsIn } from '../../support/crons.ts';
import {
  ANA,
  type FakeRun,
  type GatewayRig,
  gatewayRig,
  type RigOptions,
} from '../../support/gateway-rig.ts';

let rig: GatewayRig;
afterEach(() => rig?.remove());

const NAMES = ['deploy', 'team:review', 'status', 'revisi\u00f3n', 'Ship', 'ship'];
const FILES: readonly ListedCommandFile[] = NAMES.map((name) => ({
  name,
  source: 'workspace',
  plugin: undefined,
  path: `.claude/commands/${name.replace(':', '/')}.md`,
  description: `What ${name} does`,
  argumentHint: '',
  hiddenBy: undefined,
}));

/** What was looked for, besides. */
function shelf(looked: string[] = []): CommandFileRegistry {
  return {
    find: async (_workspace, name) => {
      looked.push(name);
      const listed = FILES.find((file) => file.name === name);
      return name === 'huge' ? 'too-large' : listed && named(listed);
    },
    list: async () => {
      looked.push('(all)');
      return FILES;
    },
  };
}

function named({ hiddenBy: _, ...file }: ListedCommandFile): NamedCommandFile {
  return { ...file, hash: `hash of ${file.name}`, allowedTools: [] };
}

async function open(options: RigOptions = {}): Promise<void> {
  rig = await gatewayRig({ locale: 'en', commandFiles: shelf(), ...options });
}

const endless: FakeRun = () => new Promise(() => undefined);
const begun = () =>
  rig.sessions().map(({ task, mode, origin: { assignment } }) => ({ task, mode, assignment }));
const lastText = () => rig.phone.texts.at(-1);

test('a command file begins a task with its arguments, bound to the file as it was seen', async () => {
  await open();
  await rig.say('/deploy staging $(touch pwned)');
  expect(begun()).toEqual([
    {
      task: '/deploy staging $(touch pwned)',
      mode: 'agent',
      assignment: { kind: 'command', name: 'deploy', text: 'staging $(touch pwned)', hash: 'hash of deploy' },
    },
  ]);
});

const IDLE = '💤 No task is open. Start one: /agent <task>';

test('commands of the chat win over files of the same name', async () => {
  await open();
  await rig.say('/status');
  await rig.say('/Status');
  expect({ begun: begun(), answered: rig.phone.texts.map((text) => text.split('\n')[0]) }).toEqual({
    begun: [],
    answered: [IDLE, IDLE],
  });
});

test.each([
  ['/Deploy staging', '/deploy staging'],
  ['/Team:Review', '/team:review'],
  ['/Revisio\u0301n', '/revisi\u00f3n'],
  ['/Ship', '/Ship'],
])('%s begins %s: capitals make no difference where only one file can be meant', async (typed, task) => {
  await open();
  await rig.say(typed);
  expect(begun().map((one) => one.task)).toEqual([task]);
});

test('two files that differ in capitals alone are not guessed between', async () => {
  await open();
  await rig.say('/SHIP');
  expect({ begun: begun(), told: lastText() }).toEqual({
    begun: [],
    told: "I don't know /SHIP. Did you mean /Ship?",
  });
});

test('nothing is looked for on the disk for other messages', async () => {
  const looked: string[] = [];
  await open({ commandFiles: shelf(looked) });
  for (const text of ['fix the login', '/agent deploy it', '/status', '/help agent', 'a /deploy b'])
    await rig.say(text);
  expect(looked).toEqual([]);
});

test.each<[Locale, string, string]>([
  ['en', '/depoly', "I don't know /depoly. Did you mean /deploy?"],
  ['es', '/depoly', 'No conozco /depoly. ¿Quisiste decir /deploy?'],
  ['en', '/team:reveiw x', "I don't know /team:reveiw. Did you mean /team:review?"],
  ['en', '/huge', 'This command file is too large: the limit is 256 KB.'],
  ['es', '/huge', 'Este archivo de comando es muy grande: el máximo es 256 KB.'],
])('in %s, %s begins nothing', async (locale, text, answer) => {
  await open({ locale });
  await rig.say(text);
  expect({ begun: begun(), answer: lastText() }).toEqual({ begun: [], answer });
});

test('a second one waits in line for the first, as any task', async () => {
  await open({ run: endless });
  await rig.say('/deploy staging');
  await rig.say('/team:review');
  expect({ statuses: rig.sessions().map(({ state: { status } }) => status), told: lastText() }).toEqual({
    statuses: ['queued', 'running'],
    told: '🕓 Queued: /team:review\nStarts when this ends: /deploy staging',
  });
});

test('while it waits, its arguments can be edited', async () => {
  await open({ run: endless });
  await rig.say('/agent wait');
  await rig.say('/deploy staging', { id: 'M9' });
  await rig.say('', { gesture: { kind: 'edit', target: 'M9', text: '/deploy production' } });
  expect(begun()[0]).toEqual({
    task: '/deploy production',
    mode: 'agent',
    assignment: { kind: 'command', name: 'deploy', text: 'production', hash: 'hash of deploy' },
  });
});

test('a cron takes none: what lies there when it fires may be something else', async () => {
  await open({ program: { timezone: 'Europe/Madrid' } });
  await rig.say('/cron add "0 9 * * 1-5" /deploy staging');
  expect({ told: lastText(), crons: cronsIn(rig.store).listOfChat('phone:ana' as never) }).toEqual({
    told: 'A schedule sends a message here, or starts a task with /agent. It runs no other command.',
    crons: [],
  });
});

test('a program that is killed while it looks, looks again', async () => {
  const { find, list } = shelf();
  let looks = 0;
  const commandFiles: CommandFileRegistry = {
    list,
    find: (workspace, name) => (++looks === 1 ? new Promise(() => undefined) : find(workspace, name)),
  };
  await open({ commandFiles });
  await rig.say('/deploy staging');
  const before = begun().length;
  const after = await rig.restart();
  await after.say('/status');
  expect([before, begun().map(({ task }) => task)]).toEqual([0, ['/deploy staging']]);
});

describe('who may', () => {
  const people = (role: Role, workspaces?: readonly string[]): RigOptions => {
    const ana: Person = { phone: ANA, role, workspaces };
    return { access: { people: [ana], groups: [{ id: 'group', people: [ANA] }] } };
  };
  const inGroup = { chat: 'group', group: { addressed: true } };

  test.each<[string, RigOptions, object, number, RegExp]>([
    ['an owner', people('owner'), {}, 1, /On it/],
    ['a member', people('member'), {}, 1, /On it/],
    ['a member of this project', people('member', ['shop']), {}, 1, /On it/],
    ['a member, in a group', people('member'), inGroup, 1, /On it/],
    ['a reader', people('reader'), {}, 0, /You can ask me questions/],
    ['a reader, in a group', people('reader'), inGroup, 0, /You can ask me questions/],
  ])('%s', async (_who, options, where, count, told) => {
    await open(options);
    await rig.say('/deploy staging', where);
    expect([begun().length, rig.phone.texts[0]]).toEqual([count, expect.stringMatching(told)]);
  });

  test('whoever may not know the project learns no name of its files', async () => {
    const looked: string[] = [];
    await open({ ...people('member', ['blog']), commandFiles: shelf(looked) });
    await rig.say('/deploy staging');
    await rig.say('/depoly');
    expect([begun(), looked, lastText()]).toEqual([[], [], "I don't know /depoly. /help shows what I know."]);
  });
});
