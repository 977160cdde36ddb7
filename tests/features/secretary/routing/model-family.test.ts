import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openSpecialists } from '../../../../src/app/reading.ts';
import { readSettings } from '../../../../src/settings/settings.ts';
import { type TempFolder, tempFolder } from '../../../support/program.ts';

const ROOT = path.resolve(import.meta.dirname, '../../../..');

let folder: TempFolder;
beforeEach(() => {
  folder = tempFolder('family');
});
afterEach(() => folder.remove());

function put(place: string, text: string): string {
  const file = path.join(folder.path, place);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
  return path.dirname(file);
}

/** Which model a file that names this one gets, with the agent.yaml that ships and what the person added to it. */
async function modelOf(named: string, added = ''): Promise<string | undefined> {
  const project = put('shop/package.json', '{}');
  put('shop/.claude/agents/own.md', `---\nname: own\ndescription: Reviews\nmodel: ${named}\n---\nLook.\n`);
  const config = put('config/agent.yaml', added);
  const env = { HOME: folder.path, PROJECT_ROOT: project, CONFIG_DIR: config, DATA_DIR: `${config}-data` };
  const settings = await readSettings({ packageRoot: ROOT, env, cwd: folder.path });
  const { found } = await openSpecialists(settings, ROOT)(project);
  return found.find(({ name }) => name === 'own')?.model;
}

test.each([
  ['sonnet', 'claude-sonnet-5-5'],
  ['opus', 'claude-opus-5-5'],
  ['haiku', 'claude-haiku-5-5'],
])('as the program ships, an agent file with model: %s works with %s', async (named, meant) => {
  expect(await modelOf(named)).toBe(meant);
});

test('a second model of the family leaves open which one is meant', async () => {
  expect(await modelOf('haiku', 'models: { claude-haiku-9: { max_tokens: 1000 } }\n')).toBe('haiku');
});
