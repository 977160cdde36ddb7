import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileSettings } from '../../src/settings/explain.ts';
import { variableNames, variableOf } from '../../src/settings/variables.ts';
import { type Page, row } from './page.ts';

const AGENT_FILE = path.resolve(import.meta.dirname, '../../config/agent.yaml');

/** Every variable, and every setting of `agent.yaml` with its default and what its comment says. */
export async function settingsPage(): Promise<Page> {
  return [
    '# Settings',
    'The first place that has a setting wins: the command line, the environment, `.env` in CONFIG_DIR, `.env` next to the program. No settings are read from the project I work on.',
    '## Variables',
    'For the environment or a `.env` file. Only the key is required. `.env.example` has them all, ready to fill in.',
    [
      row('variable', 'what it is'),
      row('---', '---'),
      ...variableNames().map((name) => row(`\`${name}\``, variableOf(name).en)),
    ],
    '## agent.yaml',
    'Your `agent.yaml` in CONFIG_DIR changes these defaults: maps are merged, lists and single values replaced. Variables win over both. What each model costs and can do is in `config/agent.yaml`, under `models`.',
    [row('setting', 'default', 'what it is'), row('---', '---', '---'), ...(await settingsOf())],
  ];
}

async function settingsOf(): Promise<readonly string[]> {
  const settings = await fileSettings(readFileSync(AGENT_FILE, 'utf8'));
  return settings.map(({ place, text, description }) =>
    row(`\`${place.join('.')}\``, `\`${text}\``, description || 'see the line above'),
  );
}
