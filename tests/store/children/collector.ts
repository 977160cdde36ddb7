import { queryObjects } from 'node:v8';
import Sqlite from 'better-sqlite3';
import { openStore } from '../../../src/store/open.ts';
import { sessionRecord } from '../../support/session-record.ts';

/** Uses, closes and drops stores while garbage is collected; tells how many native objects went with them. */
const [file = ''] = process.argv.slice(2);
const TURNS = 5;
const sample = new Sqlite(':memory:').prepare('SELECT 1'); // kept by `alive`: it must not be collected either

let held = 0;
let lost = 0;
for (let turn = 0; turn < TURNS; turn += 1) {
  held = useAndDrop(turn);
  await collect();
  lost += held - alive();
}
console.log(JSON.stringify({ held: held > TURNS, lost }));

function useAndDrop(turn: number): number {
  const store = openStore({ path: file });
  const { id } = sessionRecord();
  if (store.sessions.get(id) === undefined) store.sessions.create(sessionRecord());
  store.sessions.update(id, { usage: { round: turn }, atMs: turn });
  const whileOpen = alive();
  store.close();
  return whileOpen;
}

async function collect(): Promise<void> {
  for (let pass = 0; pass < 3; pass += 1) {
    globalThis.gc?.();
    await new Promise((resolve) => setImmediate(resolve)); // finalizers run between turns of the event loop
  }
}

/** Databases and statements that are there after a full collection. */
function alive(): number {
  return queryObjects(Sqlite, { format: 'count' }) + queryObjects(sample.constructor, { format: 'count' });
}
