/**
 * One of the long runs: quiet hours of a chat, over a restart.
 * @module-tag full
 */
import { afterEach, expect, test } from 'vitest';
import { calls, says } from '../support/messages-server/replies.ts';
import { byTranscript } from '../support/messages-server/script.ts';
import { phoneChat } from '../support/phone-chat.ts';
import { makeScene, type Scene } from '../support/scene.ts';
import { linkedProgram, OWNER, startAgain } from '../support/whatsapp-scene.ts';
import type { WhatsAppServer } from '../support/whatsapp-server/server.ts';

let scene: Scene;
let world: WhatsAppServer;
afterEach(async () => {
  await scene?.close();
  await world?.stop();
});

/** The whole day but for the minute before now, so that it is quiet. */
function allDay(): string {
  const at = (ms: number): string => new Date(ms).toISOString().slice(11, 16);
  return `${at(Date.now())}-${at(Date.now() - 60_000)}`;
}

test.each([
  {
    locale: 'en',
    set: '/quiet',
    state: /^🌙 Set\. Quiet hours here/,
    off: /^🔔 No quiet hours here any more/,
  },
  { locale: 'es', set: '/silencio', state: /^🌙 Listo\. Horas de silencio/, off: /^🔔 Aquí ya no hay/ },
])(
  'hours are set, kept through a restart and taken away again; whoever writes in them is answered ($locale)',
  { timeout: 90_000 },
  async ({ locale, set, state, off }) => {
    const script = byTranscript([() => calls(['list_source_files', {}]), says('Nothing to do.')]);
    scene = await makeScene({ script, env: { LOCALE: locale, TIMEZONE: 'UTC' } });
    const opened = await linkedProgram(scene, {}, { expectsCrashes: true });
    ({ world } = opened);
    const ana = phoneChat(world.person(OWNER));
    await ana.says(`${set} ${allDay()}`);
    await ana.reads(state);
    await opened.program.kill();
    await startAgain(scene, world);
    await ana.says(set);
    await ana.reads(/^🌙/);
    await ana.says('/agent look around');
    await ana.reads(/Nothing to do\./);
    await ana.says(`${set} off`);
    await ana.reads(off);
    expect(ana.person.texts().filter((text) => /While it was quiet|Mientras/.test(text))).toEqual([]);
  },
);
