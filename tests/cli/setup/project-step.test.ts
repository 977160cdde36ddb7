import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { projectStep } from '../../../src/cli/setup/settings-steps.ts';
import type { Ask } from '../../../src/cli/setup/step.ts';
import { setupWords } from '../../../src/cli/setup/texts/texts.ts';
import { readSettings } from '../../../src/settings/settings.ts';

const PACKAGE = path.resolve(import.meta.dirname, '../../..');

/** A home with a repository in it. */
function makeHome(): { readonly home: string; readonly repository: string } {
  const home = realpathSync(mkdtempSync(path.join(tmpdir(), 'wasap-home-')));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  const repository = path.join(home, 'shop');
  mkdirSync(path.join(repository, '.git'), { recursive: true });
  return { home, repository };
}

/** Keeps the folder that setup was started in. @returns what it warned about */
async function warningsFor(cwd: string, HOME: string): Promise<readonly string[]> {
  const warnings: string[] = [];
  const ask = {
    choose: async () => 'keep',
    say: () => undefined,
    bad: (text: string) => warnings.push(text),
  } as unknown as Ask;
  const settings = await readSettings({ packageRoot: PACKAGE, env: { HOME }, cwd });
  await projectStep({
    settings,
    wrong: undefined,
    packageRoot: PACKAGE,
    words: setupWords('en'),
    ask,
    save: () => undefined,
  });
  return warnings;
}

test('a home is no project, nor is a folder above it', async () => {
  const { home } = makeHome();
  const broad = expect.stringMatching(/^That folder holds all your files, not one project\./);
  expect([await warningsFor(home, home), await warningsFor(path.dirname(home), home)]).toEqual([
    [broad],
    [broad],
  ]);
});

test('a folder without git is named, and a repository needs no word', async () => {
  const { home, repository } = makeHome();
  const plain = path.join(home, 'notes');
  mkdirSync(plain);
  expect([await warningsFor(plain, home), await warningsFor(repository, home)]).toEqual([
    ['Not a git repository yet. Before I can commit: git init'],
    [],
  ]);
});
