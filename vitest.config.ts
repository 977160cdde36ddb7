import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

const full = process.env.WASAP_FULL === '1';

export default defineConfig({
  plugins: [
    {
      // The bundle inlines migrations as text; tests must see the same string, or they would test another program.
      name: 'sql-as-text',
      enforce: 'pre',
      load(id) {
        if (!id.endsWith('.sql')) return undefined;
        return `export default ${JSON.stringify(readFileSync(id, 'utf8'))};`;
      },
    },
  ],
  test: {
    include: ['tests/**/*.test.ts'],
    // Evals talk to a real model and cost money: they never run by accident.
    exclude: [
      'tests/evals/**',
      '**/fixtures/**',
      '**/node_modules/**',
      // It takes half an hour of a machine that does nothing else.
      ...(process.env.WASAP_SOAK_MINUTES === undefined ? ['tests/soak/**'] : []),
    ],
    // Builds dist/ first.
    globalSetup: ['./esbuild.config.mjs'],
    // Native modules and process-wide state (signals, cwd) do not survive worker threads.
    pool: 'forks',
    // Much of a test is waiting for a process: three workers share two cores.
    maxWorkers: Math.ceil(availableParallelism() * 1.5),
    testTimeout: full ? 1_800_000 : 30_000,
    hookTimeout: full ? 300_000 : 30_000,
    allowOnly: false,
    restoreMocks: true,
    unstubEnvs: true,
  },
});
