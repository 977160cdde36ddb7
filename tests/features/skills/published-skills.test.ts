import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { describedTools } from '../../../src/features/contributions.ts';
import { openSkills } from '../../../src/features/skills/open-skills.ts';
import type { Skill, Skills } from '../../../src/features/skills/skill.ts';
import { useSkill } from '../../../src/features/skills/use-skill.ts';
import { PUBLISHED, writeSkills } from '../../support/published-skills.ts';
import { type Bench, toolBench } from '../../support/tools-context.ts';

let bench: Bench;
let skills: Skills;
beforeEach(() => {
  const here: Skills = {
    in: () => skills.in(bench.root),
    read: (skill, file) => skills.read(skill, file),
    filesOf: (skill, signal) => skills.filesOf(skill, signal),
  };
  bench = toolBench({ tools: [...describedTools(), useSkill(here)] });
  const home = path.dirname(bench.root);
  skills = openSkills({ config: path.join(home, 'config'), data: path.join(home, 'data') });
});

const inProject = () => path.join(bench.root, '.claude/skills');
const all = async () => (await skills.in(bench.root)).found;
async function found(name: string): Promise<Skill> {
  const skill = (await all()).find((one) => one.name === name);
  if (skill === undefined) throw new Error(`no skill ${name}`);
  return skill;
}

test('every published skill is found, and none is left out', async () => {
  writeSkills(inProject(), PUBLISHED);
  const { found: usable, unusable } = await skills.in(bench.root);
  expect({ names: usable.map(({ name }) => name).toSorted(), unusable }).toEqual({
    names: Object.keys(PUBLISHED).toSorted(),
    unusable: [],
  });
});

describe.each(Object.entries(PUBLISHED))('%s', (name, files) => {
  test('loads as it was written, with every file that lies in its folder', async () => {
    writeSkills(inProject(), { [name]: files });
    const skill = await found(name);
    const isLoaded = skill.isForModel;
    const { text } = isLoaded ? await bench.call('use_skill', { name }) : { text: '' };
    const others = Object.keys(files).filter((file) => file !== 'SKILL.md');
    const read = await Promise.all(
      (isLoaded ? others : []).map(async (file) => (await bench.call('use_skill', { name, file })).text),
    );
    const body = files['SKILL.md']?.split('\n---\n\n')[1]?.trim() ?? '';
    const placed = body.replaceAll(`\${CLAUDE_SKILL_DIR}`, `.claude/skills/${name}`);
    expect({
      holdsBody: !isLoaded || text.includes(`<skill>\n${placed}\n</skill>`),
      namesFiles: !isLoaded || others.every((file) => text.includes(file)),
      read: read.map((one, at) => one.includes((files[others[at] ?? ''] ?? '').trimEnd())),
    }).toEqual({ holdsBody: true, namesFiles: true, read: read.map(() => true) });
  });
});

test('headers are read as they are written', { tags: 'full' }, async () => {
  writeSkills(inProject(), PUBLISHED);
  const of = async (name: string) => {
    const { description, argumentHint, allowedTools, isForModel, isForPeople } = await found(name);
    return { description: description.slice(0, 40), argumentHint, allowedTools, isForModel, isForPeople };
  };
  const usual = { argumentHint: '', allowedTools: [], isForModel: true, isForPeople: true };
  expect({
    'code-review': await of('code-review'),
    'changelog-writer': await of('changelog-writer'),
    'react-components': await of('react-components'),
    'release-notes': await of('release-notes'),
    'incident-runbook': await of('incident-runbook'),
    'api-docs': await of('api-docs'),
    'data-charts': await of('data-charts'),
    'test-driven': (await found('test-driven')).description,
  }).toEqual({
    'code-review': {
      ...usual,
      description: 'Reviews a change by a checklist: correct',
      allowedTools: ['Read', 'Grep', 'Glob', 'Bash(git diff *)'],
    },
    'changelog-writer': {
      ...usual,
      description: 'Writes entries of a changelog from commi',
      allowedTools: ['Bash(git log:*)', 'Read', 'Edit'],
    },
    'react-components': {
      ...usual,
      description: 'Builds components in the house style. Us',
      allowedTools: ['Read', 'Write', 'Bash(npm run lint:*)'],
    },
    'release-notes': {
      ...usual,
      description: 'Release notes for people, from merged wo',
      argumentHint: '<version>',
      isForModel: false,
    },
    'incident-runbook': {
      ...usual,
      description: 'What to do when production is down.',
      isForPeople: false,
    },
    'api-docs': { ...usual, description: 'Documents HTTP interfaces: routes, param' },
    'data-charts': { ...usual, description: 'Charts that can be read at a glance.' },
    'test-driven': 'Red, green, refactor. Use before code is written. Also for every bug.',
  });
});

test('a script of a skill of the project runs like any script of the project', async () => {
  writeSkills(inProject(), PUBLISHED);
  const command = 'python3 .claude/skills/pdf-forms/scripts/fields.py form.pdf';
  const { data } = await bench.call('run_command', { command });
  expect(data).toMatchObject({ exit_code: 0, stdout: expect.stringContaining('fields of form.pdf') });
});

test('a long text is loaded in parts', async () => {
  const lines = Array.from({ length: 3_000 }, (_, at) => `Line ${at + 1} of a very long reference, in full`);
  writeSkills(inProject(), {
    long: { 'SKILL.md': '---\ndescription: Long\n---\nSee ref.md', 'ref.md': lines.join('\n') },
  });
  const first = await bench.call('use_skill', { name: 'long', file: 'ref.md' });
  const next = Number(/\(It goes on: offset (\d+)\.\)/.exec(first.text)?.[1]);
  const second = await bench.call('use_skill', { name: 'long', file: 'ref.md', offset: next });
  expect({
    bytes: Buffer.byteLength(first.text) < 52_000,
    cut: first.text.includes(lines[next - 2] ?? '') && !first.text.includes(lines[next - 1] ?? ''),
    goesOn: second.text.includes(`<skill>\n${lines[next - 1]}\n`),
  }).toEqual({ bytes: true, cut: true, goesOn: true });
});

describe('where they are looked for', () => {
  const about = (what: string) => ({ 'SKILL.md': `---\ndescription: ${what}\n---\n${what}` });
  const places = async () => (await all()).map(({ name, place, origin }) => [name, place, origin]);

  test("in one's own folder, the project, its plugins, and folders inside it; the first has the bare name", async () => {
    const own = path.join(path.dirname(bench.root), 'config/skills');
    writeSkills(own, { pdf: about('mine') });
    writeSkills(inProject(), { pdf: about('project'), docs: about('docs') });
    writeSkills(path.join(bench.root, 'plugins/tools/skills'), { pdf: about('plugin'), lint: about('lint') });
    writeSkills(path.join(bench.root, 'apps/web/.claude/skills'), { pdf: about('web'), css: about('css') });
    expect(await places()).toEqual([
      ['pdf', path.join(own, 'pdf'), 'mine'],
      ['docs', '.claude/skills/docs', 'project'],
      ['project:pdf', '.claude/skills/pdf', 'project'],
      ['lint', 'plugins/tools/skills/lint', 'plugin'],
      ['tools:pdf', 'plugins/tools/skills/pdf', 'plugin'],
      ['css', 'apps/web/.claude/skills/css', 'project'],
      ['apps:web:pdf', 'apps/web/.claude/skills/pdf', 'project'],
    ]);
  });

  test('not in installed packages, hidden folders and far below', async () => {
    for (const folder of ['node_modules/x', '.cache', 'a/b/c/d'])
      writeSkills(path.join(bench.root, folder, '.claude/skills'), { pdf: about('elsewhere') });
    mkdirSync(path.join(inProject(), 'empty'), { recursive: true });
    expect(await skills.in(bench.root)).toEqual({ found: [], unusable: [] });
  });

  test('nowhere in a project that is gone', async () => {
    expect(await skills.in(path.join(bench.root, 'gone'))).toEqual({ found: [], unusable: [] });
  });
});
