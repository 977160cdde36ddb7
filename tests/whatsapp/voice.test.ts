import { afterEach, expect, test } from 'vitest';
import { opusSeconds } from '../../src/models/speech.ts';
import { says } from '../support/messages-server/replies.ts';
import { type Scene, useScenes } from '../support/scene.ts';
import { hangs, speaks, speechServer } from '../support/speech-server.ts';
import { linkedProgram, OWNER, startAgain } from '../support/whatsapp-scene.ts';
import type { Person } from '../support/whatsapp-server/person.ts';
import type { WhatsAppServer } from '../support/whatsapp-server/server.ts';

const scene = useScenes();
let world: WhatsAppServer | undefined;
afterEach(async () => {
  await world?.stop();
  world = undefined;
});

const readOnly = (): Promise<Scene> =>
  scene({ script: [says('The login is in src/login.js.')], env: { AGENT_WRITE_ENABLED: 'false' } });

const voiceNotes = (person: Person) =>
  person.received.flatMap(({ id, content }) => (content.kind === 'audio' ? [{ id, content }] : []));

test('a report comes as text, then as a voice note that the phone plays', { tags: 'full' }, async () => {
  const service = await speechServer(speaks(12.3));
  const opened = await linkedProgram(await readOnly(), { SPEECH_URL: service.url, LOCALE: 'en' });
  world = opened.world;
  const ana = world.person(OWNER);
  await ana.says('/voice on');
  await ana.waitFor(
    ({ content }) => content.kind === 'text' && content.text.includes('also come as voice notes'),
  );
  await ana.says('/agent find the login');
  const note = await ana.waitFor(({ content }) => content.kind === 'audio');
  const report = ana.received.findIndex(
    ({ content }) => content.kind === 'text' && content.text.includes('The login is in'),
  );
  const content = note.content.kind === 'audio' ? note.content : undefined;
  expect({
    isAfterReport: report !== -1 && report < ana.received.indexOf(note),
    content,
    lasts: opusSeconds(content?.bytes ?? Buffer.alloc(0)),
    said: service.said(),
  }).toEqual({
    isAfterReport: true,
    content: {
      kind: 'audio',
      bytes: expect.any(Buffer),
      voice: true,
      mime: 'audio/ogg; codecs=opus',
      seconds: 12,
    },
    lasts: expect.closeTo(12.3, 1),
    said: [expect.stringMatching(/^Done: find the login\. .*The login is in login dot js\.$/)],
  });
  world.verify();
});

test('a program that is killed while it waits for the speech service sends one voice note after its restart', {
  tags: 'full',
}, async () => {
  const service = await speechServer(hangs);
  const place = await readOnly();
  const env = { SPEECH_URL: service.url, LOCALE: 'es' };
  const opened = await linkedProgram(place, env, { expectsCrashes: true });
  world = opened.world;
  const ana = world.person(OWNER);
  await ana.says('/voz sí');
  await ana.waitFor(({ content }) => content.kind === 'text' && content.text.includes('notas de voz'));
  await ana.says('/agente busca el inicio de sesión');
  await expect.poll(() => service.asked.length, { timeout: 20_000 }).toBe(1);
  await opened.program.kill();
  service.answer = speaks(4);
  await startAgain(place, world, env);
  await ana.waitFor(({ content }) => content.kind === 'audio', 20_000);
  const reports = ana.received.filter(
    ({ content, copy }) => copy === 1 && content.kind === 'text' && content.text.includes('The login is in'),
  );
  expect([new Set(voiceNotes(ana).map(({ id }) => id)).size, reports.length, service.asked.length]).toEqual([
    1, 1, 2,
  ]);
  world.verify();
});
