import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync } from 'node:fs';
import path from 'node:path';

const DEMO_PROJECT = path.resolve(import.meta.dirname, '../../config/demo/project');

/** A copy of the demo's project with a git history and two failing tests. */
export function makeSampleProject(folder: string): string {
  mkdirSync(folder, { recursive: true });
  cpSync(DEMO_PROJECT, folder, { recursive: true });
  git(folder, 'init', '-q', '-b', 'main');
  git(folder, 'config', 'user.name', 'Ana');
  git(folder, 'config', 'user.email', 'ana@example.com');
  git(folder, 'add', '-A');
  git(folder, 'commit', '-q', '-m', 'feat: login');
  return folder;
}

export function git(folder: string, ...args: readonly string[]): string {
  return execFileSync('git', args, { cwd: folder, encoding: 'utf8' }).trim();
}
