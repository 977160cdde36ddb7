import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { isLatin1 } from '../../../src/core/text.ts';
import { type CommandRig, commandRig } from '../../support/command-rig.ts';

const FOLDER = path.resolve(import.meta.dirname, '../../../config/commands');

let rig: CommandRig;
beforeEach(async () => {
  rig = await commandRig();
});
afterEach(() => rig.remove());

const listed = async () =>
  (await rig.library.list()).map(({ name, plugin, path: file, hiddenBy }) => ({
    name,
    plugin,
    file,
    hiddenBy,
  }));

const ours = (name: string) => path.join(FOLDER, `${name}.md`);

test('every shipped file is a command of plugin wasap, says what it is for, and opens nothing', async () => {
  const commands = await rig.library.list();
  expect(
    commands.map(({ name, source, plugin, path: file, description }) => [
      name,
      source,
      plugin,
      file,
      description !== '',
    ]),
  ).toEqual([['brainstorm', 'shipped', 'wasap', ours('brainstorm'), true]]);
  expect(commands.length).toBe(readdirSync(FOLDER).length);
  for (const { name } of commands) {
    const { file, warnings } = await rig.load(name);
    const text = readFileSync(ours(name), 'utf8');
    expect([file?.allowedTools, warnings, isLatin1(text)]).toEqual([[], [], true]);
  }
});

test.each([
  ['a file of the project', '.claude/commands/brainstorm.md', '.claude/commands/brainstorm.md'],
  ['a file of a plugin', 'plugins/lint/commands/brainstorm.md', 'plugins/lint/commands/brainstorm.md'],
])(
  '%s of its name hides it; with the name of its plugin it can be called all the same',
  async (_, file, shown) => {
    rig.write({ [file]: 'Mine' });
    const [first, last] = [await listed(), await rig.loaded('wasap:brainstorm')];
    expect({
      hidden: first.filter(({ plugin }) => plugin === 'wasap'),
      called: (await rig.loaded('brainstorm')).command.path,
      byPlugin: last.command.path,
    }).toEqual({
      hidden: [{ name: 'brainstorm', plugin: 'wasap', file: ours('brainstorm'), hiddenBy: shown }],
      called: shown,
      byPlugin: ours('brainstorm'),
    });
  },
);

test('a file of the person hides it', async () => {
  rig.write({ [path.join(rig.config, 'commands/brainstorm.md')]: 'Mine' });
  expect((await rig.loaded('brainstorm')).command.content).toBe('Mine');
});

test('brainstorm, with an idea: what the model is asked', async () => {
  const { command, expansions } = await rig.loaded(
    'brainstorm',
    'export orders as CSV; `$(touch x)` @a/b.md',
  );
  expect(expansions).toEqual({ files: [], bash: [] });
  await expect(`${command.content}\n`).toMatchFileSnapshot('brainstorm.golden.txt');
});
