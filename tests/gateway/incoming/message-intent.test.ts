import { describe, expect, test } from 'vitest';
import type { ApprovalId, SessionId } from '../../../src/core/ids.ts';
import {
  type ConversationSituation,
  intentOf,
  MAX_MESSAGE_LENGTH,
  type MessageIntent,
} from '../../../src/gateway/incoming/message-intent.ts';
import { ANA, approvalRecord } from '../../support/gateway-rig.ts';
import { offers } from '../../support/offers.ts';
import { sessionRecord } from '../../support/session-record.ts';

const COMMANDS = [
  'agent',
  'agent-resume',
  'resume',
  'cancel',
  'stop',
  'sessions',
  'status',
  'help',
  'approve',
];
const active = sessionRecord({ state: { status: 'running' }, owner: ANA });
const asked = approvalRecord();
const other = approvalRecord({ id: 'm4p' as ApprovalId, messageId: 'Q2' });
const ofBob = approvalRecord({ requester: '34600999888' });

const QUIET: ConversationSituation = { pending: [], meant: undefined, active: undefined, commands: COMMANDS };
const RUNNING: ConversationSituation = { ...QUIET, active };
const ASKING: ConversationSituation = { ...RUNNING, pending: [asked], meant: asked };
const TWO_QUESTIONS: ConversationSituation = { ...RUNNING, pending: [asked, other] };

function says(text: string, quotedId?: string) {
  return { sender: ANA, text, ...(quotedId === undefined ? {} : { quotedId }) };
}

const YES = { kind: 'answer', approval: asked, scope: 'once' };
const NO = { kind: 'answer', approval: asked, scope: undefined };

test.each([
  'yes',
  'Yes',
  'YES!',
  'y',
  'yep',
  'ok',
  'Okay.',
  ' sure ',
  '1',
  '1.',
  '1)',
  '1 yes',
  'yes please',
  'go ahead',
  'Do it!',
  'sí',
  'Sí',
  'si',
  'SÍ!!',
  '¡sí!',
  's',
  'dale',
  'Dale!',
  'claro',
  'vale',
  'bueno',
  'sí, dale',
  'sí por favor',
  '1 sí',
  'de acuerdo',
  'adelante',
  'hacelo',
  '👍',
  '👍🏽',
  '✅',
  '*yes*',
  '_sí_',
  'approve',
  'ok do it',
  'ok, yes, go ahead please',
  'sure, do it now',
  'pls do it',
  'dale, hacelo nomás',
  'ok ok',
  'bueno, está bien',
  'por favor, hazlo',
])('%j says yes to the one open question', (text) => {
  expect(intentOf(says(text), ASKING)).toEqual(YES);
});

test.each(['no, use the staging branch', 'No. Primero los tests', 'nope: too risky'])(
  '%j is a no with its reason, and only while something is asked',
  (text) => {
    expect(intentOf(says(text), ASKING)).toEqual(NO);
    expect(intentOf(says(text), RUNNING)).toEqual({ kind: 'steering', session: active, text });
  },
);

test.each(['no, is it on the list?', 'no idea', 'nothing yet'])('%j says no to nothing', (text) => {
  expect(intentOf(says(text), ASKING)).toEqual({ kind: 'steering', session: active, text });
});

test.each([
  ['wait', false],
  ['no, wait', false],
  ['yes, hold on', false],
  ['not yet', false],
  ['what for', true],
  ['no, what would it do?', true],
  ['¿para qué?', true],
])('%j is about the open question and answers nothing', (text, asksBack) => {
  const aside = { kind: 'aside', approvals: [asked], asksBack };
  expect([ASKING, RUNNING].map((situation) => intentOf(says(text), situation))).toEqual([
    aside,
    { kind: 'steering', session: active, text },
  ]);
});

test.each([
  'no',
  'No',
  'NO!',
  'n',
  'nope',
  'nah',
  '2',
  '2.',
  '2 no',
  'no thanks',
  "don't",
  'do not',
  'never',
  'reject',
  'deny',
  'no gracias',
  'No, gracias.',
  'mejor no',
  'nunca',
  'rechazo',
  '👎',
  '❌',
  'no no',
  'no please',
  "don't do it",
  'no, por favor, no lo hagas',
])('%j says no to the one open question', (text) => {
  expect(intentOf(says(text), ASKING)).toEqual(NO);
});

test.each([
  ['always', 'always'],
  ['Always!', 'always'],
  ['yes, always', 'always'],
  ['always here', 'always'],
  ['siempre', 'always'],
  ['sí, siempre', 'always'],
  ['Siempre aquí.', 'always'],
  ['this session', 'session'],
  ['session', 'session'],
  ['for this task', 'session'],
  ['esta sesión', 'session'],
  ['para esta tarea', 'session'],
  ['Sí, para esta tarea', 'session'],
  ['always any', 'prefix'],
  ['siempre todo', 'prefix'],
])('%j is a yes that goes as far as: %s', (text, scope) => {
  expect(intentOf(says(text), ASKING)).toEqual({ ...YES, scope });
});

test.each([
  ['3', 'session'],
  ['3.', 'session'],
  ['3 for this task', 'session'],
  ['3 esta tarea', 'session'],
  ['4', 'always'],
  ['4 siempre', 'always'],
  ['4) always here', 'always'],
  ['5', 'prefix'],
])('%j is a choice where a question has choices, and elsewhere a message like any other', (text, scope) => {
  const choosing = approvalRecord({ question: { offers: offers() } });
  const approval = { kind: 'answer', approval: choosing, scope };
  const steering = { kind: 'steering', session: active, text };
  const meant = [{ ...ASKING, pending: [choosing], meant: choosing }, ASKING, RUNNING].map((situation) =>
    intentOf(says(text), situation),
  );
  expect(meant).toEqual([approval, steering, steering]);
});

test.each(['33', '4 files', '3 always', '4?', '5 dólares', '0'])('%j chooses nothing', (text) => {
  const choosing = approvalRecord({ question: { offers: offers() } });
  expect(intentOf(says(text), { ...ASKING, pending: [choosing], meant: choosing })).toEqual({
    kind: 'steering',
    session: active,
    text,
  });
});

test.each([
  'yes please change the tests too',
  'yes but not the docs',
  'yes?',
  '¿sí?',
  'no idea',
  'sí, y cambia también los tests',
  '11',
  '3',
  'ok computer',
  'ok y',
  'ok no',
  'sure, do it later',
  'sí no',
  'no dale',
  'please',
  'por favor',
  "sure, don't",
  'yesterday it worked',
  'yes yes yes yes yes yes yes yes yes yes yes yes',
])('%j carries more than an answer: it steers and approves nothing', (text) => {
  expect(intentOf(says(text), ASKING)).toEqual({ kind: 'steering', session: active, text });
});

test.each([
  ['one of two quoted', says('yes', 'Q2'), { ...TWO_QUESTIONS, meant: other }, { ...YES, approval: other }],
  [
    'a quoted question that was answered',
    says('yes', 'Q1'),
    { ...ASKING, meant: { ...asked, state: 'rejected' } },
    { kind: 'late-answer', approval: { ...asked, state: 'rejected' } },
  ],
  ['a question of another person', says('yes'), { ...RUNNING, pending: [ofBob] }, { kind: 'not-yours' }],
  [
    'the quoted question of another person',
    says('yes', 'Q1'),
    { ...ASKING, meant: ofBob },
    { kind: 'not-yours' },
  ],
  ['mine among those of others', says('no'), { ...RUNNING, pending: [ofBob, asked], meant: asked }, NO],
  ['nothing asked while a task runs', says('yes'), RUNNING, { kind: 'stray-answer' }],
  ['nothing asked, nothing running', says('yes'), QUIET, { kind: 'request', text: 'yes' }],
  [
    'a quoted order',
    says('approve 7', 'X'),
    ASKING,
    { kind: 'steering', session: active, text: 'approve 7' },
  ],
] as const)('a bare answer with %s', (_case, message, situation, intent) => {
  expect(intentOf(message, situation as ConversationSituation)).toEqual(intent);
});

test.each([
  ['/agent fix the login', { kind: 'command', name: 'agent', rest: 'fix the login' }],
  ['/Agent   fix\nboth lines ', { kind: 'command', name: 'agent', rest: 'fix\nboth lines' }],
  ['/agent', { kind: 'command', name: 'agent', rest: '' }],
  ['  /stop ', { kind: 'command', name: 'stop', rest: '' }],
  ['/approve k7x', { kind: 'command', name: 'approve', rest: 'k7x' }],
  ['/agnet fix', { kind: 'unknown-command', name: 'agnet', suggestion: 'agent' }],
  ['/halp', { kind: 'unknown-command', name: 'halp', suggestion: 'help' }],
  ['/cancell', { kind: 'unknown-command', name: 'cancell', suggestion: 'cancel' }],
  ['/stat', { kind: 'unknown-command', name: 'stat', suggestion: 'status' }],
  ['/agentresume', { kind: 'unknown-command', name: 'agentresume', suggestion: 'agent-resume' }],
  ['/deploy', { kind: 'unknown-command', name: 'deploy', suggestion: undefined }],
  ['/x', { kind: 'unknown-command', name: 'x', suggestion: undefined }],
  ['/etc/hosts looks wrong', { kind: 'request', text: '/etc/hosts looks wrong' }],
  ['/ agent', { kind: 'request', text: '/ agent' }],
  ['what does /agent do?', { kind: 'request', text: 'what does /agent do?' }],
  ['', { kind: 'empty' }],
  [' \n\t ', { kind: 'empty' }],
])('%j on a quiet chat', (text, intent) => {
  expect(intentOf(says(text), QUIET)).toEqual(intent);
});

test('words for a task that runs steer it', () => {
  expect(intentOf(says(' use yarn '), RUNNING)).toEqual({
    kind: 'steering',
    session: active,
    text: 'use yarn',
  });
});

test('the longest message is read, one character more is not, command or not', () => {
  const longest = 'x'.repeat(MAX_MESSAGE_LENGTH);
  expect([
    intentOf(says(longest), QUIET).kind,
    intentOf(says(`${longest}x`), QUIET),
    intentOf(says(`/agent ${longest}`), QUIET),
  ]).toEqual([
    'request',
    { kind: 'too-long', length: MAX_MESSAGE_LENGTH + 1 },
    { kind: 'too-long', length: MAX_MESSAGE_LENGTH + 7 },
  ]);
});

const second = sessionRecord({
  id: '20261120-00000002' as SessionId,
  number: 2,
  state: { status: 'running' },
  owner: ANA,
});
const SEVERAL: ConversationSituation = { ...RUNNING, several: [active, second] };
const askedBySecond = approvalRecord({ id: 'm4p' as ApprovalId, messageId: 'Q2', session: second.id });
const numbered = (words: string): ConversationSituation => ({
  ...SEVERAL,
  pending: [asked, askedBySecond],
  addressed: { kind: 'number', session: second, words, isShown: true },
});

test.each<[string, ReturnType<typeof says>, ConversationSituation, unknown]>([
  ['words for nobody in particular', says('use yarn'), SEVERAL, { kind: 'which-task' }],
  ['a bare yes with nothing asked', says('yes'), SEVERAL, { kind: 'stray-answer' }],
  ['a yes to the one question', says('yes'), { ...SEVERAL, pending: [asked], meant: asked }, YES],
  ['a command', says('/status'), SEVERAL, { kind: 'command', name: 'status', rest: '' }],
  [
    'words that reply to something about the second',
    says('use yarn', 'R'),
    { ...SEVERAL, addressed: { kind: 'reply', session: second } },
    { kind: 'steering', session: second, text: 'use yarn' },
  ],
  [
    'a yes that replies to its question',
    says('yes', 'Q2'),
    {
      ...SEVERAL,
      pending: [asked, askedBySecond],
      meant: askedBySecond,
      addressed: { kind: 'reply', session: second },
    },
    { kind: 'answer', approval: askedBySecond, scope: 'once' },
  ],
  [
    'a command that replies to it',
    says('/cancel', 'R'),
    { ...SEVERAL, addressed: { kind: 'reply', session: second } },
    { kind: 'command', name: 'cancel', rest: '' },
  ],
  ['its number alone', says('#2'), numbered(''), { kind: 'task', session: second }],
  [
    'its number and words',
    says('#2 use yarn'),
    numbered('use yarn'),
    { kind: 'steering', session: second, text: 'use yarn' },
  ],
  [
    'its number and a yes',
    says('#2 yes'),
    { ...numbered('yes'), meant: askedBySecond },
    { kind: 'answer', approval: askedBySecond, scope: 'once' },
  ],
  [
    'its number and a yes, when it asks nothing',
    says('#2 yes'),
    { ...numbered('yes'), pending: [asked] },
    { kind: 'stray-answer' },
  ],
  [
    'its number and a command',
    says('#2 /cancel'),
    numbered('/cancel'),
    { kind: 'command', name: 'cancel', rest: '' },
  ],
  [
    'the number of a single task, and words',
    says('#1 is the bug'),
    { ...RUNNING, addressed: { kind: 'number', session: active, words: 'is the bug', isShown: false } },
    { kind: 'steering', session: active, text: '#1 is the bug' },
  ],
  [
    'the number of a single task, and a no',
    says('#1 no'),
    { ...ASKING, addressed: { kind: 'number', session: active, words: 'no', isShown: false } },
    NO,
  ],
  [
    'the number of one that has ended',
    says('#2 use yarn'),
    { ...SEVERAL, addressed: { kind: 'ended', session: second, words: 'use yarn', isNumbered: true } },
    { kind: 'ended-task', session: second, text: 'use yarn', isNumbered: true },
  ],
  [
    'the number of one that has ended, and a command',
    says('#2 /status'),
    { ...SEVERAL, addressed: { kind: 'ended', session: second, words: '/status', isNumbered: true } },
    { kind: 'command', name: 'status', rest: '' },
  ],
  [
    'a number that no task has',
    says('#7 use yarn'),
    { ...SEVERAL, addressed: { kind: 'unknown', number: 7, words: 'use yarn' } },
    { kind: 'no-such-task', number: 7, words: 'use yarn' },
  ],
  ['forwarded words', { ...says('yes'), forwarded: true } as never, SEVERAL, { kind: 'which-task' }],
])('with several tasks at work: %s', (_case, message, situation, intent) => {
  expect(intentOf(message, situation)).toEqual(intent);
});

test.each([
  ['/config', ['trust', 'cron'], undefined],
  ['/config', ['confiar', 'programar'], 'confiar'],
  ['/cnofiar', ['trust', 'cron'], 'confiar'],
  ['/crom', ['trust', 'cron'], 'cron'],
])('%s in a chat that calls its commands %j', (text, commandsOfChat, suggestion) => {
  const situation = { ...QUIET, commands: ['trust', 'confiar', 'cron', 'programar'], commandsOfChat };
  expect(intentOf(says(text), situation)).toEqual({
    kind: 'unknown-command',
    name: text.slice(1),
    suggestion,
  });
});

describe('commands that were looked up', () => {
  const isThere = { ...QUIET, found: { named: () => [], names: [] } };
  const others = { ...QUIET, found: { named: undefined, names: ['deploy', 'team:review', 'Fix_it'] } };

  test.each<[string, ConversationSituation, MessageIntent]>([
    ['/deploy staging now', isThere, { kind: 'found-command', rest: 'staging now' }],
    ['/Deploy', isThere, { kind: 'found-command', rest: '' }],
    ['/team:review src/a.ts', isThere, { kind: 'found-command', rest: 'src/a.ts' }],
    ['/fix_it.v2', isThere, { kind: 'found-command', rest: '' }],
    ['/deploy\nstaging\nnow', isThere, { kind: 'found-command', rest: 'staging\nnow' }],
    ['/status', isThere, { kind: 'command', name: 'status', rest: '' }],
    ['/STATUS', isThere, { kind: 'command', name: 'status', rest: '' }],
    ['/deploy? staging', isThere, { kind: 'request', text: '/deploy? staging' }],
    ['/etc/hosts is wrong', isThere, { kind: 'request', text: '/etc/hosts is wrong' }],
    ['/depoly', others, { kind: 'unknown-command', name: 'depoly', suggestion: 'deploy' }],
    ['/team:reviw', others, { kind: 'unknown-command', name: 'team:reviw', suggestion: 'team:review' }],
    ['/statsu', others, { kind: 'unknown-command', name: 'statsu', suggestion: 'status' }],
    ['/quite-other', others, { kind: 'unknown-command', name: 'quite-other', suggestion: undefined }],
    ['/12:30 would be fine', others, { kind: 'request', text: '/12:30 would be fine' }],
  ])('%j', (text, situation, intent) => {
    expect(intentOf(says(text), situation)).toEqual(intent);
  });

  test('words that somebody else wrote start none', () => {
    const forwarded = { ...says('/deploy staging'), forwarded: true } as const;
    expect(intentOf(forwarded, isThere)).toEqual({ kind: 'request', text: '/deploy staging' });
  });
});
