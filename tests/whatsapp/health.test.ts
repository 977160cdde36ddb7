/**
 * One of the long runs.
 * @module-tag full
 */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { type Scene, useScenes } from '../support/scene.ts';
import { BOT, whatsappEnv } from '../support/whatsapp-scene.ts';
import { startWhatsAppServer, type WhatsAppServer } from '../support/whatsapp-server/server.ts';

const scene = useScenes();
let world: WhatsAppServer;
afterEach(() => world.stop());

async function health({ start, dataDir }: Scene) {
  const asked = start({ args: ['health'] });
  const code = await asked.exit;
  return { code, said: (asked.output + asked.errors).replace(dataDir, 'DATA_DIR') };
}

test('a program is well while it runs, ill while it hangs, well again afterwards, and gone once it is killed', async () => {
  world = await startWhatsAppServer({ account: BOT });
  const opened = await scene({ script: [] });
  const program = opened.start({ env: whatsappEnv(world) });
  await program.heard(/Linked devices/);
  const running = await health(opened);
  program.process.kill('SIGSTOP');
  const hanging = await health(opened);
  program.process.kill('SIGCONT');
  const again = await health(opened);
  await program.kill();
  expect(existsSync(path.join(opened.dataDir, 'control.sock'))).toBe(true);
  const killed = await health(opened);
  const well = { code: 0, said: 'Running on DATA_DIR; link: waiting for a phone (wasap pair).\n' };
  expect({ running, hanging, again, killed, asked: opened.server.requests }).toEqual({
    running: well,
    hanging: { code: 1, said: expect.stringMatching(/^No answer from DATA_DIR in 3 s\./) },
    again: well,
    killed: {
      code: 1,
      said: expect.stringMatching(/^Nothing is running on DATA_DIR\. Start it: wasap start/),
    },
    asked: [],
  });
});
