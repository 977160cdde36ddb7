/**
 * One of the long runs.
 * @module-tag full
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { calls, says } from '../support/messages-server/replies.ts';
import { byTranscript } from '../support/messages-server/script.ts';
import { type PhoneChat, phoneChat } from '../support/phone-chat.ts';
import { makeSampleProject } from '../support/sample-project.ts';
import { makeScene, type Scene } from '../support/scene.ts';
import { linkedProgram, OWNER } from '../support/whatsapp-scene.ts';
import type { WhatsAppServer } from '../support/whatsapp-server/server.ts';

const EXPLAIN = `---
description: Explains a file
---

Explain $1 for somebody new.
@docs/house.md
`;

let scene: Scene;
let world: WhatsAppServer;
let ana: PhoneChat;

beforeAll(async () => {
  scene = await makeScene({
    script: byTranscript([
      calls(['read_source_file', { path: 'src/login.js' }]),
      says('It compares what was typed with what is stored.'),
    ]),
    project(folder) {
      makeSampleProject(folder);
      for (const [name, text] of [
        ['.claude/commands/explain.md', EXPLAIN],
        ['docs/house.md', '# House rules\n\nShort sentences.\n'],
      ] as const) {
        mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
        writeFileSync(path.join(folder, name), text);
      }
    },
  });
  const linked = await linkedProgram(scene);
  world = linked.world;
  ana = phoneChat(world.person(OWNER));
});
afterAll(async () => {
  await scene?.close();
  await world?.stop();
});

test('a command file with an argument, sent from a phone, is expanded, worked on and reported', async () => {
  await ana.says('/explain src/login.js; touch pwned');
  await ana.reads(/compares what was typed/);
  const block = scene.server.requests[0]?.body.messages[0]?.content[0];
  const told = typeof block === 'object' ? String(block.text) : '';
  expect({ chat: ana.transcript(), told: told.slice(told.indexOf('<command-file>')) }).toEqual({
    chat: expect.stringContaining('✅ Done: /explain src/login.js; touch pwned'),
    told: expect.stringContaining(
      'Explain src/login.js; for somebody new.\n\n# House rules (from docs/house.md)\n\nShort sentences.',
    ),
  });
});
