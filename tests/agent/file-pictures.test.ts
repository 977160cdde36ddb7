import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, expect, test } from 'vitest';
import type { Block, ModelFault } from '../../src/contracts/model.ts';
import { readImage } from '../../src/tools/read-image.ts';
import { type AgentRig, agentRig, Crash, type RigOptions, SESSION, type Step } from '../support/agent-rig.ts';
import { pngBytes } from '../support/picture-files.ts';

let rig: AgentRig;
afterEach(() => rig.remove());

const PICTURE = pngBytes(2, 3);
const BLOCK = imageBlock(PICTURE);

function imageBlock(bytes: Buffer): Block {
  return {
    type: 'image',
    source: { type: 'base64', media_type: 'image/png', data: bytes.toString('base64') },
  };
}

const look = (...files: readonly string[]): Step => ({
  calls: files.map((file) => ['read_image', { path: file }] as const),
});

function begin(options: RigOptions, files: Readonly<Record<string, Buffer>> = { 'a.png': PICTURE }): void {
  rig = agentRig({ tools: [readImage], pictures: new Map(), ...options });
  rig.create();
  for (const [name, bytes] of Object.entries(files)) writeFileSync(path.join(rig.folder, name), bytes);
}

/** What followed the results in the request with this number. */
function shown(request: number): readonly Block[] {
  const content = rig.requests[request]?.messages.at(-1)?.content ?? [];
  return content.filter(({ type }) => type !== 'tool_result');
}

test('the picture follows the results, behind its name', async () => {
  const other = pngBytes(5, 5);
  begin(
    { steps: [look('a.png', 'b.png', 'c.png'), { text: 'I see.' }] },
    { 'a.png': PICTURE, 'b.png': other },
  );
  await rig.run();
  expect(shown(1)).toEqual([
    { type: 'text', text: 'Picture of the file a.png:' },
    BLOCK,
    { type: 'text', text: 'Picture of the file b.png:' },
    imageBlock(other),
  ]);
});

test('a model that looks at no pictures is not offered the tool', async () => {
  rig = agentRig({ tools: [readImage], steps: [{ text: 'done' }] });
  rig.create();
  await rig.run();
  expect(rig.requests[0]?.tools.map(({ name }) => name)).not.toContain('read_image');
});

test('a session shows twenty pictures; a further one is named', async () => {
  const names = Array.from({ length: 21 }, (_, n) => `${n}.png`);
  begin(
    { steps: [look(...names), { text: 'done' }] },
    Object.fromEntries(names.map((name) => [name, PICTURE])),
  );
  await rig.run();
  expect(shown(1).filter(({ type }) => type === 'image')).toHaveLength(20);
  expect(shown(1).at(-1)).toEqual({
    type: 'text',
    text: '20.png is not shown: this session holds as many pictures as fit. Go on without it.',
  });
});

test('one that the API refuses is left out from then on, and the task goes on', async () => {
  const refused: ModelFault = { kind: 'request', detail: 'invalid image' };
  begin({
    steps: [look('a.png'), { text: 'Without it.' }],
    faultOf: ({ messages }) =>
      messages.some(({ content }) => content.some(({ type }) => type === 'image')) ? refused : undefined,
  });
  expect(await rig.run()).toEqual({ kind: 'done', text: 'Without it.' });
  expect(shown(2)).toEqual([
    {
      type: 'text',
      text: 'A picture could not be read and was left out. Go on without it, or look at another copy.',
    },
  ]);
});

test('looking again and again is a loop, also after a restart: a picture of a file is no word of a person', async () => {
  const stop = new AbortController();
  begin({
    steps: [look('a.png')],
    onRequest: (_request, index) => index === 3 && stop.abort('shutdown'),
  });
  expect(await rig.run(stop.signal)).toEqual({ kind: 'suspended' });
  expect(await rig.run()).toMatchObject({ kind: 'parked', reason: 'loop', detail: 'read_image × 5' });
});

test('a kill at any commit shows it once', async () => {
  const steps = [look('a.png'), { text: 'I see.' }];
  begin({ steps });
  await rig.run();
  const [commits, history] = [rig.commits(), rig.store.history.all(SESSION).slice(1)];
  for (let commit = 1; commit <= commits; commit += 1) {
    rig.remove();
    begin({ steps });
    rig.crashAtCommit(commit);
    await rig.run().catch((error: unknown) => expect(error).toBeInstanceOf(Crash));
    rig.crashAtCommit(Number.POSITIVE_INFINITY);
    if (rig.session().state.status !== 'done') await rig.run();
    expect({ commit, history: rig.store.history.all(SESSION).slice(1) }).toEqual({ commit, history });
  }
});
