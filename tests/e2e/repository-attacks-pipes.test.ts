/**
 * One of the long runs.
 * @module-tag full
 */
/** Named pipes and devices where the program looks by itself: a read of one would keep it waiting for ever. */
import { execFileSync } from 'node:child_process';
import { readdirSync, rmSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { giveTask } from '../support/answering.ts';
import { atLevel } from '../support/level.ts';
import { calls, says } from '../support/messages-server/replies.ts';
import { byTranscript } from '../support/messages-server/script.ts';
import { makeSampleProject } from '../support/sample-project.ts';
import { useScenes } from '../support/scene.ts';

const scene = useScenes({ dataOnDisk: true });

/** Git itself waits at a pipe in its own files, and is ended after its minute: those are tried as links only. */
const PLACES = ['package.json', 'AGENTS.md', '.env', '.git'];
const LINKED = ['package.json', '.gitignore', '.git', '.git/HEAD'];

const PIPES = PLACES.map((place) => ({ place, put: (file: string) => execFileSync('mkfifo', [file]) }));
const DEVICES = LINKED.map((place) => ({ place, put: (file: string) => symlinkSync('/dev/zero', file) }));
const EACH = atLevel({
  quick: [...PIPES.slice(0, 1), ...DEVICES.slice(-1)],
  full: [...PIPES, ...DEVICES],
  soak: [...PIPES, ...DEVICES],
});

test('the program answers, whatever file turns out to be a pipe or a device', async () => {
  const { start, workspace } = await scene({
    // Judged, refused or tried: what matters is that each comes to an end.
    agentYaml: '',
    script: byTranscript([
      calls(
        ['list_source_files', {}],
        ['search_source_code', { pattern: 'login' }],
        ['git_status', {}],
        ['run_command', { command: 'git status', timeout: 2 }],
        ['run_command', { command: 'npm test', timeout: 2 }],
        ['run_command', { command: 'pwd', timeout: 2 }],
      ),
      says('That is all.'),
    ]),
  });
  const unanswered: string[] = [];
  const program = start();
  for (const { put, place } of EACH) {
    // The folder itself stays: the program stands in it.
    for (const name of readdirSync(workspace))
      rmSync(path.join(workspace, name), { recursive: true, force: true });
    makeSampleProject(workspace);
    rmSync(path.join(workspace, place), { recursive: true, force: true });
    put(path.join(workspace, place));
    await giveTask(program, '/agent look', () => 'no').catch((error: unknown) =>
      unanswered.push(`${place}: ${error}`),
    );
    if (unanswered.length > 0) break;
  }
  expect(unanswered).toEqual([]);
}, 120_000);
