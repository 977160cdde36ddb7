import { expect, test } from 'vitest';
import { DAY_MS } from '../../../src/core/clock.ts';
import type { ConversationId, InstanceId } from '../../../src/core/ids.ts';
import { silentLog } from '../../../src/core/log.ts';
import { removeOldJobs } from '../../../src/features/jobs/jobs-feature.ts';
import { freshStore } from '../../store/store-file.ts';
import { FakeClock } from '../../support/fake-clock.ts';
import { jobsIn } from '../../support/jobs.ts';

test.each([
  ['as long as sessions are kept', 100 * DAY_MS, [undefined, 'refused']],
  ['for ever where sessions are', undefined, ['refused', 'refused']],
])('a job that is over is kept %s', async (_, sessionsMs, states) => {
  const store = freshStore();
  const rows = jobsIn(store);
  const clock = new FakeClock();
  const ids = [200, 50].map((days) =>
    rows.add({
      conversation: 'phone:ana' as ConversationId,
      owner: 'ana',
      locale: 'en',
      workspace: '/projects/shop',
      source: 'request',
      request: 'count',
      messageId: `M${days}`,
      createdAtMs: clock.nowMs() - days * DAY_MS,
      instance: 'one' as InstanceId,
    }),
  );
  for (const id of ids) rows.refuse(id);
  await removeOldJobs({ rows, keep: { sessionsMs }, clock, log: silentLog });
  expect(ids.map((id) => rows.get(id)?.state)).toEqual(states);
});
