/**
 * One of the long runs.
 * @module-tag full
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectPhoneGolden } from '../support/golden.ts';
import { calls, says } from '../support/messages-server/replies.ts';
import { allTold } from '../support/model-view.ts';
import { type PhoneChat, phoneChat } from '../support/phone-chat.ts';
import { makeScene, type Scene } from '../support/scene.ts';
import { matched, understood } from '../support/scripted-secretary.ts';
import { isOfSecretary, secretaryScript } from '../support/secretary-script.ts';
import { linkedProgram, OWNER } from '../support/whatsapp-scene.ts';
import type { WhatsAppServer } from '../support/whatsapp-server/server.ts';

let scene: Scene;
let world: WhatsAppServer;
let ana: PhoneChat;

beforeAll(async () => {
  const script = secretaryScript({
    interpreted: [
      understood('Mejorar el login', [
        { question: '¿Qué te preocupa?', options: ['Que alguien entre sin clave', 'Que sea lento'] },
      ]),
      understood('Revisar si alguien puede entrar sin clave por el login'),
    ],
    matched: matched([
      ['wasap:security-reviewer', 92, 'Busca agujeros y no toca nada.'],
      ['wasap:bug-fixer', 55, 'Arregla lo que esté roto.'],
    ]),
    session: [
      calls(['apply_patch', { path: 'src/login.js', search: 'a', replace: 'b' }]),
      says('El login compara la clave tal cual: sin sal. Gravedad: alta.'),
    ],
  });
  scene = await makeScene({ script, env: { LOCALE: '' } });
  const linked = await linkedProgram(scene);
  world = linked.world;
  ana = phoneChat(world.person(OWNER));
});
afterAll(async () => {
  await scene?.close();
  await world?.stop();
});

test('a vague request is asked about and confirmed by polls, and done by a specialist that cannot change anything', async () => {
  await ana.says('/secretaria mejorá el login');
  await ana.reads(/^🧭 Antes de empezar/);
  const question = await ana.poll();
  await ana.votes(question.id, 'Que alguien entre sin clave');
  await ana.reads(/^🧭 Entiendo/);
  const offer = await ana.poll();
  await ana.votes(offer.id, 'Aceptar security-reviewer');
  await ana.reads(/sin sal/);
  const [last] = scene.server.requests.filter(({ body }) => !isOfSecretary(body)).slice(-1);
  expect({
    options: offer.options,
    told: last && allTold({ ...scene.server, requests: [last] }).slice(1),
  }).toEqual({
    options: ['Aceptar security-reviewer', 'Usar bug-fixer', 'Cancelar'],
    told: [expect.stringContaining('There is no tool named apply_patch.')],
  });
  // How far its card came depends on the machine.
  await expectPhoneGolden('secretary', ana.transcript({ hasCards: false }));
});
