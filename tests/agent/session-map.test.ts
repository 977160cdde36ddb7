import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, expect, test } from 'vitest';
import type { ProjectMaps } from '../../src/contracts/code.ts';
import type { SessionMode } from '../../src/contracts/session.ts';
import { type AgentRig, agentRig, Crash } from '../support/agent-rig.ts';

let rig: AgentRig;
afterEach(() => rig.remove());

/** Maps that tell how many were drawn before them. */
function countedMaps(): ProjectMaps & { drawn(): number } {
  let drawn = 0;
  return {
    lastDrawn: () => {
      drawn += 1;
      return { files: [{ path: `map-${drawn}.ts`, symbols: [], more: 0 }], total: 1 };
    },
    draw: async () => undefined,
    warm: () => undefined,
    drawn: () => drawn,
  };
}

const firstText = () => String(rig.requests[0]?.messages[0]?.content[0]?.text);
const mapsIn = (text: string) => [...text.matchAll(/^<project-map>\n(.*)$/gm)].map(([, name]) => name);

test.each<SessionMode>(['agent', 'talk'])(
  'a session of mode %s begins with notes, map and task',
  async (mode) => {
    rig = agentRig({ steps: [{ text: 'ok' }], maps: countedMaps() });
    writeFileSync(path.join(rig.folder, 'AGENTS.md'), 'house rules');
    rig.create({ mode });
    await rig.run();
    const text = firstText();
    const places = ['<project-notes>', '<project-map>', 'Task: '].map((mark) => text.indexOf(mark));
    expect([places.toSorted((one, other) => one - other), places.includes(-1)]).toEqual([places, false]);
  },
);

test('a session that goes on keeps the map that it began with', async () => {
  const maps = countedMaps();
  rig = agentRig({ steps: [{ text: 'ok' }, { text: 'still ok' }], maps });
  rig.create();
  await rig.run();
  await rig.run();
  const [first, second] = rig.requests.map(({ messages }) => JSON.stringify(messages));
  expect([maps.drawn(), second?.startsWith((first ?? '').slice(0, -1))]).toEqual([1, true]);
});

test('a crash before the first message was stored leaves one map, the one that was sent', async () => {
  const maps = countedMaps();
  rig = agentRig({ steps: [{ text: 'ok' }], maps });
  rig.create();
  rig.crashAtCommit(1);
  await expect(rig.run()).rejects.toThrow(Crash);
  await rig.run();
  expect(mapsIn(firstText())).toEqual([`map-${maps.drawn()}.ts`]);
});

test('a project without a map is told of as before', async () => {
  rig = agentRig({ steps: [{ text: 'ok' }], maps: { ...countedMaps(), lastDrawn: () => undefined } });
  rig.create();
  await rig.run();
  expect(mapsIn(firstText())).toEqual([]);
});
