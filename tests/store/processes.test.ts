import { expect, test } from 'vitest';
import { sessionRecord } from '../support/session-record.ts';
import { storeWithSession } from './store-file.ts';

const ID = sessionRecord().id;
const SERVER = { id: 'p-zzz', command: 'npm run dev', startedAtMs: 1, readFrom: { stdout: 0, stderr: 0 } };
const WATCHER = { ...SERVER, id: 'p-aaa', command: 'tsc --watch', startedAtMs: 2 };

test('background processes come in the order they were started', () => {
  const { processes } = storeWithSession();
  processes.add(ID, SERVER);
  processes.add(ID, WATCHER);
  expect(processes.list(ID)).toEqual([SERVER, WATCHER]);
});

test('reading goes on where it ended, for that process alone', () => {
  const { processes } = storeWithSession();
  processes.add(ID, SERVER);
  processes.add(ID, WATCHER);
  processes.setReadFrom(ID, 'p-zzz', { stdout: 100, stderr: 7 });
  expect(processes.list(ID)).toEqual([{ ...SERVER, readFrom: { stdout: 100, stderr: 7 } }, WATCHER]);
});

test('a position of a process that is not there is a bug, not a silence', () => {
  const { processes } = storeWithSession();
  expect(() => processes.setReadFrom(ID, 'p-none', { stdout: 1, stderr: 1 })).toThrow('No row to change');
});
