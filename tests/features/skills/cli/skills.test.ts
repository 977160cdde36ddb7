import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type TempFolder, tempFolder } from '../../../support/program.ts';
import { PUBLISHED, writeSkills } from '../../../support/published-skills.ts';
import { wasap } from '../../../support/run-wasap.ts';

let folder: TempFolder;
let project: string;
beforeEach(() => {
  folder = tempFolder('skills');
  project = path.join(folder.path, 'project');
  mkdirSync(project, { recursive: true });
});
afterEach(() => folder.remove());

function skills(args: readonly string[], more: Readonly<Record<string, string>> = {}) {
  const env = {
    HOME: folder.path,
    CONFIG_DIR: path.join(folder.path, 'config'),
    DATA_DIR: path.join(folder.path, 'data'),
    PROJECT_ROOT: project,
    ...more,
  };
  return wasap(['skills', ...args], { folder: project, env });
}

const pick = (...names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, PUBLISHED[name] ?? {}]));

test('the help names the sub-commands and what they take', { tags: 'full' }, async () => {
  const texts = [
    await skills(['--help']),
    await skills(['list', '--help']),
    await skills(['show', '--help']),
  ];
  await expect(texts.map(({ stdout }) => stdout).join('\n')).toMatchFileSnapshot('skills-help.golden.txt');
});

test('list shows what each is for, where it is, and what cannot be used', { tags: 'full' }, async () => {
  writeSkills(path.join(project, '.claude/skills'), {
    ...pick('pdf-forms', 'release-notes'),
    broken: { 'SKILL.md': '---\na: [\n---\nx' },
  });
  writeSkills(path.join(folder.path, 'config/skills'), pick('i18n'));
  const { stdout, code } = await skills(['list'], { COLUMNS: '200' });
  expect([stdout.replaceAll(folder.path, '<home>'), code]).toEqual([
    expect.stringMatching(
      /i18n +Adds and checks translations.*\(<home>\/config\/skills\/i18n\/SKILL\.md\)\npdf-forms +Fill in.*\nrelease-notes <version> +Release notes.*\n\nCan't be used:\n {2}\.claude\/skills\/broken: the lines between --- can't be read\n/s,
    ),
    0,
  ]);
});

test('list says what to do where there are none, in Spanish as well', { tags: 'full' }, async () => {
  const [english, spanish] = [await skills(['list']), await skills(['list'], { LOCALE: 'es' })];
  expect([english.stdout.split('\n')[0], spanish.stdout.split('\n')[0], english.code]).toEqual([
    'No skills yet.',
    'Todavía no hay skills.',
    0,
  ]);
});

test('list --json is for programs', { tags: 'full' }, async () => {
  writeSkills(path.join(project, '.claude/skills'), pick('release-notes'));
  expect(JSON.parse((await skills(['list', '--json'])).stdout)).toEqual({
    skills: [
      {
        name: 'release-notes',
        origin: 'project',
        path: '.claude/skills/release-notes/SKILL.md',
        description: 'Release notes for people, from merged work.',
        argumentHint: '<version>',
        allowedTools: [],
        isForModel: false,
        isForPeople: true,
      },
    ],
    unusable: [],
  });
});

test('show prints one with the names of its files; without one the exit code is 1', {
  tags: 'full',
}, async () => {
  writeSkills(path.join(project, '.claude/skills'), pick('pdf-forms'));
  const [found, missing] = [await skills(['show', '/pdf-forms']), await skills(['show', 'gone'])];
  expect([found.stdout.split('\n')[0], found.stdout.includes('- scripts/fields.py'), found.code]).toEqual([
    'pdf-forms (from this project): .claude/skills/pdf-forms/SKILL.md',
    true,
    0,
  ]);
  expect([missing.stdout, missing.stderr, missing.code]).toEqual([
    '',
    "There's no skill gone here. To see them: /skills\n",
    1,
  ]);
});
