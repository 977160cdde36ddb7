/**
 * One of the long runs: several people with one program.
 * @module-tag full
 */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { calls, says } from '../support/messages-server/replies.ts';
import { byKeyword } from '../support/messages-server/script.ts';
import { allTold } from '../support/model-view.ts';
import { type PhoneChat, phoneChat } from '../support/phone-chat.ts';
import { makeScene, type Scene } from '../support/scene.ts';
import { linkedProgram, OWNER } from '../support/whatsapp-scene.ts';
import type { WhatsAppServer } from '../support/whatsapp-server/server.ts';

const BEN = { phone: '5491155550002', lid: '99900002', name: 'Ben' };
const CARA = { phone: '5491155550003', lid: '99900003', name: 'Cara' };

let scene: Scene;
let world: WhatsAppServer;
let ana: PhoneChat;
let ben: PhoneChat;
let cara: PhoneChat;

beforeAll(async () => {
  const script = byKeyword([
    {
      keyword: 'pregunta',
      steps: [calls(['run_command', { command: 'touch a && touch b' }]), says('Hecho.')],
    },
    {
      keyword: 'descarga',
      steps: [calls(['run_command', { command: 'curl https://example.org' }]), says('Sin red.')],
    },
    { steps: [says('Entendido.')] },
  ]);
  scene = await makeScene({ script, env: { LOCALE: 'es' } });
  const prepare = (server: WhatsAppServer) => {
    ana = phoneChat(server.person(OWNER));
    ben = phoneChat(server.person({ ...BEN, as: 'lid' }));
    cara = phoneChat(server.person(CARA));
    const project = path.basename(scene.workspace);
    const lines = [
      `members: [{ phone: "+${BEN.phone}", workspaces: [${project}] }]`,
      `readers: [{ phone: "+${CARA.phone}" }]`,
    ];
    writeFileSync(path.join(scene.configDir, 'access.yaml'), `${lines.join('\n')}\n`);
  };
  ({ world } = await linkedProgram(scene, {}, { prepare }));
});
afterAll(async () => {
  world?.verify();
  await scene?.close();
  await world?.stop();
});

test('one thought in three messages is one request, with one answer', async () => {
  const before = scene.server.requests.length;
  for (const text of ['una cosa', 'y otra', 'y la última']) await ana.person.says(text);
  await ana.reads(/^Entendido/);
  expect([
    allTold(scene.server).filter((text) => text.includes('una cosa\ny otra\ny la última')).length,
    scene.server.requests.length - before,
  ]).toEqual([1, 1]);
});

test('a task that has not begun is changed by an edit, and taken back by a deletion', async () => {
  await ana.says('/agent pregunta algo');
  await ana.reads(/^❓/);
  const second = await ana.says('/cola dos');
  await ana.reads(/^🕓 En cola: #2 dos/);
  const third = await ana.says('/cola tres');
  await ana.reads(/^🕓 En cola: #3 tres/);
  await ana.person.edits(second, '/cola dos y medio');
  await ana.person.deletes(third);
  await ana.reads(/^#3 🛑 Detenida: tres/);
  await ana.says('no');
  await ana.reads(/^✅ Listo: dos y medio/);
  expect(scene.server.requests.some(({ body }) => JSON.stringify(body.messages).includes('tres'))).toBe(
    false,
  );
});

test('what reaches the network for a member is asked of the owner, in the owner’s chat, and both hear of it', async () => {
  await ana.says('/status');
  await ana.reads(/💰/u);
  const task = await ben.says('/agent descarga eso');
  const told = await ben.reads(/^🙋/);
  const question = await ana.reads(/curl/);
  await ben.says('sí');
  await ben.reads(/👍|No hay preguntas abiertas/);
  await ana.says('no');
  await ben.reads(/^✅ Listo: descarga eso/);
  expect({
    told: told.content,
    question: question.content,
    polls: ben.buzzes().filter(({ content }) => content.kind === 'poll').length,
    reactions: ben.reactions(task),
  }).toEqual({
    told: {
      kind: 'text',
      text: expect.stringMatching(/^🙋 Solo un dueño puede permitirlo. Ya pregunté: \w{3}: `?curl/),
    },
    question: { kind: 'text', text: expect.stringContaining(`(una tarea de +${BEN.phone})`) },
    polls: 0,
    reactions: ['👀', '⏳', '✅'],
  });
});

test('a reader asks questions and starts no task', async () => {
  await cara.says('/agent pregunta algo');
  const refusal = await cara.reads(/./);
  await cara.says('¿qué es esto?');
  await cara.reads(/^Entendido/);
  expect([cara.buzzes().length, refusal.content]).toMatchObject([
    2,
    { text: expect.stringContaining('Puedes preguntar') },
  ]);
});
