/** What each command prints, with LOCALE=es: no English, and no line wider than a terminal. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import stringWidth from 'string-width';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TempFolder, tempFolder } from '../support/program.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const LAUNCHER = path.join(ROOT, 'dist/wasap.cjs');
const COLUMNS = 80;
/** Words of English that no Spanish screen needs. */
const ENGLISH =
  /\b(?:the|this|that|what|with|without|your|its|for|and|or|nothing|there is|there are|can't|isn't|doesn't|run:|try)\b/i;

/** As they are typed on a machine where nothing was done yet; those that need a person or a network are others. */
const SCREENS: readonly (readonly string[])[] = [
  ['doctor', '--offline'],
  ['people'],
  ['people', 'invite', '--role', 'member'],
  ['sessions'],
  ['trace'],
  ['audit'],
  ['metrics'],
  ['logs'],
  ['config', 'get', 'AGENT_MAX_ROUNDS'],
  ['config', 'get', 'AGENT_MAX_ROUNS'],
  ['config', 'set', 'AGENT_MAX_ROUNDS', '0'],
  ['health'],
  ['models'],
  ['models', 'test', 'no-such'],
  ['mcp', 'list'],
  ['mcp', 'test', 'no-such'],
  ['mcp', 'token', 'list'],
  ['mcp', 'serve'],
  ['skills', 'list'],
  ['secretary', 'mode'],
  ['job', 'plan', 'no-such'],
  ['policy', 'check', 'git push'],
  ['policy', 'check'],
  ['cron', 'next', '0 9 * *', '--timezone', 'America/Lima'],
  ['cron', 'next', '0 9 * * 1-5', '--timezone', 'America/Lima'],
  ['check', 'map'],
  ['check', 'outline', '--json', 'no-such.ts'],
  ['eval', 'no-such'],
  ['eval', 'js-cart-total', '--replay', 'no-such'],
  ['eval', 'secretary', '--replay', 'no-such'],
  ['export', '20260101-00000000'],
  ['backup', 'all.backup', '--passphrase-file', 'no-such'],
  ['restore', 'no-such.backup'],
  ['lock', 'off'],
  ['pair', '--json', '--phone', '12'],
  ['uninstall'],
  ['setup'],
  ['run'],
  ['web', 'link'],
  ['cluster', 'status'],
  ['front', '--name', 'support'],
  ['cell', '--name', 'shop'],
];

let folder: TempFolder;
beforeAll(() => {
  folder = tempFolder('spanish-screens');
  mkdirSync(path.join(folder.path, 'project'));
  writeFileSync(path.join(folder.path, 'project', 'package.json'), '{}');
});
afterAll(() => folder.remove());

function screenOf(args: readonly string[]): string {
  const { stdout, stderr } = spawnSync(process.execPath, [LAUNCHER, ...args], {
    cwd: path.join(folder.path, 'project'),
    encoding: 'utf8',
    input: '',
    env: { PATH: process.env.PATH, HOME: folder.path, LOCALE: 'es', COLUMNS: String(COLUMNS) },
  });
  return `${stdout}${stderr}`;
}

/** Commands, names of settings, paths, quoted words and what the system says are the same in every language. */
function prose(line: string): string {
  return line.replace(
    /^E[A-Z]+: .*|`[^`]*`|"[^"]*"|\/\S+|\b[A-Z][A-Z_]{3,}\S*|\bwasap [a-z- ]+|--[a-z-]+/g,
    '',
  );
}

/** What went wrong is one line, to be found and copied; so is a path. */
function isWhole(line: string): boolean {
  return /^(?:wasap|error): /.test(line) || line.includes(folder.path);
}

test.each(SCREENS.map((args) => [args.join(' '), args] as const))(
  'wasap %s speaks Spanish, in 80 columns',
  { tags: 'full' },
  (_name, args) => {
    const lines = screenOf(args).split('\n');
    expect({
      isEmpty: lines.every((line) => line.trim() === ''),
      english: lines.filter((line) => ENGLISH.test(prose(line))),
      wide: lines.filter((line) => stringWidth(line) > COLUMNS && !isWhole(line)),
    }).toEqual({ isEmpty: false, english: [], wide: [] });
  },
);

test('output for programs is the same in every language', { tags: 'full' }, () => {
  const json = (LOCALE: string): string =>
    spawnSync(process.execPath, [LAUNCHER, 'cron', 'next', '--json'], {
      cwd: folder.path,
      encoding: 'utf8',
      input: '{"id":1,"schedule":"0 9 * *","timezone":"America/Lima"}\n',
      env: { PATH: process.env.PATH, HOME: folder.path, LOCALE },
    }).stdout;
  expect([json('es') === json('en'), json('es')]).toEqual([true, expect.stringContaining('"error"')]);
});
