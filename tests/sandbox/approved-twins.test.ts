import { chmodSync, existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import * as z from 'zod';
import { newProcessId } from '../../src/core/ids.ts';
import { createExecutables } from '../../src/policy/executables.ts';
import { configuredLines } from '../policy/configured-lines.ts';
import { makePolicy } from '../policy/project.ts';
import { fill, supervisorOn } from '../processes/parts.ts';
import { testEnvironment, testSandbox } from '../support/working-sandbox.ts';
import { makePlace, type Place } from './sandbox-place.ts';

const Access = z.object({
  network: z.boolean(),
  writable: z.array(z.string()),
  readable: z.array(z.string()).optional(),
});

/** Stands in the place of every configured program, and tries what none of them may. */
const CANARY = `#!/bin/bash
exec 2>/dev/null
echo "$(<.env)" >>ran
(exec 3<>/dev/tcp/127.0.0.1/PORT) && echo network >>leaks
for file in package.json .git/hooks/pre-commit .git/config .github/workflows/ci.yml node_modules/.bin/tsc; do
  (echo "# evil" >>$file) && echo $file >>leaks
done
(echo evil >>../taken); (: >~/taken)
exit 0
`;

interface Attempt {
  readonly ran: number;
  readonly leaks: string;
}

async function attempt(place: Place, port: number, lines: readonly string[]): Promise<Attempt> {
  const { top, home, project } = place;
  const bin = join(top, 'tools');
  const canary = CANARY.replace('PORT', String(port));
  for (const name of new Set(lines.map((line) => line.split(' ', 1)[0] ?? ''))) {
    fill(bin, { [name]: canary });
    chmodSync(join(bin, name), 0o755);
  }
  const environment = { ...testEnvironment(home), PATH: `${bin}:/usr/bin:/bin` };
  const sandbox = testSandbox({ home, watchFolder: join(top, 'watch') });
  const supervisor = supervisorOn(join(top, 'processes'), { environment, sandbox });
  const executables = createExecutables({ searchPath: environment.PATH, platform: 'posix' });
  const policy = makePolicy({ executables, projectScripts: 'ask' });
  const linesOf = new Map<string, string[]>();
  for (const line of lines) {
    const { execution } = await policy.judge({ kind: 'line', line }, { root: project, cwd: project });
    if (execution === undefined) continue;
    const access = JSON.stringify(execution.access ?? { network: false, writable: [] });
    linesOf.set(access, [...(linesOf.get(access) ?? []), line]);
  }
  // Lines for which a yes opens the same run in one sandbox, which is started once.
  for (const [access, group] of linesOf) {
    const execution = {
      kind: 'shell',
      line: group.join('\n'),
      access: Access.parse(JSON.parse(access)),
    } as const;
    const id = newProcessId();
    await supervisor.start({ id, execution, cwd: project, timeoutMs: 110_000 });
    await supervisor.wait(id, new AbortController().signal);
  }
  const read = (name: string) =>
    existsSync(join(project, name)) ? readFileSync(join(project, name), 'utf8') : '';
  return { ran: read('ran').split('\n').length - 1, leaks: read('leaks') };
}

function makeTarget(): Place {
  return makePlace({
    '.env': 'TOKEN=canary',
    'package.json': '{"scripts":{"build":"true"}}',
    '.github/workflows/ci.yml': 'on: push',
    'node_modules/.bin/tsc': '',
  });
}

async function listening(): Promise<{ readonly port: number; readonly reached: () => number }> {
  let reached = 0;
  const server = createServer((socket) => {
    reached += 1;
    socket.destroy();
  });
  onTestFinished(() => void server.close());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return { port: typeof address === 'object' && address !== null ? address.port : 0, reached: () => reached };
}

describe('what runs after a yes reaches no more than without one', { tags: 'sandbox' }, () => {
  test('the approved twin of every configured command', { tags: 'full' }, async () => {
    const place = makeTarget();
    const service = await listening();
    // Words of the shell itself, and the shell that runs the lines, cannot be stood in for.
    const lines = configuredLines().filter((line) => !/^(echo|printf|test|pwd|bash|sh|dash) ?/.test(line));
    const { ran, leaks } = await attempt(
      place,
      service.port,
      lines.map((line) => `${line} 2>&1; true`),
    );
    expect({ isReal: ran > lines.length * 0.9, leaks, reached: service.reached() }).toEqual({
      isReal: true,
      leaks: '',
      reached: 0,
    });
  });

  test('the canary sings where nothing holds it', async () => {
    const place = makeTarget();
    const service = await listening();
    const { leaks } = await attempt(place, service.port, [
      'curl x',
      'mv package.json .github/workflows/ci.yml',
    ]);
    expect({ leaks: leaks.split('\n').toSorted(), reached: service.reached() }).toEqual({
      leaks: ['', '.github/workflows/ci.yml', 'network', 'package.json'],
      reached: 1,
    });
  });
});
