/**
 * One of the long runs.
 * @module-tag full
 */
import { execFile } from 'node:child_process';
import { chmodSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { calls, says } from '../support/messages-server/replies.ts';
import { phoneChat } from '../support/phone-chat.ts';
import { useScenes } from '../support/scene.ts';
import { linkedProgram, OWNER } from '../support/whatsapp-scene.ts';

const run = promisify(execFile);
const scene = useScenes();

const LOOK = ['list_source_files', {}] as const;

test('without a terminal the log is JSON on the output, and the printed alerts find in it what they are for', async () => {
  const {
    world,
    program,
    scene: place,
  } = await linkedProgram(
    await scene({
      script: [
        calls(['run_command', { command: 'echo hello' }], ['run_command', { command: 'rm -rf /tmp/x' }]),
        ...Array.from({ length: 5 }, () => calls(LOOK)),
        says('Done.'),
      ],
    }),
  );
  await phoneChat(world.person(OWNER)).says('/agent try some commands');
  await expect.poll(() => program.output, { timeout: 20_000 }).toContain('circuit_breaker');
  program.process.kill('SIGTERM');
  await program.exit;
  await world.stop();
  const grep = await greps(path.dirname(place.dataDir), program.output);
  const denied = await grep(`docker compose logs -f wasap 2>&1 | grep '"decision": "deny"'`);
  const broken = await grep(`docker compose logs -f wasap 2>&1 | grep '"action": "circuit_breaker"'`);
  const executed = await grep('grep "agent.shell.execute" data/wasap.log');
  const detected = await grep('grep "agent.loop.detected" data/wasap.log');
  const told = { session_id: expect.stringMatching(/^\d{8}-/), phone: OWNER.phone, background: false };
  const rm = {
    ...told,
    command: 'rm -rf /tmp/x',
    decision: 'deny',
    exit_code: null,
    duration_ms: 0,
    output_bytes: 0,
  };
  const echo = { ...told, command: 'echo hello', decision: 'allow', exit_code: 0, output_bytes: 6 };
  const loop = { detector: 'genericRepeat', repeated_tool: 'list_source_files' };
  const breaker = { ...loop, count: 5, action: 'circuit_breaker' };
  expect({ denied, broken }).toMatchObject({ denied: [rm], broken: [breaker] });
  expect(executed).toMatchObject([{ ...echo, duration_ms: expect.any(Number) }, rm]);
  expect(detected).toMatchObject([
    { ...loop, count: 3, action: 'warning' },
    { ...loop, count: 4, action: 'warning' },
    breaker,
  ]);
});

/** Runs a line of the shell as a person does beside `data/`, where Docker shows what the program printed. */
async function greps(
  folder: string,
  printed: string,
): Promise<(line: string) => Promise<readonly unknown[]>> {
  writeFileSync(path.join(folder, 'printed'), printed);
  const docker = path.join(folder, 'docker');
  writeFileSync(
    docker,
    `#!/bin/sh\n[ "$*" = "compose logs -f wasap" ] && sed 's/^/wasap-1  | /' '${folder}/printed'\n`,
  );
  chmodSync(docker, 0o700);
  const env = { PATH: `${folder}:${process.env.PATH}` };
  return async (line) => {
    const { stdout } = await run('/bin/sh', ['-c', line], { cwd: folder, env });
    const found = stdout.trimEnd().split('\n');
    return found.map((text) => JSON.parse(text.replace(/^wasap-1 {2}\| /, '')));
  };
}

test('a program that nobody may talk to says so when it starts, with what to do', async () => {
  const place = await scene({ script: [] });
  const { world, program } = await linkedProgram(place, { ALLOWED_PHONE_NUMBERS: '' });
  const alone = program.errors;
  program.process.kill('SIGTERM');
  await program.exit;
  await world.stop();
  const other = await linkedProgram(await scene({ script: [] }));
  const allowed = other.program.errors;
  other.program.process.kill('SIGTERM');
  await other.program.exit;
  await other.world.stop();
  const told =
    'Nobody can write to me on WhatsApp. Set ALLOWED_PHONE_NUMBERS to yours, or: wasap people invite';
  expect([alone.includes(told), allowed.includes(told)]).toEqual([true, false]);
});
