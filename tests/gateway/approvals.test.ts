import { afterEach, expect, test } from 'vitest';
import type { GrantOffers } from '../../src/contracts/grants.ts';
import type { ApprovalId } from '../../src/core/ids.ts';
import { approvalStep } from '../../src/gateway/approvals.ts';
import type { ApprovalDifference } from '../support/approval-difference.ts';
import { ANA, type FakeRun, type GatewayRig, gatewayRig } from '../support/gateway-rig.ts';
import { offers } from '../support/offers.ts';
import { sideBySide } from '../support/side-by-side.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const QUESTION = 'k7x' as ApprovalId;

let rig: GatewayRig;
afterEach(() => rig?.remove());

/** Asks at first, and is done when it goes on. */
function askOnce(change: ApprovalDifference = {}): FakeRun {
  const asked = new Set<string>();
  return async (session, agent) => {
    if (asked.has(session.id)) return agent.end({ kind: 'done', text: '' });
    asked.add(session.id);
    return agent.ask(change);
  };
}

/** The first task asks k7x, the second m4p. */
function askTwice(): FakeRun {
  const first = askOnce();
  const second = askOnce({ id: 'm4p' as ApprovalId, messageId: 'Q2', question: { details: 'npm publish' } });
  return (session, agent, control) => (session.task === 'one' ? first : second)(session, agent, control);
}

async function asking(run = askOnce()): Promise<void> {
  rig = await gatewayRig({ locale: 'en', run, allowed: ['34600111222', '34600999888'] });
  await rig.say('/agent one');
}

/** All that the question said when it was asked. */
const FULL = [
  '❓ May I run this command?',
  '`curl https://example.com`',
  'Why I ask: curl is not in the list of commands',
  "If yes: may change things outside git · uses the network · can't be undone",
  '',
  '1 yes · 2 no',
  '(or /approve k7x, /reject k7x why)',
];

const state = (id = QUESTION) => rig.store.approvals.get(id)?.state;
const last = () => rig.phone.texts.at(-1);

test.each([
  [29 * MINUTE, undefined, 'waiting', 'none'],
  [30 * MINUTE, undefined, 'waiting', 'remind'],
  [31 * MINUTE, 30 * MINUTE, 'waiting', 'none'],
  [DAY, 30 * MINUTE, 'waiting', 'park'],
  [DAY, undefined, 'parked', 'none'],
  [7 * DAY - 1, 30 * MINUTE, 'parked', 'none'],
  [7 * DAY, 30 * MINUTE, 'parked', 'expire'],
  [8 * DAY, undefined, 'waiting', 'expire'],
] as const)(
  'a question %d ms old, reminded at %s, of a %s session: %s',
  (ageMs, remindedAtMs, session, step) => {
    expect(approvalStep({ askedAtMs: 0, remindedAtMs }, session, ageMs)).toBe(step);
  },
);

test('the question shows everything it is bound to, why, what a yes may do, and how to answer', async () => {
  await asking();
  expect(rig.phone.sent.at(-1)).toMatchObject({
    id: 'Q1',
    body: {
      text: FULL.join('\n'),
    },
  });
});

test('a diff that is longer than a message is shown whole, the answer line last', async () => {
  const diff = Array.from({ length: 400 }, (_, line) => `+ line ${line} of the change`).join('\n');
  await asking(askOnce({ question: { tool: 'apply_patch', details: diff } }));
  const parts = rig.phone.sent.slice(1);
  const shown = parts.map(({ body }) => ('text' in body ? body.text : '')).join('\n');
  expect(parts.length).toBeGreaterThan(1);
  expect(diff.split('\n').filter((line) => !shown.includes(line))).toEqual([]);
  expect(parts.at(-1)).toMatchObject({ id: 'Q1' });
});

test.each([
  ['yes', 'approved', 'yes'],
  ['1', 'approved', '1'],
  ['Dale!', 'approved', 'Dale!'],
  ['/approve K7X', 'approved', ''],
  ['no', 'rejected', 'no'],
  ['2', 'rejected', '2'],
  ['/reject k7x use the staging host', 'rejected', 'use the staging host'],
])('%j decides it, and the task goes on', async (text, decided, answer) => {
  await asking();
  await rig.say(text);
  expect(rig.store.approvals.get(QUESTION)).toMatchObject({ state: decided, answer: { words: answer } });
  expect(rig.started).toEqual(['one', 'one']);
});

const asksFor = (offered: GrantOffers): ApprovalDifference => ({
  question: { details: 'npm ci', offers: offered },
});
const OFFERED = asksFor(offers());
const REFUSED: ApprovalDifference = {
  question: {
    offers: offers({
      session: { kind: 'refused', why: 'compound' },
      always: { kind: 'refused', why: 'compound' },
      prefix: { kind: 'refused', why: 'compound' },
    }),
  },
};
const granted = () => rig.sessions().flatMap((session) => rig.store.grants.listForSession(session));

test.each([
  [OFFERED, ['1 yes · 2 no', '3 for this task · 4 always here']],
  [
    asksFor(offers({ prefix: { kind: 'offered', words: ['npm', 'test'] } })),
    ['1 yes · 2 no', '3 for this task · 4 always here', '5 always here, with any arguments: `npm test` …'],
  ],
  [
    asksFor(offers({ always: { kind: 'refused', why: 'interpreter' } })),
    ['I can\'t offer "always": it runs whatever code it gets.', '1 yes · 2 no', '3 for this task'],
  ],
  [REFUSED, ["Just this once: it's more than one plain command.", '1 yes · 2 no']],
])('a question says what can be answered, and why not more', async (change, lines) => {
  await asking(askOnce(change));
  const shown = last()?.split('\n\n').at(-1);
  expect(shown?.split('\n')).toEqual([...lines, '(or /approve k7x, /reject k7x why)']);
});

test.each([
  [
    '3',
    'session',
    'session',
    "✅ Allowed for this task. Continuing.\nI won't ask again about exactly this: `npm ci`",
  ],
  ['para esta tarea', 'session', 'session', '✅ Allowed for this task.'],
  [
    '4',
    'always',
    'always',
    "✅ Always allowed here. Continuing.\nI won't ask again about exactly this: `npm ci`",
  ],
  ['siempre', 'always', 'always', 'Only in /projects/shop, and only in this chat.'],
  ['/approve k7x siempre', 'always', 'always', '✅ Always allowed here.'],
  ['/approve k7x session', 'session', 'session', '✅ Allowed for this task.'],
  ['/approve k7x sesión', 'session', 'session', '✅ Allowed for this task.'],
] as const)(
  '%j is stored as a standing approval, and confirmed in words',
  async (text, scope, kept, said) => {
    await asking(askOnce(OFFERED));
    await rig.say(text);
    expect(rig.store.approvals.get(QUESTION)).toMatchObject({ state: 'approved', answer: { scope } });
    expect(granted()).toEqual([
      {
        seq: 1,
        scope: kept,
        kind: 'argv',
        conversation: 'phone:ana',
        session: rig.sessions()[0]?.id,
        workspace: '/projects/shop',
        words: ['npm', 'ci'],
        executable: '/usr/lib/npm-cli.js',
        scripts: [],
        outside: [],
        access: { network: true, writable: ['package.json'] },
        display: 'npm ci',
        grantedBy: ANA,
        grantedAtMs: rig.clock.nowMs(),
      },
    ]);
    expect(rig.phone.texts.some((shown) => shown.includes(said))).toBe(true);
  },
);

test('a yes for once leaves nothing behind', async () => {
  await asking(askOnce(OFFERED));
  await rig.say('yes');
  expect({ scope: rig.store.approvals.get(QUESTION)?.answer?.scope, granted: granted() }).toEqual({
    scope: 'once',
    granted: [],
  });
});

test('a yes to a named question holds for its task under that name', async () => {
  await asking(askOnce({ question: { grant: 'push' } }));
  await rig.say('yes');
  expect(granted()).toMatchObject([{ scope: 'session', kind: 'name', words: ['push'], access: undefined }]);
});

test.each([
  ['always', REFUSED, "it's more than one plain command"],
  ['4', REFUSED, "it's more than one plain command"],
  ['/approve k7x always', REFUSED, "it's more than one plain command"],
  ['this session', REFUSED, "it's more than one plain command"],
  ['5', OFFERED, 'only listed tests and checks can run with any arguments'],
  ['siempre', {}, 'I ask this every time'],
])(
  '%j decides nothing where the question does not offer it: the reason is told',
  async (text, change, why) => {
    await asking(askOnce(change));
    await rig.say(text);
    expect({
      state: state(),
      granted: granted(),
      started: rig.started,
      said: last()?.split('\n').slice(0, 2),
    }).toEqual({
      state: 'pending',
      granted: [],
      started: ['one'],
      said: [`That answer isn't possible: ${why}.`, 'My question is still open:'],
    });
    await rig.say('1');
    expect(state()).toBe('approved');
  },
);

test('a question that is asked again says what changed', async () => {
  await asking(
    askOnce({
      question: { changes: [{ kind: 'script', path: '/projects/shop/x.sh' }, { kind: 'executable' }] },
    }),
  );
  expect(last()).toContain(
    'You allowed this before. Changed since: the file /projects/shop/x.sh, the program itself',
  );
});

test('another person in the same chat cannot answer', async () => {
  await asking();
  await rig.say('yes', { sender: '34600999888' });
  await rig.say('/approve k7x', { sender: '34600999888' });
  const refusal = 'Only the person who started this task can answer.';
  expect({ state: state(), said: rig.phone.texts.slice(-2) }).toEqual({
    state: 'pending',
    said: [refusal, refusal],
  });
});

test('the same person in another chat cannot answer', async () => {
  await asking();
  await rig.say('/approve k7x', { chat: 'elsewhere' });
  expect({ state: state(), said: last() }).toEqual({
    state: 'pending',
    said: "There's no question k7x in this chat.",
  });
});

test('quoting an order does not approve it', async () => {
  await asking();
  await rig.say('approve k7x', { quotedId: 'some-message' });
  await rig.say('yes', { quotedId: 'some-message' });
  expect({ state: state(), said: last() }).toEqual({
    state: 'pending',
    said: 'Which question do you mean? Answer with its code:\nk7x: `curl https://example.com`\n   /approve k7x · /reject k7x',
  });
});

test('an answer counts once: the second is told the first', async () => {
  await asking();
  await rig.say('no');
  await rig.say('/approve k7x');
  await rig.say('yes', { quotedId: 'Q1' });
  expect({ state: state(), said: rig.phone.texts.slice(-2) }).toEqual({
    state: 'rejected',
    said: ['Already denied: `curl https://example.com`', 'Already denied: `curl https://example.com`'],
  });
});

test('with two open questions a bare yes is asked which; a quote or a code picks', async () => {
  await asking(askTwice());
  await rig.clock.advance(DAY);
  await rig.say('/agent two');
  await rig.say('yes');
  const asked = last();
  await rig.say('yes', { quotedId: 'Q2' });
  await rig.say('/reject k7x');
  expect(asked).toBe(
    [
      'Which question do you mean? Answer with its code:',
      'k7x: `curl https://example.com`',
      '   /approve k7x · /reject k7x',
      'm4p: `npm publish`',
      '   /approve m4p · /reject m4p',
    ].join('\n'),
  );
  expect([state(), state('m4p' as ApprovalId)]).toEqual(['rejected', 'approved']);
});

test('an answer after a restart continues the task', async () => {
  await asking();
  rig = await rig.restart({ run: async (_session, agent) => agent.end({ kind: 'done', text: 'Went on.' }) });
  await rig.say('sí', { id: 'after-restart' });
  expect({ state: state(), status: rig.sessions()[0]?.state.status, started: rig.started }).toEqual({
    state: 'approved',
    status: 'done',
    started: ['one'],
  });
});

test('after half an hour there is one reminder', async () => {
  await asking();
  await rig.clock.advance(30 * MINUTE);
  await rig.clock.advance(5 * HOUR);
  expect(rig.phone.texts.slice(2)).toEqual([
    ["⏳ I'm still waiting for your answer to k7x.", ...FULL].join('\n'),
  ]);
});

test('after a day the task parks and the conversation is free; a late answer still continues it', async () => {
  await asking();
  await rig.clock.advance(DAY);
  const parked = rig.sessions()[0];
  await rig.say('/agent two');
  const meanwhile = [...rig.started];
  await rig.say('/reject k7x not now');
  expect({
    parked: [parked?.state.status, parked?.state.reason],
    meanwhile,
    state: state(),
    started: rig.started,
  }).toEqual({
    parked: ['parked', 'unanswered'],
    meanwhile: ['one', 'two'],
    state: 'rejected',
    started: ['one', 'two', 'one'],
  });
});

test('after a week the question expires, and an answer is told so', async () => {
  await asking();
  await rig.clock.advance(7 * DAY);
  await rig.say('yes', { quotedId: 'Q1' });
  expect({ state: state(), said: rig.phone.texts.slice(-2), started: rig.started }).toEqual({
    state: 'expired',
    said: [
      '⌛ Nobody answered k7x for 7 days, so I took it as no.\nNothing was done. /agent-resume continues the task.',
      'No answer in 7 days, so I did nothing: `curl https://example.com`\n/agent-resume continues the task.',
    ],
    started: ['one'],
  });
});

test('/agent-resume of a task that waits shows its question again instead', async () => {
  await asking();
  await rig.say('/agent-resume use the mirror');
  expect(last()).toBe(['This task is waiting for your answer:', ...FULL].join('\n'));
  expect(rig.started).toEqual(['one']);
});

test.each(['/approve 9zz', '/reject 9zz why'])(
  '%s names no question: the open one is said again',
  async (typed) => {
    await asking();
    await rig.say(typed);
    expect([last(), state()]).toEqual([
      ["There's no question 9zz in this chat.", 'This question is still open:', ...FULL].join('\n'),
      'pending',
    ]);
  },
);

test('a question about a command in a sandbox says again what a yes opens', async () => {
  const facts = {
    reason: 'Installs packages',
    rule: 'unknown-command',
    risk: { writesOutsideGit: 'yes', network: 'unknown', undoable: 'no' },
    confinement: 'no-network',
  } as const;
  const access = { network: false, writable: ['package.json'], readable: ['/opt/data'] };
  await asking(askOnce({ question: { facts, offers: { ...offers(), access } } }));
  const asked = last();
  await rig.say('what for?');
  expect(last()?.endsWith(asked ?? 'none')).toBe(true);
  expect(asked?.split('\n')).toEqual(
    expect.arrayContaining([
      'Why I ask: Installs packages',
      "If yes: changes things git cannot restore · no network · can't be undone",
      '🛡️ Sandbox: on, no network',
      '✏️ May also write: `package.json`',
      '👁️ May also read: `/opt/data`',
    ]),
  );
});

/** Says something before it asks. */
const sayAndAsk: FakeRun = async (session, agent) => {
  const content = [{ type: 'text', text: 'I fetch the example first.' }];
  rig.store.history.append(session.id, 0, { role: 'assistant', content });
  return agent.ask();
};

const unread = () =>
  rig.sessions().flatMap(({ id }) => rig.store.steering.listUnread(id).map(({ text }) => text));

test.each(['what for?', 'what does it do', 'no, what does it do', 'why?', '¿qué hace?', 'para qué'])(
  '%j about an open question is answered from what is stored while it waits, and answers nothing',
  async (text) => {
    await asking(sayAndAsk);
    await rig.say(text);
    expect({ said: last(), state: state(), unread: unread(), started: rig.started }).toEqual({
      said: ['This is for the task: one', '💬 The agent says: I fetch the example first.', ...FULL].join(
        '\n',
      ),
      state: 'pending',
      unread: [],
      started: ['one'],
    });
  },
);

test('a question about something else is answered likewise, and the task hears it as well', async () => {
  await asking(sayAndAsk);
  await rig.say('is there no mirror of it in Europe?');
  expect({ said: last()?.split('\n').slice(0, 2), state: state(), unread: unread() }).toEqual({
    said: ["👍 Got it. I'll use that in my next step.", 'This is for the task: one'],
    state: 'pending',
    unread: ['is there no mirror of it in Europe?'],
  });
});

test.each(['wait', 'no, wait', 'hmm hold on', 'espera'])(
  '%j leaves a question open, and is no note for the task',
  async (text) => {
    await asking();
    await rig.say(text);
    const waiting = last();
    await rig.say('yes');
    expect({ waiting, unread: unread(), state: state() }).toEqual({
      waiting: '👍 Take your time. My question stays open:\n1 yes · 2 no\n(or /approve k7x, /reject k7x why)',
      unread: [],
      state: 'approved',
    });
  },
);

test('asked about while several are open, each is named with its code', async () => {
  rig = await gatewayRig({ locale: 'en', run: askTwice(), ...sideBySide() });
  for (const text of ['/agent one', '/agent two', 'what for?', 'wait', '#2 what for?']) await rig.say(text);
  const [both, waiting, second] = rig.phone.texts.slice(-3);
  const CHOICES = [
    'k7x: `curl https://example.com`\n   /approve k7x · /reject k7x',
    'm4p: `npm publish`\n   /approve m4p · /reject m4p',
  ];
  expect({ both, waiting, second: second?.split('\n').slice(0, 3) }).toEqual({
    both: CHOICES.map((choice) => `This question is still open:\n${choice}`).join('\n'),
    waiting: ['👍 Take your time. My question stays open:', ...CHOICES].join('\n'),
    second: ['This is for the task: #2 two', '❓ May I run this command?', '`npm publish`'],
  });
});

test('in reply to another message, a short question is not about the open one', async () => {
  await asking();
  await rig.say('why?', { quotedId: 'some-other' });
  expect(unread()).toEqual(['why?']);
});
