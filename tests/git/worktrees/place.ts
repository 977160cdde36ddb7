import { chmodSync, existsSync, mkdirSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Access, CommandFate, ProtectedChange, Supervisor } from '../../../src/contracts/exec.ts';
import { newProcessId } from '../../../src/core/ids.ts';
import { type LinkedDependencies, linkDependencies } from '../../../src/git/worktrees/link-dependencies.ts';
import { commitFirst, fill, git, PLAIN, supervisorOn, temporaryFolder } from '../../processes/parts.ts';
import { newRepository } from '../../support/new-repository.ts';
import { testEnvironment, testSandbox } from '../../support/working-sandbox.ts';

export interface Links {
  /** Path in the project, and what is in the link. */
  readonly [path: string]: string;
}

export interface WorktreePlace {
  readonly top: string;
  readonly home: string;
  readonly project: string;
  /** The program's own folder of data, in which the worktree lies. */
  readonly data: string;
  readonly folder: string;
}

export interface PlaceFiles {
  readonly committed?: Readonly<Record<string, string>>;
  readonly committedLinks?: Links;
  /** Made after the commit. */
  readonly ignored?: Readonly<Record<string, string>>;
  readonly ignoredLinks?: Links;
  /** Those of the files that can be started. */
  readonly programs?: readonly string[];
}

/**
 * A project in a home with a key, and a worktree of it in the data of the program; nothing is linked yet.
 * @param top folder for all of it
 */
export function makeWorktree(files: PlaceFiles = {}, top = temporaryFolder()): WorktreePlace {
  const home = join(top, 'home');
  const project = join(home, 'project');
  const data = join(home, '.local/share/wasap');
  const folder = join(data, 'worktrees/20261122-00000001/project');
  fill(home, { '.ssh/id_ed25519': 'PRIVATE KEY' });
  fill(data, { 'wasap.db': 'records', 'worktrees/20261122-00000002/project/other.txt': 'OTHER TASK' });
  fill(project, { '.gitignore': 'node_modules/\n.venv/\nvendor/\n.env\n', ...files.committed });
  link(project, files.committedLinks);
  makeExecutable(project, files.programs);
  newRepository(project);
  commitFirst(project);
  fill(project, { '.env': 'TOKEN=hunter2', ...files.ignored });
  link(project, files.ignoredLinks);
  makeExecutable(project, files.programs);
  mkdirSync(dirname(folder), { recursive: true });
  git(project, 'worktree', 'add', '--quiet', '--detach', folder);
  return { top, home, project, data, folder };
}

function makeExecutable(root: string, paths: readonly string[] = []): void {
  for (const path of paths.filter((one) => existsSync(join(root, one)))) chmodSync(join(root, path), 0o755);
}

export function link(root: string, links: Links = {}): void {
  for (const [path, text] of Object.entries(links)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    symlinkSync(text, join(root, path));
  }
}

export function linkAll({ project, folder }: WorktreePlace): Promise<LinkedDependencies> {
  const { signal } = new AbortController();
  return linkDependencies({ project, folder, environment: PLAIN, signal });
}

export interface Ran {
  readonly fate: CommandFate;
  readonly stdout: string;
  readonly stderr: string;
  readonly changes: readonly ProtectedChange[];
}

export interface Run {
  readonly line: string;
  readonly sandboxed: boolean;
  readonly linked?: readonly string[];
  readonly access?: Access;
  /** Default: the worktree. */
  readonly cwd?: string;
}

export async function runIn(place: WorktreePlace, command: Run): Promise<Ran> {
  const { line, access, cwd = place.folder } = command;
  const supervisor = supervisorOf(place, command);
  const id = newProcessId();
  const execution = { kind: 'shell', line, ...(access === undefined ? {} : { access }) } as const;
  await supervisor.start({ id, execution, cwd, timeoutMs: 60_000 });
  const fate = await supervisor.wait(id, new AbortController().signal);
  const { stdout, stderr, changes = [] } = await supervisor.output(id, 4000);
  return { fate, stdout, stderr, changes };
}

export function supervisorOf(
  { home, data, folder }: WorktreePlace,
  { sandboxed, linked = [] }: Pick<Run, 'sandboxed' | 'linked'>,
): Supervisor {
  const sandbox = testSandbox({ home, hidden: [data], watchFolder: join(data, 'protected') });
  return supervisorOn(join(data, 'processes'), {
    environment: testEnvironment(home),
    linked: (workspace) => (workspace === folder ? linked : []),
    ...(sandboxed ? { sandbox } : {}),
  });
}
