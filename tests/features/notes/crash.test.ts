import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { systemClock } from '../../../src/core/clock.ts';
import { createNoteStore, type NoteStore } from '../../../src/features/notes/note.ts';
import { notesByCall, remember } from '../../../src/features/notes/remember.ts';
import type { OpenStore } from '../../../src/store/open.ts';
import { type AgentRig, agentRig, Crash } from '../../support/agent-rig.ts';
import { settled } from '../../support/fake-clock.ts';
import { type GatewayRig, gatewayRig } from '../../support/gateway-rig.ts';
import { realNotes } from '../../support/real-notes.ts';

let agent: AgentRig | undefined;
let gateway: GatewayRig | undefined;
let folders: string[] = [];
afterEach(async () => {
  agent?.remove();
  await gateway?.remove();
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  agent = gateway = undefined;
  folders = [];
});

function asked(): AgentRig {
  const place = mkdtempSync(path.join(tmpdir(), 'wasap-remember-'));
  folders.push(place);
  agent = agentRig({
    steps: [{ calls: [['remember', { file: 'USER.md', line: 'I prefer pytest' }]] }, { text: 'Kept.' }],
    tools: (store) => {
      const notes = realNotes(place, createNoteStore(store.database), systemClock);
      return [remember(notesByCall({ notes, isOwners: () => true, ownerAlone: () => true }))];
    },
  });
  agent.create();
  return agent;
}

const writtenFile = () => readFileSync(path.join(folders.at(-1) ?? '', 'workspace/USER.md'), 'utf8');

test('killed in any commit between the yes and the end, the line is written once and nothing is asked again', async () => {
  const outcomes: unknown[] = [];
  for (let n = 1; n < 10; n += 1) {
    const rig = asked();
    await rig.run();
    rig.answer(true);
    rig.crashAtCommit(n);
    const died = await rig.run().then(
      () => false,
      (error: unknown) => error instanceof Crash,
    );
    rig.crashAtCommit(Number.POSITIVE_INFINITY);
    if (!died) break;
    const outcome = await rig.run();
    outcomes.push([outcome.kind, writtenFile(), rig.said.filter((said) => said.startsWith('ask ')).length]);
    rig.remove();
    agent = undefined;
  }
  expect([outcomes.length > 1, new Set(outcomes.map((one) => JSON.stringify(one)))]).toEqual([
    true,
    new Set([JSON.stringify(['done', '- I prefer pytest\n', 1])]),
  ]);
});

test('killed after the file was written and before the answer was stored, /remember answers once and writes no second line', async () => {
  const place = mkdtempSync(path.join(tmpdir(), 'wasap-remember-'));
  folders.push(place);
  // Whatever comes after the row of the line is lost.
  let isDead = false;
  let dying: OpenStore | undefined;
  const rowsOf = (store: OpenStore): NoteStore => {
    const rows = createNoteStore(store.database);
    const put: NoteStore['put'] = (note) => {
      rows.put(note);
      isDead = true;
    };
    return store === dying ? { ...rows, put } : rows;
  };
  let rig = await gatewayRig({ notes: (store, clock) => realNotes(place, rowsOf(store), clock) });
  gateway = rig;
  const live = <T>(work: () => T): T => {
    if (isDead) throw new Error('the program is dead');
    return work();
  };
  const { store } = rig;
  dying = { ...store, atomically: (work) => live(() => store.atomically(work)) };
  rig = await rig.restart({ store: dying });
  gateway = rig;
  await rig.phone.say('/remember I prefer pytest', { id: 'one' }).catch(() => undefined);
  await settled();
  const written = readFileSync(path.join(place, 'workspace/USER.md'), 'utf8');
  const before = rig.phone.sent.length;
  rig = await rig.restart();
  gateway = rig;
  await settled();
  const told = rig.phone.sent.slice(before).map(({ body }) => JSON.stringify(body));
  expect([written, readFileSync(path.join(place, 'workspace/USER.md'), 'utf8'), told]).toEqual([
    '- I prefer pytest\n',
    '- I prefer pytest\n',
    [expect.stringContaining('Saved in USER.md')],
  ]);
});
