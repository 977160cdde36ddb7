import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import stringWidth from 'string-width';
import { describe, expect, test } from 'vitest';

const run = promisify(execFile);
const ROOT = path.resolve(import.meta.dirname, '../..');
const DOCS = [
  'README.md',
  ...readdirSync(path.join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' }).map(
    (name) => `docs/${name}`,
  ),
].filter((name) => name.endsWith('.md'));
/** Width of a terminal as it opens. */
const COLUMNS = 80;

/** What stands between two fences and begins with a command that somebody typed. */
function screensIn(markdown: string): readonly string[] {
  return [...markdown.matchAll(/^```\n(\$ wasap .*?)^```$/gms)].map(([, screen = '']) => screen);
}

/** Every `wasap name` in code: in a line, or behind a prompt. */
function namedIn(markdown: string): readonly string[] {
  const code = [...markdown.matchAll(/^```.*?^```$|`[^`\n]+`/gms)].map(([text]) => text).join('\n');
  return [...code.matchAll(/(?:^|[`$&|;(]\s*)wasap ([a-z]+)/gm)].map(([, name = '']) => name);
}

function read(name: string): string {
  return readFileSync(path.join(ROOT, name), 'utf8');
}

describe('the screens of docs/operations.md', () => {
  const screens = screensIn(read('docs/operations.md'));

  test.each(['doctor', 'sessions', 'trace', 'audit', 'metrics'])('wasap %s has one', (name) => {
    const begun = screens.filter((screen) => new RegExp(`^\\$ wasap ${name}\\b`, 'm').test(screen));
    expect(begun.map((screen) => screen.split('\n').length > 3)).toEqual([true]);
  });

  test(`no line is wider than ${COLUMNS} columns`, () => {
    const lines = screens.flatMap((screen) => screen.split('\n'));
    expect(lines.filter((line) => stringWidth(line) > COLUMNS)).toEqual([]);
  });
});

test('every sub-command that the documentation names exists', async () => {
  const env = { PATH: process.env.PATH, HOME: '/nowhere', COLUMNS: String(COLUMNS) };
  const { stdout } = await run(process.execPath, ['dist/wasap.cjs', '--help'], { cwd: ROOT, env });
  const existing = [...stdout.matchAll(/^ {2}([a-z]+) /gm)].map(([, name]) => name);
  const named = new Set(DOCS.flatMap((name) => namedIn(read(name))));
  expect([named.has('sessions'), [...named].filter((name) => !existing.includes(name))]).toEqual([true, []]);
});
