import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { calls, says } from '../support/messages-server/replies.ts';
import { byTranscript } from '../support/messages-server/script.ts';
import { lastTold } from '../support/model-view.ts';
import { likeDocker } from '../support/no-namespaces.ts';
import { makeProjectWithRunner } from '../support/project-runner.ts';
import { type Scene, useScenes } from '../support/scene.ts';
import { storedRows } from '../support/stored-rows.ts';
import { sandboxWorks } from '../support/working-sandbox.ts';

const scene = useScenes({ dataOnDisk: true });
const works = await sandboxWorks();

/** Says who can see it, then goes on until the test lets it end. */
const RUNNER = `echo begun >> node_modules/effects.log
(echo escaped > ../escaped) 2>/dev/null
while [ ! -e node_modules/go-on ]; do sleep 0.02; done
echo ended >> node_modules/effects.log`;

/** What a test of somebody else's project may do behind everybody's back. */
const PLANTS = 'mkdir -p .github/workflows && echo evil >.github/workflows/a.yml';

function testing(runner = RUNNER): Promise<Scene> {
  return scene({
    agentYaml: '',
    script: byTranscript([calls(['run_command', { command: 'mocha' }]), says('The tests have ended.')]),
    project: (project) => makeProjectWithRunner(project, runner),
  });
}

describe('with a sandbox', { tags: 'sandbox' }, () => {
  test('tests of the project run unasked and held, and after kill -9 the next program has their result', {
    tags: 'full',
  }, async () => {
    const { start, server, workspace, folder } = await testing();
    const effects = path.join(workspace, 'node_modules/effects.log');
    const first = start();
    first.say('/agent run the tests');
    while (!existsSync(effects)) await sleep(10);
    await first.kill();
    const second = start();
    await second.heard(/mocha|run/i);
    writeFileSync(path.join(workspace, 'node_modules/go-on'), '');
    expect({
      exitCode: await second.hangUp(),
      effects: readFileSync(effects, 'utf8'),
      told: lastTold(server),
      escaped: existsSync(path.join(folder, 'escaped')),
    }).toEqual({
      exitCode: 0,
      effects: 'begun\nended\n',
      told: [expect.stringMatching(/^exit code: 0/i)],
      escaped: false,
    });
  });

  test('a protected file that a command makes is told to the model, the person and the audit', {
    tags: 'full',
  }, async () => {
    const { start, server, dataDir } = await testing(PLANTS);
    const program = start();
    program.say('/agent run the tests');
    const report = await program.heard(/⏱️/);
    await program.hangUp();
    const rows = storedRows(dataDir, 'SELECT error FROM agent_command_log', z.unknown());
    expect({ told: lastTold(server), report, rows }).toEqual({
      told: [expect.stringContaining('nobody had approved:\n- created .github\nTell the person.')],
      report: expect.stringContaining('🛡️ A command changed this without your permission: .github'),
      rows: [{ error: 'Protected files: created .github' }],
    });
  });

  test('a question names what a yes opens, and its words agree with each other', {
    tags: 'full',
  }, async () => {
    const commands = [
      'cp package.json ../copy.json',
      'touch notes.txt',
      'cat /srv/notes.txt',
      'git log | head -3',
      'cat .env',
      'frobnicate',
    ];
    const { start } = await scene({
      agentYaml: '',
      env: { LOCALE: 'es' },
      script: [...commands.map((command) => calls(['run_command', { command }])), says('Ya está.')],
      project: (project) => makeProjectWithRunner(project, RUNNER),
    });
    const program = start();
    program.say('/agent copia');
    const questions: string[] = [];
    for (const command of commands) {
      const question = await program.heard(
        new RegExp(`\`${command.replace(/[|.]/g, '\\$&')}\`[^]*?/rechazar \\w+`),
      );
      questions.push(question.match(/^(Si dices|✏️|👁️|🛡️|Por qué).*$/gmu)?.join('\n') ?? '');
      program.say('no');
    }
    await program.hangUp();
    expect(questions).toMatchInlineSnapshot(`
      [
        "Por qué pregunto: ese programa no está en mi lista de comandos.
      Si dices que sí: cambia cosas que git no puede recuperar · sin red · no se puede deshacer
      🛡️ Sandbox: activo, sin red
      ✏️ También podrá escribir en: \`../copy.json\`",
        "Por qué pregunto: ese programa no está en mi lista de comandos.
      Si dices que sí: no cambia nada fuera de git · sin red · se puede deshacer
      🛡️ Sandbox: activo, sin red",
        "Por qué pregunto: nombra algo fuera del proyecto.
      Si dices que sí: no cambia nada fuera de git · sin red · se puede deshacer
      🛡️ Sandbox: activo, sin red
      👁️ También podrá leer: \`/srv/notes.txt\`",
        "Por qué pregunto: junta varios comandos, o usa otras partes del shell.
      Si dices que sí: no cambia nada fuera de git · sin red · se puede deshacer
      🛡️ Sandbox: activo, sin red",
        "Por qué pregunto: nombra archivos que pueden tener secretos. Lo que salga de ellos va al modelo y no se puede retirar; los secretos conocidos van tapados.
      Si dices que sí: no cambia nada fuera de git · sin red · no se puede deshacer
      🛡️ Sandbox: activo, sin red",
        "Por qué pregunto: ese programa no está en mi lista de comandos.
      Si dices que sí: puede cambiar cosas fuera de git · sin red · quizá no se pueda deshacer
      🛡️ Sandbox: activo, sin red",
      ]
    `);
  });

  test('/status tells what holds commands once one has run', { tags: 'full' }, async () => {
    const { start, workspace } = await testing();
    writeFileSync(path.join(workspace, 'node_modules/go-on'), '');
    const program = start();
    program.say('/agent run the tests');
    await program.heard(/The tests have ended/);
    program.say('/status');
    expect(await program.heard(/Sandbox.*\n/)).toMatch(/Sandbox: bubblewrap \d/);
  });
});

describe('in a container as Docker makes it by default', { tags: 'sandbox' }, () => {
  const WHY = {
    en: /No sandbox: this container doesn't let bubblewrap work \(bwrap: .+\)\.\nStart the container .+\n--security-opt/,
    es: /Sin sandbox: este contenedor no deja funcionar a bubblewrap \(bwrap: .+\)\.\nArranca el contenedor con/,
  };

  test.each(['en', 'es'] as const)(
    'tests of the project ask, and /status says why (%s)',
    { tags: 'full' },
    async (LOCALE) => {
      const { start, folder } = await testing();
      const program = start({ within: likeDocker(folder), env: { LOCALE } });
      program.say('/agent run the tests');
      const question = await program.heard(/\/?approve|aprob/i);
      program.say('/status');
      const status = await program.heard(/--security-opt/);
      expect({ question, status }).toEqual({
        question: expect.stringMatching(
          /No sandbox: it can do anything your user can|Sin sandbox: puede hacer lo mismo que tu usuario/,
        ),
        status: expect.stringMatching(WHY[LOCALE]),
      });
    },
  );

  test('SANDBOX=required does not start, and says why', async () => {
    const { start, folder } = await testing();
    const program = start({ within: likeDocker(folder), env: { SANDBOX: 'required' } });
    const exitCode = await program.exit;
    expect([exitCode === 0, program.errors]).toEqual([false, expect.stringMatching(WHY.en)]);
  });
});

test('tests of the project ask where nobody wants them to run alone', { tags: 'full' }, async () => {
  const { start } = await scene({
    agentYaml: 'policy: { sandbox: auto, project_scripts: ask }',
    script: byTranscript([calls(['run_command', { command: 'mocha' }]), says('Asked.')]),
    project: (project) => makeProjectWithRunner(project, RUNNER),
  });
  const program = start();
  program.say('/agent run the tests');
  const question = await program.heard(/approve/);
  expect(question).toContain(
    works ? '🛡️ Sandbox: on, no network' : '⚠️ No sandbox: it can do anything your user can',
  );
});
