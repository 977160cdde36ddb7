import { appendFileSync } from 'node:fs';
import * as z from 'zod';
import { openClusterDatabase } from '../../../src/cluster/cluster-database.ts';
import { systemClock } from '../../../src/core/clock.ts';
import { silentLog } from '../../../src/core/log.ts';

/**
 * `consumer <url> <queue> <NOTIFY channel> <file>`: writes each job into the file, then completes it, until it is
 * killed.
 */
const [url = '', queue = '', channel = '', file = ''] = process.argv.slice(2);
const database = await openClusterDatabase({
  url,
  name: 'test',
  supervises: false,
  clock: systemClock,
  log: silentLog,
});
const consumer = database.queues.consume(queue, z.object({ chat: z.string(), n: z.int() }), {
  async handle(jobs, settle) {
    for (const { id, data } of jobs) {
      appendFileSync(file, `${data.chat} ${data.n}\n`);
      // A kill between the two leaves a job that comes again.
      await systemClock.sleep(2);
      settle(id);
    }
  },
});
database.listen(channel, () => consumer.wake());
