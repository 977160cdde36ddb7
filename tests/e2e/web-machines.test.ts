/**
 * @module-tag full
 * @module-tag postgres
 * @module-tag chromium
 */
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { CellName } from '../../src/cluster/names.ts';
import type { MemberSnapshot } from '../../src/cluster/overview/look-at-cluster.ts';
import { startFakeFront } from '../channels/relay/fake-front.ts';
import { CHATS, fakeMachines, members } from '../features/machines/scene.ts';
import { faultsAnywhere, useBrowser } from '../support/browser.ts';
import { consoleRig } from '../support/console-rig.ts';
import { linkInto } from '../support/console-scene.ts';
import { freePort } from '../support/free-port.ts';
import { runSql, startPostgres } from '../support/postgres.ts';
import { type Scene, useScenes } from '../support/scene.ts';

const scene = useScenes();
const context = useBrowser();

const BOB = '34600999888';
const BOBS_CHAT = `${BOB}@s.whatsapp.net`;
const WITHIN = { timeout: 40_000, interval: 100 };

interface TwoCells {
  readonly place: Scene;
  readonly url: string;
  readonly address: string;
  killPostgres(): void;
}

/**
 * Two real cells; Ana and Bob write through a front, and their chats live on the left one, which serves the console.
 */
async function twoCells(): Promise<TwoCells> {
  const server = await startPostgres();
  onTestFinished(() => server.stop());
  const { url } = server;
  const port = String(await freePort());
  const place = await scene({
    script: [],
    env: { DATABASE_URL: url, ALLOWED_PHONE_NUMBERS: `+34600111222,+${BOB}` },
  });
  const left = place.start({ args: ['cell', '--name', 'left'], env: { WEB_PORT: port } });
  place.start({
    args: ['cell', '--name', 'right'],
    env: { DATA_DIR: path.join(place.folder, 'data-right') },
  });
  const front = await startFakeFront({ url, cell: 'left' as CellName });
  onTestFinished(() => front.stop());
  await runSql(
    url,
    `INSERT INTO wasap.placements (conversation, front, person, cell, epoch) VALUES ($1, 'front', $2, 'left', 1)`,
    [`front:${BOBS_CHAT}`, BOB],
  );
  await front.says('/help');
  await front.says('/help', { chat: BOBS_CHAT, sender: BOB });
  await expect.poll(() => front.delivered.length, WITHIN).toBeGreaterThanOrEqual(2);
  await left.heard(/http:\/\/127\.0\.0\.1:\d+/, WITHIN.timeout);
  await expect.poll(() => living(url), WITHIN).toEqual(['left', 'right']);
  return { place, url, address: `http://127.0.0.1:${port}`, killPostgres: server.kill };
}

async function living(url: string): Promise<readonly unknown[]> {
  const rows = await runSql(url, "SELECT name FROM wasap.members WHERE kind = 'cell' ORDER BY name");
  return (rows as { readonly name: unknown }[]).map(({ name }) => name);
}

async function cellOfBob(url: string): Promise<unknown> {
  const [row] = await runSql(url, 'SELECT cell FROM wasap.placements WHERE person = $1', [BOB]);
  return (row as { readonly cell: unknown } | undefined)?.cell;
}

test.each(['en', 'es'] as const)(
  'in %s the page about machines can be used by everybody',
  {
    timeout: 120_000,
  },
  async (locale) => {
    const nowMs = Date.now();
    const [cell] = members(nowMs);
    const long = { ...(cell as MemberSnapshot), name: 'a-cell-with-the-longest-of-names' };
    const seen = { members: [...members(nowMs), long], chats: CHATS, atMs: nowMs };
    const faults: Record<string, readonly string[]> = {};
    for (const isAway of [false, true]) {
      const rig = await consoleRig({ locale, machines: fakeMachines({ ...seen, isAway }) });
      onTestFinished(() => rig.close());
      const page = await (await context()).newPage();
      await page.goto(`${rig.address}/enter#${rig.invite('local')}`);
      await page.waitForURL(`${rig.address}/`);
      await page.goto(`${rig.address}/machines?move=${encodeURIComponent(CHATS[2]?.conversation ?? '')}`);
      for (const summary of await page.locator('main summary').all()) await summary.click();
      faults[isAway ? 'away' : 'there'] = await faultsAnywhere(page);
    }
    expect(faults).toEqual({ there: [], away: [] });
  },
);

test('without any script an owner moves a chat, drains a cell, and is told when PostgreSQL is away', {
  timeout: 180_000,
}, async () => {
  const { place, url, address, killPostgres } = await twoCells();
  const page = await (await context({ javaScriptEnabled: false })).newPage();
  const [to = '', code = ''] = (await linkInto({ scene: place })).split('#');
  await page.goto(to);
  await page.getByLabel('Code of the link').fill(code);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.goto(`${address}/machines`);
  await page.getByText('Chats on left').click();
  await page.getByRole('link', { name: `Move the chat with +${BOB}` }).click();
  await page.getByLabel('To this cell').selectOption('right');
  await page.getByRole('button', { name: 'Move this chat' }).click();
  await expect.poll(() => cellOfBob(url), WITHIN).toBe('right');
  await page.goto(`${address}/machines`);
  await page.getByRole('form', { name: 'What to do with right' }).getByRole('button').click();
  await page.getByText('right gets no new chats').waitFor();
  const run = async (...args: readonly string[]): Promise<string> => {
    const program = place.start({ args: [...args] });
    await program.exit;
    return program.output;
  };
  const status = await run('cluster', 'status');
  // The same of each machine, whoever is asked.
  const doctors = [await run('doctor', '--offline'), await run('cluster', 'doctor')];
  const [chats, again] = [
    await page.getByText('Chats on right').count(),
    await page.getByRole('button', { name: 'New chats again' }).count(),
  ];
  killPostgres();
  const awayNow = async () => {
    await page.goto(`${address}/machines`);
    return await page.locator('.trouble').allTextContents();
  };
  await expect.poll(awayNow, WITHIN).toEqual([expect.stringMatching(/^PostgreSQL doesn't answer\./)]);
  expect({
    drains: /right +draining +1 /.test(status),
    told: doctors.map((text) => /✅ Cell right: draining · tasks 0 · \$0\.00 today · \d+ s ago/.test(text)),
    chats,
    again,
    shown: await page.getByRole('heading', { name: 'right' }).count(),
    offered: await page.locator('main').getByRole('button').count(),
  }).toEqual({ drains: true, told: [true, true], chats: 1, again: 1, shown: 1, offered: 0 });
});
