/**
 * One of the long runs.
 * @module-tag full
 */
import { expect, test } from 'vitest';
import { calls, says } from '../support/messages-server/replies.ts';
import { byTranscript } from '../support/messages-server/script.ts';
import { allTold } from '../support/model-view.ts';
import { makeProjectWithRunner } from '../support/project-runner.ts';
import { useScenes } from '../support/scene.ts';

const scene = useScenes();

interface Failure {
  readonly what: string;
  readonly calls: readonly (readonly [string, Record<string, string | number | boolean | string[]>])[];
  /** What the project's own test runner does. */
  readonly runner?: string;
  /** Answers to questions, one for each. */
  readonly answer?: string;
  readonly model: RegExp;
  readonly english: string | undefined;
  readonly spanish: string | undefined;
  readonly row: Record<string, unknown>;
}

const FAILURES: readonly Failure[] = [
  {
    what: 'a denied command',
    calls: [['run_command', { command: 'rm -rf /tmp' }]],
    model: /^Command blocked: rm is not allowed$/m,
    english: '🚫 Command blocked: rm is not allowed',
    spanish: '🚫 Comando bloqueado: rm no está permitido',
    row: { decision: 'deny', command: 'rm -rf /tmp' },
  },
  {
    what: 'a rejected command',
    calls: [['run_command', { command: 'curl https://example.org' }]],
    answer: 'no',
    model: /^Command rejected by user$/m,
    english: '❌ Command rejected by user',
    spanish: '❌ Comando rechazado por el usuario',
    row: { decision: 'ask_rejected', command: 'curl https://example.org' },
  },
  {
    what: 'a command out of time',
    calls: [['run_command', { command: 'mocha', timeout: 1 }]],
    runner: 'echo begun; sleep 60',
    model: /^Command timed out after 1s\nbegun$/m,
    english: '⌛ Command timed out after 1s',
    spanish: '⌛ El comando superó el límite de 1 s',
    row: { decision: 'allow', command: 'mocha' },
  },
  {
    what: 'a long output',
    calls: [['run_command', { command: 'mocha' }]],
    runner: 'seq 1 40000',
    model: /^Exit code: 0 .*\n1\n[\s\S]*bytes left out; all of it is in[\s\S]*\n40000\n/m,
    english: undefined,
    spanish: undefined,
    row: { decision: 'allow', exitCode: 0 },
  },
  {
    what: 'a sixth background command',
    calls: Array.from({ length: 6 }, () => ['run_command', { command: 'mocha', background: true }] as const),
    runner: 'sleep 5',
    model: /^Too many background processes\. Kill one first\.$/m,
    english: 'Too many background processes. Kill one first.',
    spanish: 'Demasiados procesos en segundo plano. Termina uno primero.',
    row: { decision: 'allow' },
  },
  {
    what: 'a line that cannot be read',
    calls: [['run_command', { command: 'echo "unfinished' }]],
    model: /^The command cannot be read: .+\. .+$/m,
    english: "⚠️ I couldn't read a command, so I didn't run it.",
    spanish: '⚠️ No pude leer un comando, así que no lo ejecuté.',
    row: { decision: 'deny' },
  },
  {
    what: 'a command that the system ended',
    calls: [['run_command', { command: 'mocha' }]],
    runner: 'kill -9 $$',
    model: /^Exit code: 137 .*killed, perhaps out of memory/m,
    english: '💥 Command killed (exit code 137), maybe out of memory.',
    spanish: '💥 El sistema mató un comando (código 137), ¿sin memoria?',
    row: { decision: 'allow', exitCode: 137 },
  },
];

const CASES = FAILURES.flatMap((failure) =>
  (['en', 'es'] as const).map((locale) => ({ ...failure, locale, what: `${failure.what} (${locale})` })),
);

test.each(CASES)('$what is told to the model, to the person and to the audit', async (failure) => {
  const { start, server } = await scene({
    script: byTranscript([calls(...failure.calls), says('Done.')]),
    project: (folder) => makeProjectWithRunner(folder, failure.runner ?? 'exit 0'),
    env: { LOCALE: failure.locale },
  });
  const program = start();
  program.say('/agent try it');
  if (failure.answer !== undefined) {
    await program.heard(/\/(?:reject|rechazar)/);
    program.say(failure.answer);
  }
  const exitCode = await program.hangUp();
  const audit = start({ args: ['audit', '--json'] });
  await audit.exit;
  const [newest] = JSON.parse(audit.output) as readonly Record<string, unknown>[];
  const line = failure[failure.locale === 'en' ? 'english' : 'spanish'];
  expect({
    exitCode,
    model: allTold(server).filter((text) => failure.model.test(text)).length,
    person: line === undefined || program.output.split('\n').includes(line),
  }).toEqual({ exitCode: expect.toBeOneOf([0, 1]), model: 1, person: true });
  expect(newest).toMatchObject(failure.row);
});
