/**
 * Commands that eat time, processes, memory or disk: they end in bounded time, and the program answers meanwhile.
 * @module-tag full
 */
import { closeSync, openSync, readFileSync, truncateSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { calls, says } from '../support/messages-server/replies.ts';
import { allTold } from '../support/model-view.ts';
import { makeProjectWithRunner } from '../support/project-runner.ts';
import { makeSampleProject } from '../support/sample-project.ts';
import { PROJECT_SCRIPTS, useScenes } from '../support/scene.ts';
import { sandboxWorks } from '../support/working-sandbox.ts';

const scene = useScenes({ dataOnDisk: true });
const works = await sandboxWorks();

interface Hog {
  readonly name: string;
  readonly script: string;
  readonly timeout: number;
  readonly told: RegExp;
}

const HOGS: readonly Hog[] = [
  {
    name: 'output without end',
    script: 'exec yes "a line of no use that is written again and again"',
    timeout: 20,
    told: /^(Killed after .*: more than 100 MB of output|Command timed out after 20s)/,
  },
  {
    name: 'a process that ignores SIGTERM, with children that do too',
    script:
      'trap "" TERM INT HUP; (while :; do sleep 0.1; done) & (while :; do sleep 0.1; done) & while :; do sleep 0.1; done',
    timeout: 1,
    told: /^(⌛ )?Command timed out after 1s/u,
  },
  {
    name: 'more processes than anybody needs',
    script: 'i=0; while [ $i -lt 1500 ]; do sleep 60 & i=$((i+1)); done; wait',
    timeout: 3,
    told: /^(Killed after .*: more than 2048 processes|(⌛ )?Command timed out after 3s)/u,
  },
  {
    name: 'a file that grows without end',
    script: 'exec head -c 20G /dev/zero > node_modules/large',
    timeout: 20,
    told: /^(Exit code: (153|1) |(⌛ )?Command timed out)/u,
  },
];

// Limits of time and size are the same in a sandbox; what it changes is how processes are ended.
const SANDBOXED = { ground: 'in a sandbox', agentYaml: '', hogs: HOGS.slice(1, 3) };
const GROUNDS = [
  { ground: 'without a sandbox', agentYaml: PROJECT_SCRIPTS, hogs: HOGS },
  // An empty list of cases is an error of the runner, so the suite is left out as a whole where none works.
  ...(works ? [SANDBOXED] : []),
];

describe.each(GROUNDS)('$ground', ({ agentYaml, hogs }) => {
  test.each(hogs)('$name is ended, and /status answers meanwhile', async ({ script, timeout, told }) => {
    const { start, server } = await scene({
      agentYaml,
      script: [calls(['run_command', { command: 'mocha', timeout }]), says('It has ended.')],
      project: (project) => makeProjectWithRunner(project, script),
    });
    const program = start();
    program.say('/agent run it');
    await program.heard(/🚀/u);
    program.say('/status');
    const status = await program.heard(/wasap-agent \d.*\n/u);
    await program.heard(/⏱️[\s\S]*It has ended/u);
    expect({
      exitCode: await program.hangUp(),
      status: [/wasap-agent \d/.test(status), status.includes('It has ended')],
      told: allTold(server).at(-1),
      isShort: (allTold(server).at(-1) ?? '').length < 40_000,
    }).toEqual({
      exitCode: expect.toBeOneOf([0, 1]),
      status: [true, false],
      told: expect.stringMatching(told),
      isShort: true,
    });
  });
});

test('a file of 10 GB is neither read nor searched into memory', async () => {
  const { start, server } = await scene({
    script: [
      calls(
        ['read_source_file', { path: 'huge.txt' }],
        ['read_lines', { path: 'huge.txt', start: 1, end: 2 }],
        ['apply_patch', { path: 'huge.txt', search: 'a', replace: 'b' }],
        ['search_source_code', { pattern: 'login' }],
        ['list_source_files', {}],
      ),
      says('Too large.'),
    ],
    project(project) {
      makeSampleProject(project);
      const huge = path.join(project, 'huge.txt');
      closeSync(openSync(huge, 'w'));
      truncateSync(huge, 10 * 1024 ** 3);
    },
  });
  const program = start();
  program.say('/agent look at the huge file');
  await program.heard(/⏱️[\s\S]*Too large/u);
  const memory = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${program.process.pid}/status`, 'utf8'))?.[1];
  const [read, lines, patch, search, list] = allTold(server).slice(-5);
  expect({ read, lines, patch, search, list, isSmall: Number(memory) < 400_000 }).toEqual({
    read: expect.stringMatching(/huge\.txt has 10737418240 bytes; at most/),
    lines: expect.stringMatching(/at most/),
    patch: expect.stringMatching(/at most/),
    search: expect.stringContaining('src/login.js'),
    list: expect.stringContaining('huge.txt'),
    isSmall: true,
  });
});
