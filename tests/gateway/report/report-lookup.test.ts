import { expect, onTestFinished, test } from 'vitest';
import { silentLog } from '../../../src/core/log.ts';
import { ReportLookup } from '../../../src/gateway/report/report-lookup.ts';
import { IN_MEMORY } from '../../../src/store/database.ts';
import { sessionRecord } from '../../support/session-record.ts';
import { openTestStore } from '../../support/test-store.ts';

test('of the files that a session wrote it is looked up which a submodule holds uncommitted, once', async () => {
  const store = openTestStore({ path: IN_MEMORY });
  onTestFinished(() => store.close());
  const session = sessionRecord();
  store.sessions.create(session);
  const written = { heldForeignChanges: false, before: 'old' };
  store.ledger.noteWritten(session.id, { ...written, path: 'lib/sub/b.txt', after: 'new' });
  store.ledger.noteWritten(session.id, { ...written, path: 'taken-back.txt', after: 'old' });
  const asked: unknown[] = [];
  const look = new ReportLookup({
    store,
    checkpoints: { countLines: async () => new Map() },
    outbox: { fit: async () => [] },
    maxParallelTasks: 1,
    log: silentLog,
    features: () => [],
    lookIn: (folder) => ({
      faultsIn: async () => [],
      async uncommittedIn(paths) {
        asked.push([folder, paths]);
        return ['lib/sub'];
      },
    }),
  });
  await look.look(session, 'Done.');
  const found = [look.take(session), look.take(session)].map(({ uncommittedIn }) => uncommittedIn);
  expect({ found, asked }).toEqual({
    found: [['lib/sub'], undefined],
    asked: [[session.workspace, ['lib/sub/b.txt']]],
  });
});
