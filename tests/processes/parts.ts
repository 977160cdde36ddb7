import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, isAbsolute, join, relative, resolve } from 'node:path';
import { onTestFinished } from 'vitest';
import type { CommandFate, Execution, Supervisor } from '../../src/contracts/exec.ts';
import type { PathGuard } from '../../src/contracts/workspace-files.ts';
import { systemClock } from '../../src/core/clock.ts';
import { codeOf, Failure } from '../../src/core/failure.ts';
import { newProcessId, type ProcessId } from '../../src/core/ids.ts';
import { silentLog } from '../../src/core/log.ts';
import type { Environment } from '../../src/processes/command-environment.ts';
import { hostProcesses } from '../../src/processes/process-table.ts';
import { createSupervisor, type SupervisorParts } from '../../src/processes/supervisor.ts';
import { firstCommit } from '../support/first-commit.ts';
import { newRepository } from '../support/new-repository.ts';
import { runNow } from '../support/run-now.ts';

export const PLAIN: Environment = {
  PATH: '/usr/local/bin:/usr/bin:/bin',
  HOME: '/nonexistent',
  LANG: 'C.UTF-8',
};

export function temporaryFolder(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'wasap-exec-')));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Writes files by relative path, folders made. */
export function fill(root: string, files: Readonly<Record<string, string | Buffer>>): string {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), content);
  }
  return root;
}

/** The least a guard must do: follow symlinks, stay inside, keep `.git` and `.env` out of reach. */
export function smallGuard(root: string): PathGuard {
  const real = (path: string): { readonly real: string; readonly exists: boolean } => {
    try {
      return { real: realpathSync(path), exists: true };
    } catch (error) {
      if (codeOf(error) !== 'ENOENT') throw error;
      return { real: join(real(dirname(path)).real, path.slice(dirname(path).length)), exists: false };
    }
  };
  return {
    root,
    async resolve(path) {
      const found = real(resolve(root, path));
      const inside = relative(root, found.real);
      if (inside.startsWith('..') || isAbsolute(inside) || inside.startsWith('.git/')) {
        throw new Failure('denied', `${path} is outside the workspace.`);
      }
      return { ...found, relative: inside };
    },
    isProtected: () => false,
    isSecret: (path) => path.split('/').at(-1) === '.env',
  };
}

export function supervisorOn(folder: string, other: Partial<SupervisorParts> = {}): Supervisor {
  return createSupervisor({
    folder,
    clock: systemClock,
    redactor: { redact: (text) => text.replaceAll('hunter2-secret', '[secret]') },
    environment: PLAIN,
    processes: hostProcesses(),
    log: silentLog,
    ...other,
  });
}

export function shell(line: string): Execution {
  return { kind: 'shell', line };
}

export interface Ended {
  readonly id: ProcessId;
  readonly fate: CommandFate;
}

/** Starts a command and waits for its end. */
export async function runToEnd(
  supervisor: Supervisor,
  execution: Execution,
  timeoutMs = 20_000,
  cwd = '/',
): Promise<Ended> {
  const id = newProcessId();
  await supervisor.start({ id, execution, cwd, timeoutMs });
  return { id, fate: await supervisor.wait(id, new AbortController().signal) };
}

/** Runs git as a person would, without any configuration but an identity. */
export function git(cwd: string, ...args: readonly string[]): string {
  return runNow({
    program: 'git',
    args: ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.org', ...args],
    cwd,
    env: { ...PLAIN, GIT_CONFIG_NOSYSTEM: '1' },
  });
}

/** Commits all files of a new repository, as Ada. */
export function commitFirst(folder: string): void {
  firstCommit({ folder, message: 'first', by: 'Ada', git: (...args) => git(folder, ...args) });
}

/** A repository on `main` with one commit of these files. */
export function repository(files: Readonly<Record<string, string>> = { 'a.txt': 'one\n' }): string {
  const root = fill(temporaryFolder(), files);
  newRepository(root);
  commitFirst(root);
  return root;
}
