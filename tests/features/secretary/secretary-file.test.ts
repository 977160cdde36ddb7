import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  DEFAULT_PREFERENCES,
  readSecretaryFile,
  setMode,
} from '../../../src/features/secretary/secretary-file.ts';
import { type TempFolder, tempFolder } from '../../support/program.ts';

let folder: TempFolder;
let workspace: string;
beforeEach(() => {
  folder = tempFolder('secretary-file');
  workspace = path.join(realpathSync(folder.path), 'shop');
  mkdirSync(workspace);
});
afterEach(() => folder.remove());

const file = () => path.join(workspace, '.claude/secretary.local.md');

function put(content: string | Buffer): void {
  mkdirSync(path.dirname(file()), { recursive: true });
  writeFileSync(file(), content);
}

const held = () => readFileSync(file(), 'latin1');

describe('Reading Config', () => {
  test('file not found: defaults', async () => {
    expect(await readSecretaryFile(workspace)).toEqual({ kind: 'absent', preferences: DEFAULT_PREFERENCES });
  });

  test.each(['manual', 'aware', 'proactive'] as const)('activation_mode: %s', async (mode) => {
    put(
      `---\nactivation_mode: ${mode}\npreferred_review_agents: ["security-reviewer"]\nsupervision_level: full\n---\n`,
    );
    expect(await readSecretaryFile(workspace)).toEqual({
      kind: 'read',
      preferences: { activationMode: mode, preferredReviewAgents: ['security-reviewer'] },
      unusable: [],
    });
  });

  test.each([
    ['an unknown mode', 'activation_mode: always', ['activation_mode']],
    ['a mode that is a list', 'activation_mode: [aware]', ['activation_mode']],
    ['agents that are a map', 'preferred_review_agents: { a: b }', ['preferred_review_agents']],
    ['no values', 'activation_mode:\npreferred_review_agents:', []],
    ['nothing of ours', 'theirs: 1', []],
  ])('%s: the defaults count, and the key is named', async (_, header, unusable) => {
    put(`---\n${header}\n---\n`);
    expect(await readSecretaryFile(workspace)).toEqual({
      kind: 'read',
      preferences: DEFAULT_PREFERENCES,
      unusable,
    });
  });

  test('broken frontmatter: defaults, with the reason', async () => {
    put('---\nactivation_mode: [aware\n---\n');
    expect(await readSecretaryFile(workspace)).toEqual({
      kind: 'broken',
      preferences: DEFAULT_PREFERENCES,
      why: expect.stringContaining('line 3'),
    });
  });
});

describe('Updating Config', () => {
  test('if .claude/ does not exist it is made, with the file of the specification', async () => {
    const set = await setMode(workspace, 'aware');
    expect({ set, text: held(), left: readdirSync(path.dirname(file())) }).toEqual({
      set: { kind: 'created' },
      text: `---
activation_mode: aware
preferred_review_agents: []
auto_create_missing: false
supervision_level: light
---
`,
      left: ['secretary.local.md'],
    });
  });

  test.each([
    [
      'a comment behind it',
      '---\nactivation_mode: manual  # manual | aware\n---\n',
      '---\nactivation_mode: aware  # manual | aware\n---\n',
    ],
    ['a value in quotes', '---\nactivation_mode: "manual"\n---\n', '---\nactivation_mode: aware\n---\n'],
    ['no value', '---\nactivation_mode:\nx: 1\n---\n', '---\nactivation_mode: aware\nx: 1\n---\n'],
    [
      'no value, with a comment',
      '---\nactivation_mode: # which?\n---\n',
      '---\nactivation_mode: aware # which?\n---\n',
    ],
    [
      'unknown keys and comments around it',
      '---\n# mine\na:   1\nactivation_mode: manual\n\nb: [x,  y]\n---\n',
      '---\n# mine\na:   1\nactivation_mode: aware\n\nb: [x,  y]\n---\n',
    ],
    [
      'lines that end in CRLF',
      '---\r\nactivation_mode: manual\r\nx: 1\r\n---\r\n\r\nbody\r\n',
      '---\r\nactivation_mode: aware\r\nx: 1\r\n---\r\n\r\nbody\r\n',
    ],
    ['the key missing', '---\nx: 1\n---\nbody', '---\nactivation_mode: aware\nx: 1\n---\nbody'],
    ['an empty frontmatter', '---\n---\nbody', '---\nactivation_mode: aware\n---\nbody'],
    ['no frontmatter', '# Notes\nmine\n', '---\nactivation_mode: aware\n---\n# Notes\nmine\n'],
    ['an empty file', '', '---\nactivation_mode: aware\n---\n'],
    [
      'a byte order mark',
      '\u00ef\u00bb\u00bf---\nactivation_mode: manual\n---\n',
      '\u00ef\u00bb\u00bf---\nactivation_mode: aware\n---\n',
    ],
    [
      'the same words in the body',
      '---\nactivation_mode: manual\n---\n  \n---\nactivation_mode: manual\n\u00c3\u00b1',
      '---\nactivation_mode: aware\n---\n  \n---\nactivation_mode: manual\n\u00c3\u00b1',
    ],
    [
      'the same words within a text',
      '---\nnote: |\n  activation_mode: manual\nactivation_mode: manual\n---\n',
      '---\nnote: |\n  activation_mode: manual\nactivation_mode: aware\n---\n',
    ],
  ])('%s: every other byte stays', async (_, before, after) => {
    put(Buffer.from(before, 'latin1'));
    const set = await setMode(workspace, 'aware');
    expect([set, held()]).toEqual([{ kind: 'updated' }, after]);
  });

  test.each([
    ['broken frontmatter', '---\nactivation_mode: [manual\n---\n'],
    ['frontmatter that is no YAML', '---\nactivation_mode: manual\nnote: a: b\n---\n'],
    ['frontmatter without an end', '---\nactivation_mode: manual\n'],
    ['the key within a text of several lines', '---\nnote: "\nactivation_mode: manual\n"\n---\n'],
    ['a value that goes on', '---\nactivation_mode: manual\n  or aware\n---\n'],
  ])('%s: nothing is changed, and it is said why', async (_, text) => {
    put(text);
    const set = await setMode(workspace, 'aware');
    expect([set, held()]).toEqual([{ kind: 'broken', why: expect.any(String) }, text]);
  });
});

describe('never through a link', () => {
  const linked = { kind: 'unusable', fault: 'linked' };

  test('the file', async () => {
    const other = path.join(workspace, '../other.md');
    writeFileSync(other, '---\nactivation_mode: aware\n---\n');
    mkdirSync(path.join(workspace, '.claude'));
    symlinkSync(other, file());
    expect([
      await readSecretaryFile(workspace),
      await setMode(workspace, 'proactive'),
      readFileSync(other, 'utf8'),
    ]).toEqual([
      { ...linked, preferences: DEFAULT_PREFERENCES },
      linked,
      '---\nactivation_mode: aware\n---\n',
    ]);
  });

  test('its folder', async () => {
    mkdirSync(path.join(workspace, '../other'));
    symlinkSync('../other', path.join(workspace, '.claude'));
    expect([await setMode(workspace, 'aware'), readdirSync(path.join(workspace, '../other'))]).toEqual([
      linked,
      [],
    ]);
  });

  test('a link that leads nowhere', async () => {
    symlinkSync('../nowhere', path.join(workspace, '.claude'));
    expect([await setMode(workspace, 'aware'), existsSync(path.join(workspace, '../nowhere'))]).toEqual([
      linked,
      false,
    ]);
  });
});

test('a pipe, a folder, what is no text or too large is neither read nor written', async () => {
  const faults: unknown[] = [];
  const look = async () =>
    faults.push([await readSecretaryFile(workspace), await setMode(workspace, 'aware')]);
  mkdirSync(path.join(workspace, '.claude'));
  execFileSync('mkfifo', [file()]);
  await look();
  execFileSync('rm', [file()]);
  mkdirSync(file());
  await look();
  execFileSync('rmdir', [file()]);
  put(Buffer.from([0xff, 0xfe, 0x00]));
  await look();
  put('x'.repeat(65 * 1024));
  await look();
  expect(faults).toEqual(
    ['not-a-file', 'not-a-file', 'not-text', 'too-large'].map((fault) => [
      { kind: 'unusable', fault, preferences: DEFAULT_PREFERENCES },
      { kind: 'unusable', fault },
    ]),
  );
});
