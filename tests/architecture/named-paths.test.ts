import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import picomatch from 'picomatch';
import { expect, test } from 'vitest';

const ROOT = path.resolve(import.meta.dirname, '../..');

/** Names in backticks: a path from the top folder, or a source file by the end of its path. */
const PATH = /`((?:src|tests|config|docs)\/[^`\s]*)`/g;
const SOURCE_FILE = /`([\w./-]+\.ts)`/g;
/** A file or folder that goes on from another one: `work/` behind `src/features/worktrees/`. */
const SHORTENED = /`([\w][\w./-]*(?:\/|\.tsx?))`/g;
/** As a picture names it: `performCall in src/agent/calls/`. */
const FUNCTION_IN = /([a-z]\w*) in (src\/[\w./-]+)/g;
/** A function, a method or a command of the program: `steerSession`. */
const FUNCTION = /`([a-z][a-z\d]*[A-Z][A-Za-z\d]*)`/g;
/** `…` and `<name>` stand for something that people fill in. */
const PATTERN_FOR_PEOPLE = /[…<]/;

const inGit = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
  cwd: ROOT,
  encoding: 'utf8',
}).split('\0');

const documents = inGit.filter((file) => /^(AGENTS|README|docs\/.*)\.md$/.test(file));

const sources = inGit
  .filter((file) => /^src\/.*\.tsx?$/.test(file) && existsSync(path.join(ROOT, file)))
  .map((file) => ({ file, text: readFileSync(path.join(ROOT, file), 'utf8') }));

test.each(documents)('%s names only files and folders that exist', (document) => {
  const text = readDocument(document);
  expect([...named(text, PATH).filter(isMissing), ...named(text, SOURCE_FILE).filter(isNoSource)]).toEqual(
    [],
  );
});

test('what a row of docs/map.md shortens lies below a folder that the row names', () => {
  const rows = readDocument('docs/map.md').split('\n');
  const missing = rows.flatMap((row) => {
    const below = named(row, PATH).map((name) => (name.endsWith('/') ? name : `${path.dirname(name)}/`));
    const files = inGit.filter((file) => below.some((folder) => file.startsWith(folder)));
    return named(row, SHORTENED).filter(
      (name) => isMissing(name) && !files.some((file) => `/${file}`.includes(`/${name}`)),
    );
  });
  expect(missing, 'Moved or removed: say in its row where it is now, or write out the path.').toEqual([]);
});

test('docs/map.md names only functions that exist', () => {
  const missing = named(readDocument('docs/map.md'), FUNCTION).filter((name) => !isDefined(name, 'src/'));
  expect(missing, 'Renamed or removed: say in the map where it is done now.').toEqual([]);
});

test('a picture of docs/architecture.md names functions where they are', () => {
  const all = [...readDocument('docs/architecture.md').matchAll(FUNCTION_IN)];
  const missing = all.filter(([, name = '', place = '']) => !isDefined(name, place)).map(([found]) => found);
  expect(all.length).toBeGreaterThan(0);
  expect(missing, 'Renamed or moved: say in the picture what it is called, and where it is.').toEqual([]);
});

/** In a file with this path, or below this folder. Commands are constants. */
function isDefined(name: string, place: string): boolean {
  const definition = new RegExp(
    `\\bfunction\\*? ${name}\\b|^export const ${name}\\b|^  (?:async )?${name}\\(`,
    'm',
  );
  return sources.some(({ file, text }) => file.startsWith(place) && definition.test(text));
}

function readDocument(document: string): string {
  return readFileSync(path.join(ROOT, document), 'utf8');
}

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
