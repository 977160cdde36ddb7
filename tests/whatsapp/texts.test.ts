/**
 * One of the long runs.
 * @module-tag full
 */
import { afterEach, expect, test } from 'vitest';
import { formatForWhatsApp } from '../../src/channels/whatsapp/format.ts';
import { calls, says } from '../support/messages-server/replies.ts';
import { phoneChat } from '../support/phone-chat.ts';
import { PROJECT_SCRIPTS, useScenes } from '../support/scene.ts';
import { linkedProgram, OWNER, startAgain } from '../support/whatsapp-scene.ts';
import type { WhatsAppServer } from '../support/whatsapp-server/server.ts';

const scene = useScenes();
let world: WhatsAppServer | undefined;
afterEach(async () => {
  await world?.stop();
  world = undefined;
});

const SECTION =
  '## Part\n\nSome **bold** words about `snake_case` and\n\n```sh\nrm -rf build/*_old_*\n```\n\n';

test('an answer that is too long for four messages comes with all of it as a file, and each part reads by itself', async () => {
  const answer = `${SECTION.repeat(250)}That is **all**.`;
  const opened = await linkedProgram(await scene({ script: [says(answer)] }));
  world = opened.world;
  const ana = world.person(OWNER);
  await ana.says('Explain everything to me, please');
  await ana.waitFor(({ content }) => content.kind === 'text' && content.text.startsWith('(4/4)'));
  // The first message of all says what a talk is for.
  const [, ...arrived] = ana.received.map(({ content }) => content).filter(({ kind }) => kind !== 'reaction');
  const [first, second, file, last] = arrived;
  expect(arrived).toEqual([
    {
      kind: 'text',
      text: expect.stringMatching(/^\(1\/4\)\n\*Part\*\n\nSome \*bold\* words about `snake_case`/),
    },
    { kind: 'text', text: expect.stringMatching(/^\(2\/4\)\n/) },
    expect.objectContaining({ kind: 'document', name: 'answer.md', bytes: Buffer.from(answer) }),
    { kind: 'text', text: expect.stringMatching(/^\(4\/4\)\n[\s\S]*That is \*all\*\.$/) },
  ]);
  const texts = [first, second, last].map((content) => (content?.kind === 'text' ? content.text : ''));
  expect(texts.map((text) => [text.length <= 4000, text.split('```').length % 2])).toEqual(
    texts.map(() => [true, 1]),
  );
  expect(file).toBeDefined();
  world.verify();
});

test('a command with stars and underscores is asked to the letter', async () => {
  const command = 'touch *_old_* && touch __init__ a**b**c';
  const place = await scene({ script: [calls(['run_command', { command }]), says('Not done.')] });
  const opened = await linkedProgram(place);
  world = opened.world;
  const ana = phoneChat(world.person(OWNER));
  await ana.says('/agent clean up');
  const { content } = await ana.reads(/^❓/);
  expect(content).toMatchObject({ text: expect.stringContaining(`\n\`${command}\`\n`) });
  // What the channel made of it is left as it is by whoever formats it again.
  expect(formatForWhatsApp(`\`${command}\``)).toBe(`\`${command}\``);
});

test('what has to wait for its turn keeps nobody from ending, and is sent once by the next program', async () => {
  const pacing = 'chat_seconds: 0, per_minute: 2, unasked_per_minute: 1, unasked_per_hour: 1';
  const agentYaml = `${PROJECT_SCRIPTS}whatsapp:\n  pacing: { ${pacing} }\n`;
  const place = await scene({ script: [], agentYaml });
  const opened = await linkedProgram(place);
  world = opened.world;
  const ana = world.person(OWNER);
  for (const name of ['agent', 'status', 'audit']) await ana.says(`/help ${name}`);
  await expect.poll(() => ana.texts().length, { timeout: 20_000 }).toBe(2);
  opened.program.process.kill('SIGTERM');
  const code = await opened.program.exit;
  const before = ana.texts().length;
  await startAgain(place, world);
  await expect.poll(() => ana.texts().length, { timeout: 20_000 }).toBe(3);
  // It says so that something is left.
  expect([code, before, new Set(ana.texts()).size]).toEqual([1, 2, 3]);
});
