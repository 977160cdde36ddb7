import { mkdirSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { commandPolicy, environmentOf } from '../../src/app/host-context.ts';
import { readSettings } from '../../src/settings/settings.ts';
import { tempFolder } from '../support/program.ts';

const PACKAGE = path.resolve(import.meta.dirname, '../..');

test.each([
  ['cat src/main.ts', 'allow'],
  ['cat config/tool-commands.yaml', 'ask'],
  ['cat src/../config/prompts/base.md', 'ask'],
  ['tail -n 2 ./config/agent.yaml', 'ask'],
  ['timeout 60 cat config/tool-commands.yaml', 'ask'],
])('where the project is the program itself: %s, %s', async (line, verdict) => {
  const folder = tempFolder('own-package');
  const [config, data] = ['config', 'data'].map((name) => path.join(realpathSync(folder.path), name));
  mkdirSync(config ?? '');
  const env = { HOME: folder.path, PATH: process.env.PATH, CONFIG_DIR: config, DATA_DIR: data };
  const overrides = { PROJECT_ROOT: PACKAGE };
  const settings = await readSettings({ packageRoot: PACKAGE, env, cwd: PACKAGE, overrides });
  const host = { settings, environment: environmentOf(settings), packageRoot: PACKAGE, linked: () => [] };
  const policy = await commandPolicy(host, 'posix');
  const judged = await policy.judge({ kind: 'line', line }, { root: PACKAGE, cwd: PACKAGE });
  folder.remove();
  expect(judged.verdict.kind).toBe(verdict);
});
