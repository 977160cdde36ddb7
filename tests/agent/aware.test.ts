import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, expect, test } from 'vitest';
import type { ModelMessage } from '../../src/contracts/model.ts';
import { type AgentRig, agentRig, SESSION } from '../support/agent-rig.ts';

const TOLD =
  'Secretary agent available for orchestrating complex requests. For vague or multi-step tasks, consider proposing to the person: /secretary <user_request>';

let rig: AgentRig;
afterEach(() => rig.remove());

function begin(mode?: string): void {
  rig = agentRig({ steps: [{ text: 'One.' }, { text: 'Two.' }, { text: 'Three.' }] });
  rig.create({ project: rig.folder });
  if (mode !== undefined) set(mode);
}

function set(mode: string): void {
  mkdirSync(path.join(rig.folder, '.claude'), { recursive: true });
  writeFileSync(path.join(rig.folder, '.claude/secretary.local.md'), `---\nactivation_mode: ${mode}\n---\n`);
}

const steer = (text: string, inboxSeq: number) =>
  rig.store.steering.add({ session: SESSION, text, inboxSeq, atMs: 1 });

/** In which messages of a request it is told, by place. */
const placesIn = (messages: readonly ModelMessage[] = []) =>
  messages.flatMap(({ role, content }, at) =>
    content.some(({ text }) => typeof text === 'string' && text.includes(TOLD)) ? [`${role} ${at}`] : [],
  );
const told = () => rig.requests.map(({ messages }) => placesIn(messages));

test.each([undefined, 'manual', 'proactive'])('in mode %s a session is told nothing', async (mode) => {
  begin(mode);
  await rig.run();
  expect(told()).toEqual([[]]);
});

test('in an aware project it is told in the first message, before the task, and once however often it goes on', async () => {
  begin('aware');
  await rig.run();
  await rig.run();
  const text = String(rig.requests[0]?.messages[0]?.content[0]?.text);
  expect([told(), text.indexOf(TOLD) < text.indexOf('Task: ')]).toEqual([[['user 0'], ['user 0']], true]);
});

test('a session that goes on after its project became aware is told with the words of the person', async () => {
  begin();
  await rig.run();
  set('aware');
  steer('and the tests', 1);
  await rig.run();
  steer('and the docs', 2);
  await rig.run();
  expect(told()).toEqual([[], ['user 2'], ['user 2']]);
});
