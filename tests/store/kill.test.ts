import type { ChildProcess } from 'node:child_process';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { InstanceId, SessionId } from '../../src/core/ids.ts';
import { atLevel } from '../support/level.ts';
import { type CompiledChild, compileChild } from './child.ts';
import { databasePath, freshStore, select } from './store-file.ts';

const KILLS = atLevel({ quick: 1, full: 5, soak: 50 });
const WRITER = 'writer' as InstanceId;

let writer: CompiledChild;
beforeAll(async () => {
  writer = await compileChild(new URL('./children/writer.ts', import.meta.url));
});
afterAll(() => writer.remove());

/** Kills after `steps` acknowledged steps; resolves to the last step that was acknowledged before death. */
function killAfter(child: ChildProcess, steps: number): Promise<number> {
  return new Promise((resolve, reject) => {
    let printed = '';
    child.stdout?.on('data', (chunk: Buffer) => {
      printed += chunk.toString();
      if (printed.split('\n').length > steps) child.kill('SIGKILL');
    });
    child.stderr?.on('data', (chunk: Buffer) => reject(new Error(chunk.toString())));
    // A torn last line acknowledges nothing.
    child.once('close', () => resolve(Number(printed.split('\n').at(-2))));
  });
}

test(`no acknowledged row is lost in ${KILLS} kills, and no step is half there`, async () => {
  const file = databasePath();
  for (let kill = 0; kill < KILLS; kill += 1) {
    const session = `writer-${kill}-of-many` as SessionId;
    const last = await killAfter(writer.start([file, session]), 5 + Math.floor(Math.random() * 100));

    const store = freshStore(file);
    const rounds = store.calls.all(session).map((call) => call.round);
    const steps = rounds.length;
    expect(steps).toBeGreaterThan(last);
    expect(rounds).toEqual(Array.from({ length: steps }, (_, step) => step));
    expect(store.history.all(session)).toHaveLength(steps);
    expect(store.sessions.get(session)?.usage.round).toBe(steps - 1);
    const received = store.inbox.listUnfinished(WRITER).filter((row) => row.message.sender === session);
    expect(received.length - steps).toBeOneOf([0, 1]); // the message of a step is accepted before the step
    store.close();
  }
  expect(select(file, 'PRAGMA integrity_check')).toEqual([{ integrity_check: 'ok' }]);
});
