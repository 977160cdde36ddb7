/**
 * One of the long runs.
 * @module-tag full
 */
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { imageFormatOf } from '../../src/core/media-format.ts';
import { calls, says } from '../support/messages-server/replies.ts';
import { byTranscript } from '../support/messages-server/script.ts';
import { makeScene, PROJECT_SCRIPTS, type Scene } from '../support/scene.ts';
import { linkedProgram, OWNER } from '../support/whatsapp-scene.ts';
import type { Person } from '../support/whatsapp-server/person.ts';
import type { WhatsAppServer } from '../support/whatsapp-server/server.ts';

const PATCH = {
  path: 'src/login.js',
  search: '  const user = users.find((candidate) => candidate.email === email);\n',
  replace: '  const user = users.find(({ email: known }) => known === email.toLowerCase());\n',
};

let scene: Scene;
let world: WhatsAppServer;
let ana: Person;

beforeAll(async () => {
  const script = byTranscript([
    calls(['read_source_file', { path: PATCH.path }]),
    calls(['apply_patch', PATCH]),
    says('Done.'),
  ]);
  scene = await makeScene({ script, agentYaml: `edits: ask\n${PROJECT_SCRIPTS}` });
  ({ world } = await linkedProgram(scene));
  ana = world.person(OWNER);
});
afterAll(async () => {
  await scene?.close();
  await world?.stop();
});

test('a change is shown in pictures and as a patch that applies, and is made after a vote', async () => {
  await ana.says('/agent ignore capitals in e-mails');
  const picture = await ana.waitFor(({ content }) => content.kind === 'image', 25_000);
  const patch = await ana.waitFor(({ content }) => content.kind === 'document', 25_000);
  const question = await ana.waitFor(
    ({ content }) => content.kind === 'text' && content.text.startsWith('❓'),
    25_000,
  );
  const poll = await ana.waitFor(({ content }) => content.kind === 'poll', 25_000);
  if (picture.content.kind !== 'image' || patch.content.kind !== 'document') throw new Error('other kinds');
  const file = path.join(scene.folder, 'asked.patch');
  writeFileSync(file, patch.content.bytes);
  const git = (...args: readonly string[]) =>
    execFileSync('git', args, { cwd: scene.workspace, encoding: 'utf8' });
  git('apply', '--check', file);
  await ana.votes(poll.id, ['✅ Yes, once']);
  await ana.waitFor(
    ({ content }) => content.kind === 'text' && content.text.startsWith('⚠️ Done, not tested'),
    25_000,
  );
  const asked = question.content.kind === 'text' ? question.content.text : '';
  expect({
    picture: imageFormatOf(Buffer.from(picture.content.bytes)),
    caption: picture.content.caption,
    name: patch.content.name,
    asked: asked.split('\n').slice(0, 3),
    order: [picture, patch, question, poll].map(({ id }) => ana.received.findIndex((one) => one.id === id)),
    made: git('diff', '--stat').includes('src/login.js'),
  }).toEqual({
    picture: expect.objectContaining({ mediaType: 'image/png', width: 1080 }),
    caption: '`src/login.js`',
    name: expect.stringMatching(/^\w{3}\.patch$/),
    asked: [
      '❓ May I make this change?',
      '📄 `src/login.js` (+1 -1)',
      'The whole change is above: pictures, and the patch.',
    ],
    order: expect.toSatisfy((order: number[]) => order.join() === order.toSorted((a, b) => a - b).join()),
    made: true,
  });
  world.verify();
});
