import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { hashPin } from '../../src/features/lock/pin-and-totp.ts';
import { filesHolding } from '../support/files-holding.ts';
import { calls, says } from '../support/messages-server/replies.ts';
import { setUpLock } from '../support/owner-lock.ts';
import { useScenes } from '../support/scene.ts';

const scene = useScenes();
const PIN = '73920518';

/** The lines that the guide shows as typed, and what it shows as said. */
function exampleOf(page: string): readonly (readonly [typed: string, told: string])[] {
  const docs = readFileSync(path.resolve(import.meta.dirname, `../../docs/guide/${page}`), 'utf8');
  const [, chat = ''] = /```text\n(.*?)```/s.exec(docs) ?? [];
  return chat
    .split(/^> /m)
    .slice(1)
    .map((turn) => {
      const [typed = '', ...told] = turn.trimEnd().split('\n');
      return [typed, told.join('\n')] as const;
    });
}

test('the example of docs/guide/lock.md, through a pipe', { tags: 'full' }, async () => {
  const { start, server, dataDir } = await scene({ script: [says('Nothing.')] });
  const first = start();
  first.say('/status');
  await first.heard(/./);
  setUpLock(dataDir, hashPin(PIN));
  for (const [typed, told] of exampleOf('lock.md')) {
    first.say(typed);
    await first.heard(new RegExp(told.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')));
  }
  await first.hangUp();
  expect([server.requests.length, filesHolding(dataDir, PIN)]).toEqual([0, []]);
});

test('the example of docs/guide/quiet.md', { tags: 'full' }, async () => {
  const { start } = await scene({ script: [says('Nothing.')], env: { TIMEZONE: 'America/Lima' } });
  const program = start();
  for (const [typed, told] of exampleOf('quiet.md')) {
    program.say(typed);
    await program.heard(new RegExp(told.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')));
  }
  await program.hangUp();
});

test('a pipe that says yes to everything deploys nothing', { tags: 'full' }, async () => {
  const { start, workspace, dataDir } = await scene({
    script: [calls(['run_command', { command: 'echo deploy && touch out.txt' }]), says('Done.')],
  });
  const program = start();
  program.say('/status');
  await program.heard(/./);
  setUpLock(dataDir, hashPin(PIN));
  program.say('/agent deploy it');
  await program.heard(/May I run this command/);
  for (const word of ['yes', '1', 'always', '4']) program.say(word);
  await program.heard(/needs your PIN/);
  expect(existsSync(path.join(workspace, 'out.txt'))).toBe(false);
  program.say(PIN);
  await program.heard(/Done\./);
  await program.hangUp();
  expect([existsSync(path.join(workspace, 'out.txt')), filesHolding(dataDir, PIN)]).toEqual([true, []]);
});
