import type { Sandbox } from '../../src/contracts/exec.ts';
import { folderAt } from '../../src/files/look-at-path.ts';
import { isProtectedPath } from '../../src/policy/file-classes.ts';
import { commandEnvironment, type Environment } from '../../src/processes/command-environment.ts';
import { createSandbox } from '../../src/sandbox/sandbox.ts';

/** What commands get of this test's environment, with another home if wanted. */
export function testEnvironment(home = '/nonexistent', ceiling?: string): Environment {
  return commandEnvironment({ ...process.env, HOME: home }, { workspaces: [], folderAt, ceiling });
}

export interface TestSandbox {
  readonly home?: string;
  readonly hidden?: readonly string[];
  readonly skillFolders?: readonly string[];
  /** Canonical path of a folder of projects, and one beside it. */
  readonly ceiling?: string;
  readonly projects?: readonly string[];
  /** Needed where commands run. */
  readonly watchFolder?: string;
  readonly memoryBytes?: number;
}

export function testSandbox({
  home,
  hidden = [],
  skillFolders = [],
  ceiling,
  projects,
  ...rest
}: TestSandbox = {}): Sandbox {
  const { watchFolder = '/nonexistent', memoryBytes } = rest;
  return createSandbox({
    environment: testEnvironment(home, ceiling),
    hidden,
    skillFolders,
    ...(projects === undefined ? {} : { projects }),
    ...(memoryBytes === undefined ? {} : { memoryBytes }),
    watchFolder,
    isProtected: isProtectedPath,
  });
}

/** Why no sandbox works on this machine; undefined where one does. */
export async function sandboxProblem(): Promise<string | undefined> {
  const state = await testSandbox().state();
  return state.kind === 'off' ? state.problem : undefined;
}

/** True where a sandbox works. */
export async function sandboxWorks(): Promise<boolean> {
  return (await sandboxProblem()) === undefined;
}
