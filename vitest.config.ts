import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { defineConfig, type UserWorkspaceConfig } from 'vitest/config';
import { InParts } from './tests/support/in-parts.ts';
import { LEVEL } from './tests/support/level.ts';
import { testTags } from './tests/support/tags.ts';
import { testDataEnv, testDataFolder } from './tests/support/test-data.ts';
import { UNREAD_FILES } from './tests/support/unread-files.ts';

/** They damage what a process reads once, or load it again: each file of these has a process of its own. */
const DAMAGING = ['tests/code-reading/damaged-files.test.ts', 'tests/shots/**/*.test.ts'];
const SOAK = 'tests/soak/**';
/** The long runs of `full` are given four times as long: machines that are shared can be that slow for a while. */
const TIMEOUTS_MS = {
  quick: { test: 30_000, hook: 30_000 },
  full: { test: 120_000, hook: 120_000 },
  soak: { test: 1_800_000, hook: 300_000 },
} as const;

// In front of a folder it would take the folder as its value, and run what is left.
const update = process.argv.indexOf('-u');
if (update !== -1 && process.argv[update + 1]?.startsWith('-') === false)
  throw new Error('Write -u behind the folders: npx vitest run tests/<folder> -u');

export default defineConfig({
  test: {
    // Builds dist/ first.
    globalSetup: [
      './tests/support/refuse-stale-schema.ts',
      './esbuild.config.mjs',
      './tests/support/test-data.ts',
    ],
    reporters: ['default', './tests/support/left-out.ts'],
    allowOnly: false,
    // What is compiled is kept for one run, so that nothing in it is ever old; `.ci/run` keeps it for its runs of one checkout.
    experimental: {
      fsModuleCache: true,
      fsModuleCachePath: process.env.WASAP_TESTS_MODULES || path.join(testDataFolder(), 'modules'),
    },
    // Much of a test is waiting for a process: three workers share two cores. With more, living cards take their next edit
    // before a task is done, and the goldens of chats show it.
    maxWorkers: Math.ceil(availableParallelism() * 1.5),
    projects: [
      project('alone', { include: DAMAGING, isolate: true }),
      // One for all others: each project has processes and a compiler of its own, and its beginning stands still for that.
      project('together', { include: ['tests/**/*.test.ts'], exclude: [...DAMAGING, SOAK], isolate: false }),
      // It needs the machine for itself, so it begins when everything else has ended.
      ...(LEVEL === 'soak' ? [project('soak', { include: [SOAK], sequence: { groupOrder: 1 } })] : []),
    ],
    sequence: { sequencer: InParts },
    tags: [...(await testTags())],
  },
});

/** Which files of `tests/`, and how they run. */
interface Files {
  readonly include: string[];
  readonly exclude?: readonly string[];
  readonly isolate?: boolean;
  readonly sequence?: { readonly groupOrder: number };
}

function project(name: string, { exclude = [], ...files }: Files): UserWorkspaceConfig {
  return {
    plugins: [
      {
        // The bundle inlines migrations as text; tests must see the same string, or they would test another program.
        name: 'sql-as-text',
        enforce: 'pre',
        load(id: string) {
          if (!id.endsWith('.sql')) return undefined;
          return `export default ${JSON.stringify(readFileSync(id, 'utf8'))};`;
        },
      },
    ],
    test: {
      name,
      ...files,
      setupFiles: ['./tests/support/each-file.ts'],
      // Where a terminal of the machine speaks Spanish, the program would, too.
      env: { ...testDataEnv(), LANG: 'C.UTF-8' },
      // Evals talk to a real model and cost money: they never run by accident.
      exclude: [...exclude, ...UNREAD_FILES, 'tests/evals/**', '**/fixtures/**', '**/node_modules/**'],
      // What is waited for comes when it comes: a busy machine takes seconds for what is done in milliseconds here.
      expect: { poll: { timeout: 20_000 } },
      // Native modules and process-wide state (signals, cwd) do not survive worker threads.
      pool: 'forks',
      testTimeout: TIMEOUTS_MS[LEVEL].test,
      hookTimeout: TIMEOUTS_MS[LEVEL].hook,
      restoreMocks: true,
      unstubEnvs: true,
    },
  };
}
