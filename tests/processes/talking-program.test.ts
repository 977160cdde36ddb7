import { expect, test } from 'vitest';
import { startTalking, type TalkingProgram } from '../../src/processes/talking-program.ts';
import { testEnvironment } from '../support/working-sandbox.ts';

interface Talk {
  readonly program: TalkingProgram;
  said(): string;
  complained(): string;
}

async function talk(...argv: readonly string[]): Promise<Talk> {
  const heard = { stdout: '', stderr: '' };
  const environment = { ...testEnvironment(), WASAP_PROCESS_ID: `p-talk-${process.pid}` };
  const program = await startTalking(
    { argv, cwd: '/', environment },
    {
      stdout: (bytes) => {
        heard.stdout += bytes.toString();
      },
      stderr: (bytes) => {
        heard.stderr += bytes.toString();
      },
    },
  );
  return { program, said: () => heard.stdout, complained: () => heard.stderr };
}

test('what it is told reaches it, and what it says reaches us, word by word', async () => {
  const { program, said } = await talk(
    '/bin/sh',
    '-c',
    'while read -r line; do echo "$1 $line"; done',
    'x',
    'a "b" $C',
  );
  await program.write('one\n');
  await program.write('two\n');
  await expect.poll(said).toBe('a "b" $C one\na "b" $C two\n');
  await program.end();
});

test('it ends by itself when its input is closed', async () => {
  const { program, said } = await talk('/bin/sh', '-c', 'cat; echo ended in order');
  // On a busy machine its start alone can take as long as it is given to end.
  await program.write('ready\n');
  await expect.poll(said).toBe('ready\n');
  await program.end();
  await program.ended;
  await expect.poll(said).toBe('ready\nended in order\n'); // its last words can arrive behind its end
});

test('one that does not want to end is killed', { tags: 'full' }, async () => {
  const { program } = await talk('/bin/sh', '-c', "trap '' TERM INT HUP; while :; do sleep 1; done");
  const fromMs = performance.now();
  await program.end();
  await program.ended;
  expect(performance.now() - fromMs).toBeLessThan(8_000);
});

test('what is told to one that has ended fails', async () => {
  const { program } = await talk('/bin/true');
  await program.ended;
  await expect(program.write('hello\n')).rejects.toMatchObject({ kind: 'unavailable' });
});

test('a program that is missing says so on its standard error', async () => {
  const { program, complained } = await talk('/nonexistent/server');
  await program.ended;
  await expect.poll(complained, { timeout: 10_000 }).toContain('/nonexistent/server');
});

test('a folder that is missing is a failure', async () => {
  const start = startTalking(
    { argv: ['/bin/cat'], cwd: '/nonexistent', environment: {} },
    { stdout: () => undefined, stderr: () => undefined },
  );
  await expect(start).rejects.toMatchObject({ kind: 'unavailable' });
});
