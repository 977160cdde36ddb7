/**
 * One of the long runs.
 * @module-tag full
 */
import { expect, onTestFinished, test } from 'vitest';
import { says } from '../support/messages-server/replies.ts';
import { useScenes } from '../support/scene.ts';
import { linkedProgram, OWNER } from '../support/whatsapp-scene.ts';

const scene = useScenes();

test('a program whose reader has left ends in order and without a stack trace; what was not read is said by the next one', async () => {
  const at = await scene({ script: [says('Hello.')] });
  const program = at.start();
  program.say('/help');
  await program.heard(/\/help tasks/);
  program.process.stdout?.destroy();
  program.say('/status');
  expect([await program.exit, program.errors]).toEqual([0, '']);
  const next = at.start();
  await next.heard(/💰/u);
});

test('a command whose reader has left ends without a stack trace', async () => {
  const at = await scene({ script: [] });
  const program = at.start({ args: ['--help'] });
  program.process.stdout?.destroy();
  expect([await program.exit, program.errors]).toEqual([0, '']);
});

test('where only the phone is talked to, it goes on without anybody who reads its notices', async () => {
  const opened = await linkedProgram(await scene({ script: [says('Hello.')] }));
  const { world, program } = opened;
  onTestFinished(() => world.stop());
  const ana = world.person(OWNER);
  await ana.says('/help');
  await ana.waitFor(({ content }) => content.kind === 'text' && /\/help tasks/.test(content.text));
  program.process.stdout?.destroy();
  const logins = world.events.connects.length;
  world.faults.dropConnection();
  await world.until(() => (world.events.connects.length > logins ? true : undefined), 'another login');
  await ana.says('/status');
  await ana.waitFor(({ content }) => content.kind === 'text' && /💰/u.test(content.text), 20_000);
  program.process.kill('SIGTERM');
  await program.exit;
  expect(program.errors).toBe('');
});
