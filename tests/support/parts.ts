import path from 'node:path';

/** Test files of one kind. */
export interface Part {
  /** Paths below `tests/`. */
  readonly files: RegExp;
  /** Whether temporary files lie in memory: waiting for a disk was a third of the time of many tests. */
  readonly isInMemory: boolean;
}

const TESTS = path.resolve(import.meta.dirname, '..');

/**
 * In the order in which they begin; a file belongs to the first one that names it. Starting a process copies the page
 * tables of the one that starts it: what starts many comes while the processes of the tests have loaded little.
 */
export const PARTS: readonly Part[] = [
  // Many gits, in no sandbox.
  { files: /^git\/(?!worktrees\/work\.)|^tools\/(?:git-|leaving-content)/, isInMemory: true },
  // Whole programs and many commands. What they do depends on where a project lies: not below /dev.
  {
    files:
      /^(?:build|cli|crash|docs|e2e|evaluation|files|git|processes|sandbox|shots|soak)\/|^conversations\/terminal-|^features\/[^/]+\/cli[./]/,
    isInMemory: false,
  },
  // What a policy decides depends on it as well.
  { files: /^(?:policy|whatsapp)\/|^conversations\/phone-/, isInMemory: false },
  // Hooks, servers, and what tools start.
  { files: /^tools\/|^features\/(?:command-files|hooks|mcp)\//, isInMemory: true },
  { files: /^/, isInMemory: true },
];

/** The place of its part in the order. */
export function partOf(testFile: string): number {
  const name = path.relative(TESTS, testFile).replaceAll(path.sep, '/');
  return PARTS.findIndex(({ files }) => files.test(name));
}
