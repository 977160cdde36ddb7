/** @module-tag postgres */
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { CellName } from '../../src/cluster/names.ts';
import { type FakeFront, startFakeFront } from '../channels/relay/fake-front.ts';
import { startMessagesServer } from '../support/messages-server/server.ts';
import { freshDatabase } from '../support/postgres.ts';
import { Program, tempFolder } from '../support/program.ts';
import { makeSampleProject } from '../support/sample-project.ts';

const WITHIN = { timeout: 30_000 };

const texts = ({ delivered }: FakeFront): readonly string[] =>
  delivered.flatMap(({ body }) => ('text' in body && typeof body.text === 'string' ? [body.text] : []));

/**
 * `reached`: the job was added. `accepted`: the front has sent it, and its answer comes while the cell is dead, so that
 * the row of the outbox was not closed. Most of both is waiting for a lease, so they wait together.
 */
test('a cell killed when its answer is reached, or accepted: nothing twice, nothing lost', {
  tags: 'full',
  timeout: 150_000,
}, async () => {
  const killedWhen = async (moment: 'reached' | 'accepted') => {
    const url = await freshDatabase();
    const server = await startMessagesServer({ script: [] });
    const folder = tempFolder('cell');
    const workspace = makeSampleProject(path.join(folder.path, 'project'));
    const start = (): Program =>
      new Program({
        workspace,
        dataDir: path.join(folder.path, 'data'),
        configDir: path.join(folder.path, 'home', '.config'),
        modelUrl: server.url,
        args: ['cell', '--name', 'one'],
        env: { DATABASE_URL: url, ALLOWED_PHONE_NUMBERS: '+34600111222' },
      });
    let cell = start();
    let isKilled = false;
    const killOnce = async (): Promise<void> => {
      if (isKilled) return;
      isKilled = true;
      await cell.kill();
    };
    const front = await startFakeFront({ url, cell: 'one' as CellName, [moment]: killOnce });
    onTestFinished(async () => {
      await cell.kill();
      await front.stop();
      await server.close();
      folder.remove();
    });
    await front.says('/help');
    await expect.poll(() => isKilled, WITHIN).toBe(true);
    cell = start();
    await front.says('/status');
    // The name of a killed cell is held for 45 s.
    await expect.poll(() => texts(front).length, { timeout: 90_000 }).toBeGreaterThanOrEqual(2);
    await front.takenIn();
    return {
      twice: front.asked.filter((id, index) => front.asked.indexOf(id) !== index),
      helps: texts(front).filter((words) => words.includes('/agent')).length > 0,
    };
  };
  const right = { twice: [], helps: true };
  expect(await Promise.all([killedWhen('reached'), killedWhen('accepted')])).toEqual([right, right]);
});
