import { expect, test } from 'vitest';
import { findDiff } from '../../../src/gateway/report/find-diff.ts';
import { freshStore } from '../../store/store-file.ts';
import { sessionRecord } from '../../support/session-record.ts';

const DIFF = '--- a/login.js\n+++ b/login.js\n@@ -1 +1 @@\n-no\n+yes\n';

test.each(['en', 'es'] as const)('a diff is drawn in the language of who asks for it: %s', async (locale) => {
  const store = freshStore();
  const session = sessionRecord();
  store.sessions.create(session);
  const checkpoints = { diff: async () => ({ diff: DIFF, leftOut: 0 }) };
  expect(await findDiff({ store, checkpoints, maxParallelTasks: 3 }, session.id, locale)).toEqual([
    { kind: 'diff', diff: DIFF, name: `${session.id}.patch`, locale },
  ]);
});
