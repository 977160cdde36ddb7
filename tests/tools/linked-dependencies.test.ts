/** In a worktree dependencies are links to those of the project: read like any other file, and never written. */
import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createWorkspaceFiles } from '../../src/files/workspace-files.ts';
import { findProgram } from '../../src/processes/command-environment.ts';
import { type Bench, toolBench } from '../support/tools-context.ts';

const SOURCE = 'export function pad(text) {\n  return text;\n}\n';
const FILE = 'node_modules/left-pad/index.js';

interface Linked {
  readonly bench: Bench;
  /** In the project. */
  readonly file: string;
}

function linkedBench(): Linked {
  const dependencies = path.join(
    realpathSync(mkdtempSync(path.join(tmpdir(), 'tools-linked-'))),
    'node_modules',
  );
  onTestFinished(() => rmSync(path.dirname(dependencies), { recursive: true }));
  mkdirSync(path.join(dependencies, 'left-pad'), { recursive: true });
  const file = path.join(dependencies, 'left-pad/index.js');
  writeFileSync(file, SOURCE);
  const bench = toolBench({ linked: [dependencies], files: { 'a.js': '1;\n' } });
  mkdirSync(path.join(bench.root, 'node_modules'));
  symlinkSync(path.join(dependencies, 'left-pad'), path.join(bench.root, 'node_modules/left-pad'));
  return { bench, file };
}

test.each([
  ['read_source_file', { path: FILE }, 'return text'],
  ['read_lines', { path: FILE, start: 1, end: 2 }, 'return text'],
  ['get_file_outline', { path: FILE }, 'pad'],
  ['search_source_code', { pattern: 'return', path: FILE }, 'return text'],
  ['list_source_files', { path: FILE }, FILE],
])('%s reads it', async (tool, input, expected) => {
  const { bench } = linkedBench();
  expect((await bench.call(tool, input)).text).toContain(expected);
});

const ripgrep = findProgram('rg', process.env.PATH ?? '');
if (ripgrep === undefined) process.stderr.write('Left out, it needs ripgrep.\n');

test('a search with ripgrep finds the same', { tags: 'ripgrep' }, async () => {
  const { bench } = linkedBench();
  const files = createWorkspaceFiles({ guard: bench.context.workspace.guard, searchProgram: ripgrep });
  const { signal } = new AbortController();
  const query = { pattern: 'return', isRegex: false, caseSensitive: true, under: FILE, limit: 5, signal };
  expect((await files.search(query)).matches).toEqual([{ path: FILE, line: 2, text: '  return text;' }]);
});

test.each([
  ['apply_patch', { path: FILE, search: 'return text;', replace: 'return 1;' }],
  ['preview_patch', { path: FILE, search: 'return text;', replace: 'return 1;' }],
  ['write_source_file', { path: FILE, content: 'x\n' }],
  ['write_source_file', { path: 'node_modules/left-pad/new.js', content: 'x\n' }],
])('%s refuses %j and says why', async (tool, input) => {
  const { bench, file } = linkedBench();
  await expect(bench.call(tool, input)).rejects.toMatchObject({
    kind: 'denied',
    message: `${input.path} belongs to dependencies that this worktree shares with the project: they are only read here. Change files of the worktree itself.`,
  });
  expect(readFileSync(file, 'utf8')).toBe(SOURCE);
});
