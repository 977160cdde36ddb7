import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import picomatch from 'picomatch';
import { expect, test } from 'vitest';

const ROOT = path.resolve(import.meta.dirname, '../..');

/** Names in backticks: a path from the top folder, or a source file by the end of its path. */
const PATH = /`((?:src|tests|config|docs)\/[^`\s]*)`/g;
const SOURCE_FILE = /`([\w./-]+\.ts)`/g;
/** A function or method of the program: `steerSession`. */
const FUNCTION = /`([a-z][a-z\d]*[A-Z][A-Za-z\d]*)`/g;
/** `…` and `<name>` stand for something that people fill in. */
const PATTERN_FOR_PEOPLE = /[…<]/;

const inGit = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
  cwd: ROOT,
  encoding: 'utf8',
}).split('\0');

const documents = inGit.filter((file) => /^(AGENTS|README|docs\/.*)\.md$/.test(file));

test.each(documents)('%s names only files and folders that exist', (document) => {
  const text = readFileSync(path.join(ROOT, document), 'utf8');
  expect([...named(text, PATH).filter(isMissing), ...named(text, SOURCE_FILE).filter(isNoSource)]).toEqual(
    [],
  );
});

test('docs/map.md names only functions that exist', () => {
  const sources = inGit
    .filter((file) => /^src\/.*\.tsx?$/.test(file) && existsSync(path.join(ROOT, file)))
    .map((file) => readFileSync(path.join(ROOT, file), 'utf8'));
  const map = readFileSync(path.join(ROOT, 'docs/map.md'), 'utf8');
  const missing = named(map, FUNCTION).filter((name) => {
    const definition = new RegExp(`\\bfunction\\*? ${name}\\b|^  (?:async )?${name}\\(`, 'm');
    return !sources.some((text) => definition.test(text));
  });
  expect(missing, 'Renamed or removed: say in the map where it is done now.').toEqual([]);
});

function named(text: string, pattern: RegExp): readonly string[] {
  return [...text.matchAll(pattern)]
    .map(([, name = '']) => name)
    .filter((name) => !PATTERN_FOR_PEOPLE.test(name));
}

function isMissing(name: string): boolean {
  const matches = picomatch([name, `${name.replace(/\/$/, '')}/**`]);
  return !inGit.some((file) => matches(file));
}

function isNoSource(name: string): boolean {
  return !inGit.some((file) => `/${file}`.endsWith(`/${name}`));
}
