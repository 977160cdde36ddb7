import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { isLatin1 } from '../../../../src/core/text.ts';
import { describedTools } from '../../../../src/features/contributions.ts';
import { createSpecialists } from '../../../../src/features/secretary/specialists/specialists.ts';
import { tempFolder } from '../../../support/program.ts';

const FOLDER = path.resolve(import.meta.dirname, '../../../../config/agents');
const SECTIONS = ['SCOPE', 'METHOD', 'EVIDENCE', 'OUTPUT', 'STOP'];

async function shipped() {
  const folder = tempFolder('shipped');
  try {
    const of = createSpecialists({
      config: path.join(folder.path, 'none'),
      shipped: FOLDER,
      tools: describedTools(),
      modelIds: [],
    });
    return await of(folder.path);
  } finally {
    folder.remove();
  }
}

test('five specialists are shipped, none is passed over, and each name grants something', async () => {
  const { found, skipped } = await shipped();
  expect({
    references: found.map(({ reference }) => reference),
    skipped,
    unknown: found.flatMap(({ grants }) => grants?.unknown ?? ['all']),
  }).toEqual({
    references: [
      'wasap:bug-fixer',
      'wasap:code-reviewer',
      'wasap:documentation-writer',
      'wasap:security-reviewer',
      'wasap:test-writer',
    ],
    skipped: [],
    unknown: [],
  });
});

test('reviewers can change nothing and run nothing; only those who have to run tests can run commands', async () => {
  const { found } = await shipped();
  const able = (names: readonly string[]) =>
    found.filter(({ grants }) => grants?.tools.some((tool) => names.includes(tool))).map(({ name }) => name);
  expect({
    writes: able(['apply_patch', 'write_source_file', 'git_commit']),
    runs: able(['run_command']),
  }).toEqual({
    writes: ['bug-fixer', 'documentation-writer', 'test-writer'],
    runs: ['bug-fixer', 'test-writer'],
  });
});

describe.each(readdirSync(FOLDER))('%s', (file) => {
  const text = readFileSync(path.join(FOLDER, file), 'utf8');

  test('has scope, method, evidence, output shape and stop rule, in Latin-1', () => {
    const sections = [...text.matchAll(/^[A-Z]{4,}$/gm)].map(([section]) => section);
    expect([sections, isLatin1(text)]).toEqual([SECTIONS, true]);
  });
});
