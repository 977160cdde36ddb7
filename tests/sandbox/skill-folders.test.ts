import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Access } from '../../src/contracts/exec.ts';
import { newProcessId } from '../../src/core/ids.ts';
import { fill, supervisorOn } from '../processes/parts.ts';
import { sandboxWorks, testEnvironment, testSandbox } from '../support/working-sandbox.ts';
import { makePlace, type Place } from './sandbox-place.ts';

/** One's own skills lie in our configuration, which no command sees. */
async function outputOf({ top, home, project }: Place, line: string, readable: readonly string[]) {
  const ours = join(top, 'ours');
  const sandbox = testSandbox({
    home,
    hidden: [ours],
    skillFolders: [join(ours, 'skills')],
    watchFolder: join(top, 'watch'),
  });
  const supervisor = supervisorOn(join(top, 'processes'), { environment: testEnvironment(home), sandbox });
  const access: Access = { network: false, writable: [], readable };
  const id = newProcessId();
  await supervisor.start({ id, execution: { kind: 'shell', line, access }, cwd: project, timeoutMs: 20_000 });
  await supervisor.wait(id, new AbortController().signal);
  return (await supervisor.output(id, 4000)).stdout;
}

test.runIf(await sandboxWorks())(
  'a command that a yes lets read a script of a skill sees that skill, and nothing else of ours',
  async () => {
    const place = makePlace();
    fill(join(place.top, 'ours'), {
      'skills/pdf/scripts/fill.sh':
        '. "$(dirname "$0")/lib.sh"\nls ../.. >/dev/null; touch "$0.new" 2>/dev/null || echo read-only\n',
      'skills/pdf/scripts/lib.sh': 'echo library\n',
      'skills/other/SKILL.md': 'x',
      'secret.env': 'KEY=1',
    });
    const script = join(place.top, 'ours/skills/pdf/scripts/fill.sh');
    const look = `sh ${script}; ls ${join(place.top, 'ours')} ${join(place.top, 'ours/skills')}`;
    const named = await outputOf(place, look, [script]);
    const unnamed = await outputOf(place, look, []);
    expect({
      runs: named.includes('library\nread-only'),
      sees: ['pdf', 'other', 'secret.env', 'wasap.db'].filter((name) => named.includes(name)),
      unnamed: ['library', 'pdf', 'other', 'secret.env'].filter((name) => unnamed.includes(name)),
    }).toEqual({ runs: true, sees: ['pdf'], unnamed: [] });
  },
);
