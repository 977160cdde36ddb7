/** @module-tag postgres */
import { existsSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { systemClock } from '../../src/core/clock.ts';
import { runSql } from '../support/postgres.ts';
import { CONVERSATION, type Machine, machine, messageLine } from './moving-rig.ts';
import { OTHER } from './rig.ts';
import { moveTo, twoCells } from './two-cells.ts';

/** The disk has room for the first of two transcripts, which the next machine restores. */
async function withoutRoom() {
  const { url, cluster, from } = await twoCells();
  const sessions = ['20261127-00000001', '20261127-00000002'].map((id, at) => {
    const { session, file } = from.begin({ id: id as never, number: at + 1, task: `fix ${at + 1}` });
    file.append([messageLine(0, 'fix it')]);
    return session.id;
  });
  await from.copier().pass();
  let upMs = 0;
  const to = machine(cluster, { name: OTHER, clock: { ...systemClock, upMs: () => upMs } });
  const fill = (): void => {
    for (const id of sessions.slice(0, 1)) {
      const beside = `${to.transcriptOf(id)}.new`;
      mkdirSync(path.dirname(beside), { recursive: true });
      symlinkSync('/dev/full', beside);
    }
  };
  const passes = (ms: number): void => {
    upMs += ms;
  };
  return { url, cluster, to, fill, passes };
}

function restored({ store, transcriptOf, told }: Machine): object {
  const [folder] = [path.dirname(transcriptOf('20261127-00000001' as never))];
  return {
    sessions: store.sessions.listNewest(CONVERSATION, 9).length,
    files: existsSync(folder) ? readdirSync(folder).length : 0,
    told: told.map((text) => text.split('\n', 1)[0]),
  };
}

test('a disk without room: nothing is half restored, and all of it is later', async () => {
  const { cluster, to, fill } = await withoutRoom();
  fill();
  await expect(moveTo(cluster, to, 2)).rejects.toMatchObject({ kind: 'unavailable' });
  const before = restored(to);
  await to.arrive(2);
  expect([before, restored(to)]).toEqual([
    { sessions: 0, files: 0, told: [] },
    { sessions: 2, files: 2, told: ['📦 This chat moved to another machine.'] },
  ]);
});

test('its people are told once, and only when that takes long', { tags: 'full' }, async () => {
  const { url, cluster, to, fill, passes } = await withoutRoom();
  const tries = async (): Promise<readonly unknown[]> => {
    fill();
    await expect(to.arrive(2)).rejects.toMatchObject({ kind: 'unavailable' });
    return await runSql(
      url,
      `SELECT split_part(data->'item'->'message'->'body'->>'text', E'\\n', 1) AS text FROM pgboss.job WHERE name = 'out.main'`,
    );
  };
  fill();
  await expect(moveTo(cluster, to, 2)).rejects.toMatchObject({ kind: 'unavailable' });
  const soon = await tries();
  passes(61_000);
  const late = await tries();
  const later = await tries();
  expect([soon, late, later]).toEqual([
    [],
    [{ text: "⏳ This chat waits: its machine can't store anything." }],
    late,
  ]);
});
