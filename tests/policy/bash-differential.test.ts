import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readLine } from '../../src/policy/parse-command-line.ts';
import { findBash, SCALE } from './project.ts';

const LINES = 10_000 * SCALE;
const BATCH = Math.min(500, LINES);

/** Every line is evaluated by itself; `show` prints the words that it was given, each ended by NUL. */
const RUN_ALL = `show() { for word; do printf '%s\\0' "$word"; done; }; for line; do printf '\\1'; (eval "$line") 2>&1; done`;

const fragment = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...'abrm-./:=,@%+^é'.split(''), 'src', ' ', ' ', '\t') },
  {
    weight: 4,
    arbitrary: fc.constantFrom("'", '"', '\\', "$'", '""', "''", '\\ ', '\\\\', "\\'", '\\"', '\\$'),
  },
  {
    weight: 3,
    arbitrary: fc.constantFrom("' b'", '"a b"', '"\\$x"', '"\\a"', '"\\\\"', "'\\'", '"\'"', "'\"'"),
  },
  {
    weight: 3,
    arbitrary: fc
      .constantFrom(
        'x41',
        'x4',
        '101',
        '60',
        'u0041',
        'U00000041',
        'u00e9',
        'xe9',
        '351',
        'n',
        't',
        'E',
        'cA',
        'z',
        '0',
        "'",
        '"',
        '?',
      )
      .map((code) => `$'a\\${code}b'`),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      ...'~#!*?[]{}()$;&|<>`'.split(''),
      '{a,b}',
      '$x',
      '$[1]',
      '$"a"',
      '=~',
      '\\\n',
      '\n',
    ),
  },
);
const line = fc
  .tuple(
    fc.constantFrom('show', 'sh""ow', "'show'", '\\show', '"sh"\'ow\'', "$'\\x73how'"),
    fc.array(fragment, { maxLength: 12 }),
  )
  .map(([name, rest]) => `${name} ${rest.join('')}`);

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'bash-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const bash = findBash();
if (bash === undefined) console.warn('bash is not installed: our reading of lines is not compared with it.');

test.skipIf(bash === undefined)(
  `of ${LINES} lines that are one static command, each has the words that bash would run`,
  () => {
    for (let compared = 0; compared < LINES; compared += BATCH) {
      const lines = staticLines(BATCH);
      const ours = lines.map(({ text, argv }) => ({ text, words: argv.slice(1).map(bytesOf) }));
      const bashs = wordsByBash(lines.map(({ text }) => text));
      expect(ours).toEqual(lines.map(({ text }, index) => ({ text, words: bashs[index] })));
    }
  },
);

interface StaticLine {
  readonly text: string;
  readonly argv: readonly string[];
}

function staticLines(count: number): readonly StaticLine[] {
  const found: StaticLine[] = [];
  while (found.length < count) {
    for (const text of fc.sample(line, BATCH)) {
      const reading = readLine(text);
      if (reading.kind === 'read' && reading.shape.kind === 'argv') {
        found.push({ text, argv: reading.shape.argv });
      }
    }
  }
  return found.slice(0, count);
}

function wordsByBash(lines: readonly string[]): readonly (readonly string[])[] {
  // Without a search path nothing else can be started, whatever a line turns out to be.
  const output = execFileSync(bash ?? '', ['--norc', '--noprofile', '-c', RUN_ALL, 'bash', ...lines], {
    cwd: folder,
    env: { PATH: '/nowhere', LC_ALL: 'C.UTF-8' },
    encoding: 'latin1',
    maxBuffer: 64 * 1024 * 1024,
  });
  const [, ...records] = output.split('\u0001');
  return records.map((record) => record.split('\0').slice(0, -1));
}

/** Bytes, not characters: what is no UTF-8 must not look alike. */
function bytesOf(word: string): string {
  return Buffer.from(word).toString('latin1');
}
