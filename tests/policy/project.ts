import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { CommandPolicy, CommandRequest, CommandVerdict } from '../../src/contracts/policy.ts';
import { type CommandPolicyOptions, createCommandPolicy } from '../../src/policy/command-policy.ts';
import { createExecutables } from '../../src/policy/executables.ts';
import { createPathGuard } from '../../src/policy/path-guard.ts';
import type { ToolCommands } from '../../src/policy/tool-commands.ts';
import { parseToolCommands } from '../../src/policy/tool-commands-file.ts';
import { atLevel } from '../support/level.ts';
import { newRepository } from '../support/new-repository.ts';

export const SCALE = atLevel({ quick: 0.01, full: 0.1, soak: 1 });

const SHIPPED = path.resolve(import.meta.dirname, '../../config/tool-commands.yaml');

export const shippedCommands: ToolCommands = parseToolCommands({
  text: readFileSync(SHIPPED, 'utf8'),
  file: 'config/tool-commands.yaml',
});

export interface Project {
  /** Canonical. Beside it lies a folder `other` with a file that nobody may reach. */
  readonly root: string;
  readonly outside: string;
  remove(): void;
}

/** A small real project with a repository, secrets, and links that lead out. */
export function makeProject(): Project {
  const top = realpathSync(mkdtempSync(path.join(tmpdir(), 'policy-')));
  const root = path.join(top, 'project');
  const outside = path.join(top, 'other');
  for (const folder of ['src/deep', 'tests', 'docs', 'certs', 'scripts']) {
    mkdirSync(path.join(root, folder), { recursive: true });
  }
  mkdirSync(outside);
  const files = {
    'package.json': JSON.stringify({ scripts: { test: 'true', build: 'true', 'lint:all': 'true' } }),
    Makefile: 'test:\n\ttrue\n',
    'src/app.ts': 'export const one = 1;\n',
    'src/my file.ts': 'x\n',
    'tests/test_app.py': 'def test_one(): pass\n',
    'docs/rm.md': 'how to rm\n',
    '.env': 'TOKEN=canary\n',
    '.env.example': 'TOKEN=\n',
    'certs/server.key': 'k\n',
    '../other/secret.txt': 'canary\n',
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(path.join(root, name), text);
  symlinkSync(outside, path.join(root, 'way-out'));
  symlinkSync('.env', path.join(root, 'settings.txt'));
  symlinkSync('../other/new.txt', path.join(root, 'dangling'));
  newRepository(root);
  return { root, outside, remove: () => rmSync(top, { recursive: true, force: true }) };
}

export function makePolicy(change: Partial<CommandPolicyOptions> = {}): CommandPolicy {
  return createCommandPolicy({
    config: shippedCommands,
    platform: 'posix',
    guardFor: (root) => createPathGuard({ root }),
    executables: createExecutables({ searchPath: '/usr/local/bin:/usr/bin:/bin', platform: 'posix' }),
    projectScripts: 'allow',
    extraAllowed: [],
    mode: 'interactive',
    compound: 'ask',
    isConfined: async () => true,
    environment: 'the environment',
    linked: () => [],
    ...change,
  });
}

export function judgeIn(
  project: Project,
  request: CommandRequest | string,
  policy = makePolicy(),
): Promise<CommandVerdict> {
  const asked: CommandRequest = typeof request === 'string' ? { kind: 'line', line: request } : request;
  return policy.judge(asked, { root: project.root, cwd: project.root });
}

/** `allow`, or kind and rule: `ask operator`. */
export function summaryOf({ verdict }: CommandVerdict): string {
  return verdict.kind === 'allow' ? 'allow' : `${verdict.kind} ${verdict.rule}`;
}

/** Absolute path of bash, or undefined. */
export function findBash(): string | undefined {
  return ['/bin/bash', '/usr/bin/bash', '/usr/local/bin/bash', '/opt/homebrew/bin/bash'].find(existsSync);
}
