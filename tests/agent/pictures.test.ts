import { readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { restoreSession } from '../../src/agent/restore-session.ts';
import type { Enclosure, KeptImage } from '../../src/contracts/enclosures.ts';
import type { Block } from '../../src/contracts/model.ts';
import type { InstanceId } from '../../src/core/ids.ts';
import { type AgentRig, agentRig, Crash, type RigOptions, SESSION } from '../support/agent-rig.ts';
import { eachInFull } from '../support/each-in-full.ts';
import { openTestStore } from '../support/test-store.ts';

let rig: AgentRig;
afterEach(() => rig.remove());

const IMAGE: KeptImage = { hash: 'a1', mediaType: 'image/png', bytes: 3 };
const PICTURES = new Map([['a1', Buffer.from('png')]]);
const BLOCK = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'cG5n' } };

function begin(options: RigOptions): void {
  rig = agentRig(options);
  rig.create();
}

function send(enclosure: Partial<Enclosure>, text = ''): void {
  const whole = { notes: [], images: [], ...enclosure };
  rig.store.steering.add({ session: SESSION, text, enclosure: whole, inboxSeq: 1, atMs: 1 });
}

function lastSaid(request: number): readonly Block[] {
  return rig.requests[request]?.messages.at(-1)?.content ?? [];
}

test('a task begins with the picture that came with it', async () => {
  begin({ steps: [{ text: 'I see.' }], pictures: PICTURES });
  send({ notes: ['> of the login page'], images: [IMAGE] });
  await rig.run();
  expect(lastSaid(0).slice(1)).toEqual([{ type: 'text', text: '> of the login page' }, BLOCK]);
  expect(rig.store.steering.listUnread(SESSION)).toEqual([]);
});

test('a picture sent meanwhile follows the results, after its words', async () => {
  begin({
    steps: [{ calls: [['look', {}]] }, { text: 'done' }],
    pictures: PICTURES,
    onRequest: (_request, index) => index === 0 && send({ images: [IMAGE] }, 'like this'),
  });
  await rig.run();
  expect(lastSaid(1)).toEqual([
    { type: 'tool_result', tool_use_id: 'call_0_0', content: 'did look' },
    { type: 'text', text: 'Message from the person:\nlike this' },
    BLOCK,
  ]);
});

test('a crash at any commit neither loses a picture nor shows it twice', async () => {
  for (let commit = 1; commit < 20; commit += 1) {
    begin({ steps: [{ calls: [['look', {}]] }, { text: 'done' }], pictures: PICTURES });
    send({ images: [IMAGE] });
    rig.crashAtCommit(commit);
    const crashed = await rig.run().then(
      () => false,
      (error: unknown) => error instanceof Crash,
    );
    if (crashed) await rig.run();
    const shown = rig.store.history.all(SESSION).flatMap(({ content }) => content);
    expect(shown.filter(({ type }) => type === 'image')).toEqual([BLOCK]);
    if (!crashed) return;
    rig.remove();
  }
  throw new Error('the run has more commits than were tried');
});

test('a session restored from its transcript alone still holds its pictures, byte for byte', async () => {
  begin({ steps: [{ text: 'I see.' }], pictures: PICTURES });
  send({ images: [IMAGE] });
  await rig.run();
  const transcript = path.join(rig.folder, 'agent_sessions', `${SESSION}.jsonl`);
  const before = JSON.stringify(rig.store.history.all(SESSION));
  const file = path.join(rig.folder, 'other.db');
  const store = openTestStore({ path: file });
  const instance = 'test-instance' as InstanceId;
  store.instances.register({ id: instance, pid: process.pid, startTime: '0', atMs: 0 });
  restoreSession({ store, path: transcript, instance, nowMs: 1 });
  expect(JSON.stringify(store.history.all(SESSION))).toBe(before);
  expect(readFileSync(transcript, 'utf8')).toContain('"data":"cG5n"');
  store.close();
  rmSync(file);
});

test('a model without vision is told that there was a picture', async () => {
  begin({ steps: [{ text: 'Please describe it.' }] });
  send({ images: [IMAGE] });
  await rig.run();
  expect(lastSaid(0)[1]).toMatchObject({ text: expect.stringContaining('you cannot look at pictures') });
});

test('a picture that is no longer kept is named as missing', async () => {
  begin({ steps: [{ text: 'ok' }], pictures: new Map() });
  send({ images: [IMAGE] });
  await rig.run();
  expect(lastSaid(0)[1]).toMatchObject({ text: expect.stringContaining('no longer kept') });
});

eachInFull([
  ['at most 20 pictures', 'png', 25, 20],
  ['no more than 20 MB of them in base64', 'x'.repeat(3_600_000), 6, 4],
])('a session holds %s', async (_what, bytes, sent, held) => {
  begin({ steps: [{ text: 'ok' }, { text: 'ok' }], pictures: new Map([['a1', Buffer.from(bytes)]]) });
  send({ images: [IMAGE] });
  await rig.run();
  rig.store.sessions.update(SESSION, { state: { status: 'queued' }, atMs: 1 });
  send({ images: Array.from({ length: sent - 1 }, () => IMAGE) });
  await rig.run();
  const blocks = rig.store.history.all(SESSION).flatMap(({ content }) => content);
  expect(blocks.filter(({ type }) => type === 'image')).toHaveLength(held);
  expect(JSON.stringify(lastSaid(1)[0])).toContain('as many as fit');
});

/** As the API: a request that holds such a picture is refused whatever else is in it. */
const unreadable: RigOptions['faultOf'] = ({ messages }) =>
  JSON.stringify(messages).includes('"image"')
    ? { kind: 'request', detail: 'Could not process image' }
    : undefined;

describe('a picture that the API cannot read', () => {
  test('is left out, which the model is told, and the task goes on', async () => {
    begin({
      steps: [{ calls: [['look', {}]] }, { text: 'done' }],
      pictures: PICTURES,
      faultOf: unreadable,
      onRequest: (_request, index) => index === 0 && send({ images: [IMAGE] }, 'like this'),
    });
    expect(await rig.run()).toEqual({ kind: 'done', text: 'done' });
    expect(rig.requests.at(-1)?.messages.slice(-2)).toEqual([
      {
        role: 'user',
        content: [
          { type: 'tool_result', tool_use_id: 'call_0_0', content: 'did look' },
          { type: 'text', text: 'Message from the person:\nlike this' },
          { type: 'text', text: '(a picture that could not be read)' },
        ],
      },
      { role: 'user', content: [{ type: 'text', text: expect.stringContaining('was left out') }] },
    ]);
  });

  test('stays left out in every later request, whose beginning stays the same', async () => {
    begin({ steps: [{ text: 'one' }, { text: 'two' }], pictures: PICTURES, faultOf: unreadable });
    send({ images: [IMAGE] });
    await rig.run();
    const first = JSON.stringify(rig.requests.at(-1)?.messages);
    rig.store.sessions.update(SESSION, { state: { status: 'queued' }, atMs: 1 });
    expect(await rig.run()).toEqual({ kind: 'done', text: 'two' });
    const second = JSON.stringify(rig.requests.at(-1)?.messages);
    expect(second.startsWith(first.slice(0, -1))).toBe(true);
  });

  test('does not take those with it that the model has seen', async () => {
    begin({
      steps: [{ calls: [['look', {}]] }, { text: 'done' }],
      pictures: new Map([...PICTURES, ['b2', Buffer.from('bad')]]),
      faultOf: ({ messages }) =>
        JSON.stringify(messages).includes('YmFk') ? { kind: 'request', detail: 'bad' } : undefined,
      onRequest: (_request, index) => index === 0 && send({ images: [{ ...IMAGE, hash: 'b2' }] }),
    });
    send({ images: [IMAGE] });
    await rig.run();
    const sent = rig.requests.at(-1)?.messages.flatMap(({ content }) => content) ?? [];
    expect(sent.filter(({ type }) => type === 'image')).toEqual([BLOCK]);
  });

  test('is not blamed again for a request that is refused without it', async () => {
    begin({
      steps: [{ text: 'never' }],
      pictures: PICTURES,
      faultOf: () => ({ kind: 'request', detail: 'no such model' }),
    });
    send({ images: [IMAGE] });
    expect(await rig.run()).toMatchObject({ kind: 'parked', reason: 'request', detail: 'no such model' });
    expect(rig.requests).toHaveLength(2);
  });
});
