import { expect, test } from 'vitest';
import type { WebForm } from '../../../src/contracts/web-page.ts';
import { texts } from '../../../src/core/texts/texts.ts';
import { agentResumeCommand } from '../../../src/features/sessions/agent.ts';
import {
  commandMessage,
  commandsFor,
  type TaskCommandParts,
} from '../../../src/features/sessions/pages/task-head.tsx';
import { type SessionDifference, sessionRecord } from '../../support/session-record.ts';

const ANA = '34600111222';
const VISITOR = { sender: ANA, role: 'owner', isAtMachine: false } as const;
const REQUEST = { visitor: VISITOR, texts: texts('en') };
const ID = '20261120-00000001';

/** A chat that would do these commands, where the last message was the tenth. */
function parts(would: readonly string[], actsAs: string | undefined = ANA): TaskCommandParts {
  return {
    visitors: { actsAs: () => actsAs },
    taskRounds: { lastHandled: () => 10 },
    wouldAct: (_member, words) => would.some((one) => words === `${one} ${ID}`),
    commands: () => [agentResumeCommand],
  };
}

const ALL = ['/agent-resume', '/merge', '/apply', '/pr', '/keep', '/cancel', '/undo', '/discard'];

test.each<readonly [string, SessionDifference, readonly string[], readonly string[]]>([
  ['nothing that the chat would refuse', { state: { status: 'parked' } }, [], []],
  ['what it would do', { state: { status: 'parked' } }, ['/agent-resume', '/undo'], ['agent-resume', 'undo']],
  ['in one order', { state: { status: 'done' } }, ['/discard', '/merge'], ['merge', 'discard']],
  ['not to continue what is done', { state: { status: 'done' } }, ['/agent-resume'], []],
  [
    'to continue what is done and not tested',
    { state: { status: 'done', reason: 'untested' } },
    ['/agent-resume'],
    ['agent-resume'],
  ],
  ['nothing of a talk', { mode: 'talk' }, ALL, []],
  [
    'not to continue what follows a plan',
    { state: { status: 'failed' }, origin: { assignment: { kind: 'job', job: 'abcd' } as never } },
    ['/agent-resume', '/undo'],
    ['undo'],
  ],
])('the buttons of a task: %s', (_what, change, would, offered) => {
  expect(commandsFor(sessionRecord(change), REQUEST, parts(would))).toEqual(offered);
});

test('nobody has buttons for a task in which they may not act', () => {
  const nobody = { ...parts(ALL), visitors: { actsAs: () => undefined } };
  expect(commandsFor(sessionRecord(), REQUEST, nobody)).toEqual([]);
});

const said = (form: WebForm, would: readonly string[], change: SessionDifference = {}) =>
  commandMessage(
    sessionRecord({ state: { status: 'failed' } }, change),
    { request: REQUEST, form },
    parts(would),
  );

test('a button is the command as it is typed, in the language of who presses it', () => {
  const session = sessionRecord({ state: { status: 'failed' } });
  const spanish = { visitor: VISITOR, texts: texts('es') };
  const form = { command: 'agent-resume', after: '10' };
  const willing = { ...parts([]), wouldAct: () => true };
  expect(commandMessage(session, { request: spanish, form }, willing)).toEqual({
    conversation: session.conversation,
    sender: ANA,
    key: expect.stringMatching(/^[0-9a-f]{24}$/),
    text: `/continuar ${ID}`,
  });
});

test.each<readonly [string, WebForm, readonly string[], boolean]>([
  ['what is offered', { command: 'undo', after: '10' }, ['/undo'], true],
  ['what is offered, without saying what was seen', { command: 'undo' }, ['/undo'], true],
  ['what is not offered', { command: 'undo', after: '10' }, [], false],
  ['what is not offered, seen in the future', { command: 'undo', after: '11' }, [], false],
  [
    'what was offered when the page was made, for the chat to answer',
    { command: 'undo', after: '9' },
    [],
    true,
  ],
  ['another command', { command: 'agent rm -rf', after: '9' }, ALL, false],
  ['a name of the language', { command: '__proto__', after: '9' }, ALL, false],
  ['odd numbers', { command: 'undo', after: '9; DROP' }, [], false],
  ['nothing', {}, ALL, false],
])('is heard: %s', (_what, form, would, isHeard) => {
  expect(said(form, would) !== undefined).toBe(isHeard);
});

test('pressed twice on what was seen it is one wish, and another one when something was said since', () => {
  const form = (after: string): WebForm => ({ command: 'undo', after });
  const keys = ['10', '10', '9'].map((after) => said(form(after), ['/undo'])?.key);
  expect([keys[0] === keys[1], keys[0] === keys[2]]).toEqual([true, false]);
});
