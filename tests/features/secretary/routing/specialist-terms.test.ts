import { mkdirSync, realpathSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openSpecialists } from '../../../../src/app/reading.ts';
import { sha256 } from '../../../../src/core/json.ts';
import { describedTools } from '../../../../src/features/contributions.ts';
import { specialistTerms } from '../../../../src/features/secretary/specialist-terms.ts';
import { type TempFolder, tempFolder } from '../../../support/program.ts';
import { sessionRecord } from '../../../support/session-record.ts';

const ROOT = path.resolve(import.meta.dirname, '../../../..');

let folder: TempFolder;
let top: string;
beforeEach(() => {
  folder = tempFolder('terms');
  top = realpathSync(folder.path);
});
afterEach(() => folder.remove());

type Whose = 'project' | 'mine';
const PLACES: Readonly<Record<Whose, string>> = { project: 'shop/.claude/agents', mine: 'config/agents' };

/** Writes an agent file; returns its hash. */
function agent(whose: Whose, header: readonly string[], body = 'Mend it.'): string {
  const text = ['---', 'name: fixer', 'description: Mends things', ...header, '---', body, ''].join('\n');
  mkdirSync(path.join(top, PLACES[whose]), { recursive: true });
  writeFileSync(path.join(top, PLACES[whose], 'fixer.md'), text);
  return sha256(text);
}

async function termsOf(whose: Whose, hash: string, accepted = '') {
  const folders = { config: path.join(top, 'config'), data: path.join(top, 'data') };
  const terms = specialistTerms({
    specialists: openSpecialists({ folders, model: { profiles: {} } }, ROOT),
    tools: describedTools(),
    trust: { isAccepted: (file) => file.hash === accepted },
  });
  const session = sessionRecord({ project: path.join(top, 'shop'), locale: 'en' });
  return terms(session, { kind: 'specialist', agent: `${whose}:fixer`, brief: 'Task: mend', hash });
}

const READERS = describedTools()
  .filter(({ effect }) => effect === 'reads')
  .map(({ name }) => name);

/** What these names of Claude Code open. */
function opened(...names: readonly string[]): readonly string[] {
  return describedTools()
    .filter(({ claudeCode }) => claudeCode.some((name) => names.includes(name)))
    .map(({ name }) => name)
    .toSorted();
}

const KEPT = { brief: 'Task: mend', instructions: 'Mend it.', limits: {}, preApproved: [] };

describe('a specialist of the person', () => {
  test.each<[string, readonly string[], object]>([
    ['without tools: whatever a task has', [], {}],
    [
      'with a list: what it opens',
      ['tools: [Read, Edit]'],
      {
        tools: opened('Read', 'Edit'),
      },
    ],
    ['with an empty list: none', ['tools: []'], { tools: [], commands: [] }],
    [
      'with one command: that one',
      ['tools: ["Bash(npm test)"]'],
      {
        tools: opened('Bash'),
        commands: [{ words: ['npm', 'test'], isWhole: true }],
      },
    ],
    [
      'with limits: these',
      ['tools: [Grep]', 'limits: { max_rounds: 3, max_cost_usd: 0.5 }'],
      { tools: ['search_source_code'], limits: { maxRounds: 3, maxCostUsd: 0.5 } },
    ],
  ])('%s', async (_name, header, terms) => {
    const { commands, ...found } = await termsOf('mine', agent('mine', header));
    const shown = 'commands' in terms ? { ...found, commands } : found;
    expect(shown).toEqual({ ...KEPT, ...terms });
  });
});

describe('a specialist of the project', () => {
  test('that names writing tools only reads, and that is told', async () => {
    const found = await termsOf('project', agent('project', ['tools: [Read, Edit, Write, Bash, git_push]']));
    expect([found.tools?.toSorted(), found.told]).toEqual([
      opened('Read', 'Edit', 'Write', 'Bash').filter((name) => READERS.includes(name)),
      "🔒 project:fixer can only read: its file isn't accepted.\nIt comes with the project. An owner can accept it: /secretary trust project:fixer",
    ]);
  });

  test('may ask its person, which changes nothing', async () => {
    const { tools } = await termsOf('project', agent('project', ['tools: [AskUserQuestion, Write, Grep]']));
    expect(tools?.toSorted()).toEqual(['request_user_approval', 'search_source_code']);
  });

  test('that an owner accepted as it is has what it names, and nothing has to be told', async () => {
    const hash = agent('project', ['tools: [Write]']);
    const { tools, told } = await termsOf('project', hash, hash);
    expect([tools, told]).toEqual([opened('Write'), undefined]);
  });

  test('without tools has none that writes, runs, leaves the machine or sets anything', async () => {
    const { tools = [] } = await termsOf('project', agent('project', []));
    const forbidden = [
      'apply_patch',
      'delete_file',
      'move_file',
      'write_source_file',
      'run_command',
      'manage_process',
      'git_commit',
      'git_push',
      'create_cron',
      'remember',
      'switch_workspace',
    ];
    expect([tools.length > 5, forbidden.filter((name) => tools.includes(name))]).toEqual([true, []]);
  });
});

test.each<[string, (hash: string) => string, RegExp]>([
  ['gone', () => agent('mine', []), /project:fixer isn't there any more/],
  ['changed', () => agent('project', [], 'Push it.'), /The file of project:fixer changed/],
])('a file that is %s does not begin', async (name, change, said) => {
  const hash = name === 'gone' ? 'h' : agent('project', []);
  change(hash);
  await expect(termsOf('project', hash)).rejects.toThrow(said);
});
