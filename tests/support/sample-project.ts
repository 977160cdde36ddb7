import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { firstCommit } from './first-commit.ts';
import { newRepository } from './new-repository.ts';

const DEMO_PROJECT = path.resolve(import.meta.dirname, '../../config/demo/project');

/** A copy of the demo's project with a git history and two failing tests. */
export function makeSampleProject(folder: string): string {
  mkdirSync(folder, { recursive: true });
  cpSync(DEMO_PROJECT, folder, { recursive: true });
  newRepository(folder, { user: true });
  firstCommit({ folder, message: 'feat: login', by: 'Ana', git: (...args) => git(folder, ...args) });
  return folder;
}

export function git(folder: string, ...args: readonly string[]): string {
  return execFileSync('git', args, { cwd: folder, encoding: 'utf8' }).trim();
}
