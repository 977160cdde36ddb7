import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { AccessList } from '../../../src/contracts/access.ts';
import type { ConversationId } from '../../../src/core/ids.ts';
import type { Locale } from '../../../src/core/texts/texts.ts';
import { FakeChannel } from '../../support/fake-channel.ts';
import { settled } from '../../support/fake-clock.ts';
import { fixedWorkspaces } from '../../support/fixed-workspaces.ts';
import { ANA, type GatewayRig, gatewayRig, type RigOptions } from '../../support/gateway-rig.ts';
import { metricsOf } from '../../support/metrics-of.ts';
import {
  matched,
  type Said,
  type ScriptedSecretary,
  scriptedSecretary,
  understood,
} from '../../support/scripted-secretary.ts';
import { SHIPPED_SETTINGS } from '../../support/shipped-settings.ts';

const BEA = '34600333444';
const CAN = '34600555666';
const ACCESS: AccessList = {
  people: [
    { phone: ANA, role: 'owner', workspaces: undefined },
    { phone: BEA, role: 'member', workspaces: undefined },
    { phone: CAN, role: 'reader', workspaces: undefined },
  ],
  groups: [{ id: 'team', people: [ANA, BEA, CAN] }],
};

let folder: string;
let rig: GatewayRig;
let secretary: ScriptedSecretary;
beforeEach(() => {
  folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'wasap-asks-')));
});
afterEach(async () => {
  await rig.remove();
  rmSync(folder, { recursive: true });
});

async function open(said: Said[], options: RigOptions = {}): Promise<void> {
  secretary = scriptedSecretary(said);
  rig = await gatewayRig({
    locale: 'en',
    access: ACCESS,
    program: { workspaces: fixedWorkspaces(folder) },
    secretary: secretary.hands,
    ...options,
  });
}

const polls = () => ({ channels: [new FakeChannel('phone', { poll: true })] });
const says = async (...texts: readonly string[]) => {
  for (const text of texts) await rig.say(text);
};
const last = () => rig.phone.texts.at(-1);
const begun = () =>
  rig
    .sessions()
    .toReversed()
    .map(({ task, origin: { assignment }, prompt: { model } }) => ({ task, assignment, model }));
const pollOf = (place: number) => {
  const { id, body } = rig.phone.sent.filter((one) => one.body.kind === 'poll').at(place) ?? {};
  if (id === undefined || body?.kind !== 'poll') throw new Error('there is no such poll');
  return { id, choices: body.choices, question: body.question };
};
const vote = (place: number, choice: string, sender = ANA) =>
  rig.say('', { gesture: { kind: 'vote', target: pollOf(place).id, choices: [choice] }, sender });

const REVIEW = 'Review the login for holes';
const FOUND = matched([
  ['wasap:security-reviewer', 92, 'It looks for holes.'],
  ['wasap:code-reviewer', 62, 'It reviews, though not for security.'],
  ['wasap:bug-fixer', 30, 'It would mend them.'],
]);
const found = (): Said[] => [understood(REVIEW), FOUND];
const BRIEF = `Task: ${REVIEW}

Context:
Nothing beyond the task was said.

Requirements:
- Say how bad each finding is

Return your findings in structured format.`;
const started = (agent: string, task = 'check the login') => ({
  task,
  assignment: { kind: 'specialist', agent, brief: BRIEF, hash: expect.stringMatching(/^[0-9a-f]{64}$/) },
  model: 'scripted-model',
});

/** What a report says beyond its first line is not the secretary's. */
const withoutReport = (text: string) => (text.startsWith('✅') ? (text.split('\n')[0] ?? '') : text);

describe('a request', () => {
  test.each<[Locale, string[]]>([
    ['en', ['/secretary', '/secretary mode', '/secretary check the login', 'who are you?', '1']],
    [
      'es',
      [
        '/secretaria ayuda',
        '/secretaria modo',
        '/secretaria revisa el login',
        '¿y tú?',
        'usar code-reviewer',
      ],
    ],
  ])('as a chat, in %s', async (locale, texts) => {
    await open(found(), { locale });
    const chat: string[] = [];
    for (const text of texts) {
      const before = rig.phone.texts.length;
      await rig.say(text);
      await rig.gateway.idle();
      chat.push(`> ${text}`, ...rig.phone.texts.slice(before).map(withoutReport), '');
    }
    await expect(chat.join('\n')).toMatchFileSnapshot(`golden/secretary.${locale}.golden.txt`);
  });

  test.each([
    ['1', 'wasap:security-reviewer'],
    ['yes', 'wasap:security-reviewer'],
    ['Accept security-reviewer', 'wasap:security-reviewer'],
    ['2', 'wasap:code-reviewer'],
    ['Use code-reviewer', 'wasap:code-reviewer'],
    ['test-writer', 'wasap:test-writer'],
    ['wasap:bug-fixer', 'wasap:bug-fixer'],
  ])(
    '"%s" begins %s, with the words of the person and the brief of the specification',
    async (answer, agent) => {
      await open(found());
      await says('/secretary check the login', answer);
      expect(begun()).toEqual([started(agent)]);
    },
  );

  test.each([
    ['3', 'Cancelled. Nothing has started.'],
    ['no', 'Cancelled. Nothing has started.'],
    ['/secretary cancel', 'Cancelled. Nothing has started.'],
    [
      'login-reviewer',
      "login-reviewer couldn't start.\nNo specialist has that name.\nTry again, choose another specialist, or cancel.",
    ],
    [
      'use nobody',
      "nobody couldn't start.\nNo specialist has that name.\nTry again, choose another specialist, or cancel.",
    ],
  ])('"%s" begins nothing', async (answer, said) => {
    await open(found());
    await says('/secretary check the login', answer);
    expect([begun(), last()]).toEqual([[], said]);
  });

  test.each([
    ['claude-opus-5-5', 'claude-opus-5-5', []],
    [
      'gpt-9',
      'scripted-model',
      [
        'It works with the model scripted-model.\nIts file asks for gpt-9, which fits none in agent.yaml, or several.',
      ],
    ],
    ['inherit', 'scripted-model', []],
  ])('chosen, a specialist whose file says model: %s works with %s', async (named, used, notes) => {
    mkdirSync(path.join(folder, '.claude/agents'), { recursive: true });
    const file = `---\nname: own\ndescription: Reviews\nmodel: ${named}\n---\nLook.\n`;
    writeFileSync(path.join(folder, '.claude/agents/own.md'), file);
    secretary = scriptedSecretary([understood(REVIEW), matched([['project:own', 90, 'Reviews.']])]);
    const hands = { ...secretary.hands, knowsModel: (id: string) => id === 'claude-opus-5-5' };
    await open([], { secretary: hands });
    await says('/secretary check the login', '1');
    const told = rig.phone.texts.filter((text) => text.startsWith('It works with'));
    expect([begun().map(({ model }) => model), told]).toEqual([[used], notes]);
  });

  const withModels = (...files: readonly (readonly [name: string, model: string])[]) => {
    mkdirSync(path.join(folder, '.claude/agents'), { recursive: true });
    for (const [name, model] of files) {
      const file = `---\nname: ${name}\ndescription: Reviews\nmodel: ${model}\n---\nLook.\n`;
      writeFileSync(path.join(folder, `.claude/agents/${name}.md`), file);
    }
    secretary = scriptedSecretary([understood(REVIEW), matched([['project:own', 90, 'Reviews.']])]);
    return { secretary: { ...secretary.hands, knowsModel: (id: string) => id !== 'gpt-9' } };
  };
  const DEAR = '🧠 project:own uses the model claude-opus-5-5, as its file says.';

  test('names the model that a file has chosen before anybody says yes, and none that is not used', async () => {
    await open([], withModels(['own', 'claude-opus-5-5'], ['other', 'gpt-9']));
    await says('/secretary check the login');
    const offer = last() ?? '';
    expect(offer.split('\n').filter((line) => line.startsWith('🧠'))).toEqual([DEAR]);
  });

  test('the model of one that was not offered is told when it begins', async () => {
    await open([], withModels(['own', 'inherit'], ['other', 'claude-opus-5-5'], ['third', 'scripted-model']));
    await says('/secretary check the login', 'project:other');
    expect(rig.phone.texts.filter((text) => text.includes('🧠'))).toEqual([DEAR.replace('own', 'other')]);
  });

  test('is answered once: a second yes begins nothing more', async () => {
    await open(found(), polls());
    await says('/secretary check the login');
    await vote(0, 'Accept security-reviewer');
    await vote(0, 'Use code-reviewer');
    expect([begun(), last()]).toEqual([
      [started('wasap:security-reviewer')],
      'That was already answered. Nothing more started.',
    ]);
  });

  test('is asked as a poll where the channel has any, with the same choices', async () => {
    await open(found(), polls());
    await says('/secretary check the login');
    expect(pollOf(0)).toEqual({
      id: expect.any(String),
      question: "I'll delegate to security-reviewer (92% match). Confirm?",
      choices: ['Accept security-reviewer', 'Use code-reviewer', 'Cancel'],
    });
  });

  test('is answered by nobody else', async () => {
    await open(found(), polls());
    const inGroup = (sender: string) => ({ chat: 'team', sender, group: { addressed: true } });
    await rig.say('/secretary check the login', inGroup(ANA));
    const target = pollOf(0).id;
    const choices = ['Accept security-reviewer'];
    await rig.say('', { ...inGroup(BEA), gesture: { kind: 'vote', target, choices } });
    const refused = last();
    await rig.say('Accept security-reviewer', inGroup(BEA));
    expect([refused, begun().filter(({ assignment }) => assignment !== undefined)]).toEqual([
      'Only the person who started this task can answer.',
      [],
    ]);
  });

  test('is not answered by words of somebody else that are forwarded', async () => {
    await open(found());
    await says('/secretary check the login');
    for (const text of ['yes', 'Accept security-reviewer']) await rig.say(text, { forwarded: true });
    expect(begun().filter(({ assignment }) => assignment !== undefined)).toEqual([]);
  });

  test('begins nothing in another project than it was asked about', async () => {
    const workspaces = { ...fixedWorkspaces(folder), stands: () => true };
    await open(found(), { program: { workspaces } });
    await says('/secretary check the login');
    rig.store.chosenWorkspaces.choose('phone:ana' as ConversationId, '/projects/blog', rig.clock.nowMs());
    await says('yes');
    expect([begun(), last()]).toEqual([
      [],
      expect.stringMatching(/^That was about wasap-asks-\w+, and this chat is now in blog\./),
    ]);
  });

  test('of a later one the earlier is replaced', async () => {
    await open(
      [...found(), understood('Write tests'), matched([['wasap:test-writer', 90, 'Tests.']])],
      polls(),
    );
    await says('/secretary check the login', '/secretary write tests');
    await vote(0, 'Accept security-reviewer');
    const late = last();
    await vote(1, 'Accept test-writer');
    expect([late, begun().map(({ task }) => task)]).toEqual([
      'A later request replaced that one. Nothing of it starts.',
      ['write tests'],
    ]);
  });

  test('expires after a day', async () => {
    await open(found(), polls());
    await says('/secretary check the login');
    await rig.clock.advance(25 * 60 * 60_000);
    await vote(0, 'Accept security-reviewer');
    expect([begun(), last()]).toEqual([
      [],
      'That question is more than a day old.\nTo ask again: /secretary <request>',
    ]);
  });

  test('a bare yes is not guessed about while a task has asked something', async () => {
    await open(found(), { run: async (_session, agent) => agent.ask() });
    await says('/agent fetch it', '/secretary check the login', 'yes');
    const asked = last();
    await says('Accept security-reviewer');
    expect([
      asked,
      rig.store.approvals.listPending(rig.sessions()[0]?.conversation ?? ('' as never)).length,
      begun()[1],
    ]).toEqual([
      [
        'Which question do you mean? Answer with its code:',
        'k7x: `curl https://example.com`',
        '   /approve k7x · /reject k7x',
        '🧭 check the login',
        '   /secretary answer 1 · /secretary cancel',
      ].join('\n'),
      1,
      started('wasap:security-reviewer'),
    ]);
  });

  test.each<[string, Said[], string]>([
    [
      'nobody fits',
      [understood('Bake a cake'), matched([])],
      'No specialist fits your request.\nDescribe it in more detail. Or see how it works: /secretary help',
    ],
    [
      'the model cannot be reached',
      [{ kind: 'fault', fault: { kind: 'unreachable', detail: '' } }],
      "I can't reach the model.\nCheck the network and ANTHROPIC_BASE_URL, then ask again.",
    ],
    [
      'the judgement has another shape',
      [understood('x'), { odd: true }],
      "I couldn't use the model's answer.\nTry again, or say it in other words.",
    ],
  ])('%s: that is said, with what to do', async (_why, said, text) => {
    await open(said);
    await says('/secretary check the login');
    expect([last(), begun()]).toEqual([text, []]);
  });

  test('what takes long is told once', async () => {
    await open(['silence']);
    await says('/secretary check the login');
    await rig.clock.advance(6000);
    await rig.clock.advance(60_000);
    expect(rig.phone.texts).toEqual(['🧭 Still looking for the right specialist…']);
  });
});

describe('what it costs', () => {
  test('counts for who asked, and in the figures of the chat', async () => {
    await open(found());
    await says('/secretary check the login');
    const { microUsd } = metricsOf(rig.store).over(
      { sinceMs: -1, untilMs: 1e15 },
      'phone:ana' as never,
    ).spending;
    expect([rig.store.spending.sumSince(ANA, 0), microUsd]).toEqual([2200, 2200]);
  });

  test('somebody who has spent their day is told before anything is asked', async () => {
    await open(found(), {
      program: { workspaces: fixedWorkspaces(folder), limits: { ...limits, dailyCostMicroUsd: 1 } },
    });
    rig.store.spending.add({
      session: undefined,
      person: ANA,
      usage: NONE,
      microUsd: 5,
      atMs: rig.clock.nowMs(),
    });
    await says('/secretary check the login');
    expect([secretary.asked.length, last()]).toEqual([0, expect.stringContaining('limit')]);
  });
});

const NONE = { inputTokens: 0, outputTokens: 0, cacheReadTokens: 0, cacheWriteTokens: 0 };
const limits = {
  ...SHIPPED_SETTINGS.limits,
  sessionTimeoutMs: 600_000,
  maxCostMicroUsd: 1_000_000,
  maxTokensUnpriced: 1_000_000,
  outage: { waitsMs: [30_000], longestMs: 0 },
};

describe('questions first', () => {
  const QUESTIONS = [
    { question: 'Which part?', options: ['login', 'payment'] },
    { question: 'What is wrong with it?', options: [] },
  ];
  const unclear = (): Said[] => [understood('Make it better', QUESTIONS), ...found()];

  test('are one message, answered by one', async () => {
    await open(unclear());
    await says('/secretary make it better', 'the login, it may have holes', 'yes');
    expect([rig.phone.texts[0], secretary.asked[1]?.messages[0]?.content[0], begun().length]).toEqual([
      '🧭 Before we start:\n1. Which part?\n   - login\n   - payment\n2. What is wrong with it?\nAnswer in one message, in your own words.\nTo cancel: /secretary cancel',
      expect.objectContaining({ text: expect.stringContaining('the login, it may have holes') }),
      1,
    ]);
  });

  test('can be voted on, as far as they have options', async () => {
    await open(unclear(), polls());
    await says('/secretary make it better');
    await vote(0, 'login');
    const noted = last();
    await says('it may have holes');
    expect([noted, pollOf(1).choices[0], begun()]).toEqual([
      'Got it. Please answer the other questions too.',
      'Accept security-reviewer',
      [],
    ]);
  });

  test('a vote that is changed later in one of their polls chooses nobody', async () => {
    const YES_NO = [{ question: 'Is it in production?', options: ['Yes', 'No'] }];
    await open([understood('Make it better', YES_NO), ...found()], polls());
    await says('/secretary make it better');
    await vote(0, 'No');
    const offered = pollOf(1).choices[0];
    await vote(0, 'Yes');
    const changed = last();
    await rig.say('yes', { quotedId: pollOf(0).id });
    expect([offered, changed, last(), begun()]).toEqual([
      'Accept security-reviewer',
      "That's already answered. Now choose who does it.\nTo cancel: /secretary cancel",
      "That's already answered. Now choose who does it.\nTo cancel: /secretary cancel",
      [],
    ]);
  });

  test('a vote that is changed while they are thought about is told to be late', async () => {
    const YES_NO = [{ question: 'Is it in production?', options: ['Yes', 'No'] }];
    await open([understood('Make it better', YES_NO), 'silence'], polls());
    await says('/secretary make it better');
    await vote(0, 'No');
    await vote(0, 'Yes');
    expect(last()).toBe('That was already answered. Nothing more started.');
  });

  test.each<[string, object[], string]>([
    [
      'no',
      [{ question: 'Is it in production?', options: ['Yes', 'No'] }],
      'Is it in production? (Yes / No)\n> no',
    ],
    [
      '2',
      [{ question: 'Which part?', options: ['login', 'payment'] }],
      'Which part? (login / payment)\n> payment',
    ],
    ['3', [{ question: 'Which part?', options: ['login', 'payment'] }], 'Which part? (login / payment)\n> 3'],
    ['the first', QUESTIONS, '1. Which part? (login / payment)\n> 2. What is wrong with it?\n> the first'],
  ])('"%s" is an answer, and reaches the model with what was asked', async (answer, questions, told) => {
    await open([understood('Make it better', questions), ...found()]);
    await says('/secretary make it better', answer);
    const [content] = secretary.asked[1]?.messages[0]?.content ?? [];
    expect(content).toEqual({ type: 'text', text: expect.stringContaining(`> ${told}\n`) });
  });

  test('/secretary answer without words says how to answer, and that a search is not over', async () => {
    await open([understood('Make it better', QUESTIONS), 'silence']);
    await says('/secretary make it better', '/secretary answer');
    const how = last();
    await says('/secretary check the login', '/secretary answer', '/secretary answer the login');
    expect([how, ...rig.phone.texts.slice(-2)]).toEqual([
      'Answer in one message, in your own words.\nTo cancel: /secretary cancel',
      '🧭 Still looking for the right specialist…',
      '🧭 Still looking for the right specialist…',
    ]);
  });

  test('are asked once', async () => {
    await open([understood('Make it better', QUESTIONS), understood('Make it better', QUESTIONS), FOUND]);
    await says('/secretary make it better', 'just do it');
    expect(last()).toContain('Best match: wasap:security-reviewer');
  });
});

describe('a program that is killed', () => {
  test('while the model is asked: the next one asks it again, and the person is asked once', async () => {
    await open(['silence', ...found()]);
    await says('/secretary check the login');
    rig = await rig.restart();
    await settled();
    expect([secretary.asked.length, rig.phone.texts.length]).toEqual([3, 1]);
  });

  test('while the person thinks: their answer counts', async () => {
    await open(found());
    await says('/secretary check the login');
    rig = await rig.restart();
    await says('1', '1');
    expect([secretary.asked.length, begun().filter(({ assignment }) => assignment)]).toEqual([
      2,
      [started('wasap:security-reviewer')],
    ]);
  });

  test('after a request was given up: nobody is asked', async () => {
    await open(['silence', ...found()]);
    await says('/secretary check the login', '/secretary cancel');
    rig = await rig.restart();
    await settled();
    expect([secretary.asked.length, rig.phone.texts]).toEqual([1, ['Cancelled. Nothing has started.']]);
  });
});

describe('ways of working', () => {
  const WANTED = 'Add notifications\n- Say how bad each finding is';
  const workflows = (hash?: string) => ({
    workflows: async () => ({
      brainstorm: { kind: 'command', name: 'brainstorm', hash } as const,
      implement: { kind: 'chat', name: 'agent' } as const,
      'create-plan': { kind: 'chat', name: 'no-such-command' } as const,
    }),
  });
  const openWith = async (workflow: string, hash?: string) => {
    const said = scriptedSecretary([understood('Add notifications'), matched([], workflow)]);
    secretary = said;
    rig = await gatewayRig({
      locale: 'en',
      access: ACCESS,
      program: { workspaces: fixedWorkspaces(folder) },
      secretary: { ...said.hands, ...workflows(hash) },
    });
  };

  test('brainstorm is its command file, bound to what it was when it was offered', async () => {
    await openWith('brainstorm', 'h1');
    await says('/secretary I want notifications', 'yes');
    const assignment = { kind: 'command', name: 'brainstorm', text: WANTED, hash: 'h1' };
    expect(begun()).toEqual([{ task: `/brainstorm ${WANTED}`, assignment, model: 'scripted-model' }]);
  });

  test.each(['brainstorm', 'create-plan'])(
    '%s where there is no such command: that is said, and nothing begins',
    async (name) => {
      await openWith(name);
      await says('/secretary I want notifications', 'yes');
      expect([begun(), last()]).toEqual([
        [],
        expect.stringMatching(/^There is no \/[a-z-]+ here\.\nChoose a specialist, or cancel\.$/),
      ]);
    },
  );

  test('implement is /agent', async () => {
    await open([understood('Build the export'), matched([], 'implement')]);
    await says('/secretary build the export', 'yes');
    const task = 'Build the export\n- Say how bad each finding is';
    expect(begun()).toEqual([{ task, assignment: undefined, model: 'scripted-model' }]);
  });
});

describe('/secretary mode', () => {
  test('writes the file of the project, and tells what counts', async () => {
    await open([]);
    await says(
      '/secretary mode',
      '/secretary mode aware',
      '/secretary modo proactiva',
      '/secretary mode always',
    );
    expect([rig.phone.texts, readFileSync(path.join(folder, '.claude/secretary.local.md'), 'utf8')]).toEqual([
      [
        'Config not found. Using defaults (manual mode).\nMode: manual\nTo find a specialist, write /secretary <request>.\nYou always confirm before anything starts.',
        'Config created at .claude/secretary.local.md\nMode is now aware.',
        'Mode is now proactive.',
        'The modes are manual, aware and proactive.\nFor example: /secretary mode aware',
      ],
      expect.stringContaining('activation_mode: proactive'),
    ]);
  });

  test('is not set by readers, nor by a member in a group', async () => {
    await open([]);
    await rig.say('/secretary mode aware', { sender: CAN, chat: 'can' });
    await rig.say('/secretary mode aware', { sender: BEA, chat: 'team', group: { addressed: true } });
    await rig.say('/secretary check it', { sender: CAN, chat: 'can' });
    expect([rig.phone.texts, secretary.asked.length]).toEqual([
      [
        expect.stringContaining('You can ask me questions, but not have me change anything.'),
        'Only an owner can do that.',
        expect.stringContaining('You can ask me questions, but not have me change anything.'),
      ],
      0,
    ]);
  });
});

describe('TD-3: confirmation before delegation', () => {
  test.each(['manual', 'aware', 'proactive'])('in mode %s nothing begins before a yes', async (mode) => {
    mkdirSync(path.join(folder, '.claude'));
    writeFileSync(path.join(folder, '.claude/secretary.local.md'), `---\nactivation_mode: ${mode}\n---\n`);
    await open(found());
    await says('/secretary check the login');
    const before = begun();
    await says('yes');
    expect([before, begun()]).toEqual([[], [started('wasap:security-reviewer')]]);
  });
});

describe('a proactive project', () => {
  beforeEach(() => {
    mkdirSync(path.join(folder, '.claude'));
    writeFileSync(path.join(folder, '.claude/secretary.local.md'), '---\nactivation_mode: proactive\n---\n');
  });

  test('plain words go to the secretary, who asks', async () => {
    await open(found());
    await says('check the login');
    const asked = last();
    await says('1');
    expect([asked, begun()]).toEqual([
      expect.stringContaining("I'll delegate to security-reviewer (92% match). Confirm?"),
      [started('wasap:security-reviewer')],
    ]);
  });

  test('where nobody fits they are plain talk, and the secretary is not asked again', async () => {
    await open([understood('Greet'), matched([])]);
    await says('good morning');
    await rig.gateway.idle();
    const talks = rig.sessions().map(({ mode, task }) => ({ mode, task }));
    expect([secretary.asked.length, talks]).toEqual([2, [{ mode: 'talk', task: 'good morning' }]]);
  });

  test.each(['1', 'yes', 'dale', '2.'])('"%s" alone is talk: it goes on with something', async (answer) => {
    await open([]);
    await says(answer);
    expect([secretary.asked.length, rig.sessions().map(({ mode, task }) => ({ mode, task }))]).toEqual([
      0,
      [{ mode: 'talk', task: answer }],
    ]);
  });

  test('killed before they are talk: they become it once', async () => {
    await open([understood('Greet'), 'silence', understood('Greet'), matched([])]);
    await says('good morning');
    rig = await rig.restart();
    await rig.gateway.idle();
    expect(rig.sessions().map(({ mode, task }) => ({ mode, task }))).toEqual([
      { mode: 'talk', task: 'good morning' },
    ]);
  });

  test('commands, words for a task and what readers write do not', async () => {
    await open([], { run: async () => new Promise(() => undefined) });
    await says('/agent fix it', 'use yarn');
    await rig.say('what is this?', { sender: CAN, chat: 'can' });
    expect([secretary.asked.length, rig.sessions().map(({ task }) => task)]).toEqual([
      0,
      ['what is this?', 'fix it'],
    ]);
  });
});
