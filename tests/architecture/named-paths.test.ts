import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import picomatch from 'picomatch';
import { expect, test } from 'vitest';

const ROOT = path.resolve(import.meta.dirname, '../..');

/** A path of the project in backticks; what holds `…` or `<name>` is a pattern for people. */
const NAMED = /`((?:src|tests|config|docs|data)\/[^`\s]*)`/g;

/** In git, as a folder of what is in git, or as a name that says how such files are called. */
const inGit = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
  cwd: ROOT,
  encoding: 'utf8',
}).split('\0');

const documents = inGit.filter(
  (file) => /^(AGENTS|README|docs\/.*)(\.md)?$/.test(file) && file.endsWith('.md'),
);

test.each(documents)('%s names only files and folders that exist', (document) => {
  const text = readFileSync(path.join(ROOT, document), 'utf8');
  const named = [...text.matchAll(NAMED)].map(([, name = '']) => name).filter((name) => !/[…<]/.test(name));
  expect(named.filter((name) => !exists(name))).toEqual([]);
});

function exists(name: string): boolean {
  const matches = picomatch([name, `${name.replace(/\/$/, '')}/**`]);
  return inGit.some((file) => matches(file));
}
