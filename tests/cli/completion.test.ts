import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Argument, Command, Option } from 'commander';
import { beforeAll, describe, expect, test } from 'vitest';
import { completableCommands, SCRIPTS } from '../../src/cli/completion/scripts.ts';
import { type TempFolder, tempFolder } from '../support/program.ts';

const LAUNCHER = path.resolve(import.meta.dirname, '../../dist/wasap.cjs');

/** Small, so that its scripts can be read; with all that one can hold. */
function smallProgram(): Command {
  const program = new Command('wasap').version('1.0.0');
  program
    .command('logs')
    .description("Show what it's doing: the newest lines")
    .addOption(new Option('-n, --last <n>', 'at most so many'))
    .addOption(new Option('--level <level>', 'from here on').choices(['info', 'warn']))
    .option('--json', 'as it is');
  const config = program.command('config').description('Settings');
  config.command('get').addArgument(new Argument('[name]').choices(['AGENT_MODEL', 'LOCALE']));
  program.command('secret', { hidden: true });
  return program;
}

test.each(['bash', 'zsh', 'fish'] as const)('the script for %s', async (shell) => {
  const script = SCRIPTS[shell](completableCommands(smallProgram()));
  await expect(script).toMatchFileSnapshot(`completion-${shell}.golden.txt`);
});

describe('in a real bash', () => {
  let folder: TempFolder;
  beforeAll(() => {
    folder = tempFolder('completion');
    const env = { PATH: process.env.PATH, HOME: folder.path };
    const script = execFileSync(process.execPath, [LAUNCHER, 'completion', 'bash'], {
      env,
      cwd: folder.path,
    });
    writeFileSync(path.join(folder.path, 'wasap.bash'), script);
    mkdirSync(path.join(folder.path, 'empty'));
    return () => folder.remove();
  });

  /** What Tab offers behind these words; the last one is being typed. */
  function offered(words: readonly string[]): readonly string[] {
    const line = `source ../wasap.bash
COMP_WORDS=("$@") COMP_CWORD=$(($# - 1))
_wasap
printf '%s\\n' "\${COMPREPLY[@]}"`;
    const shown = execFileSync('bash', ['--norc', '-uc', line, 'bash', 'wasap', ...words], {
      cwd: path.join(folder.path, 'empty'),
      encoding: 'utf8',
    });
    return shown.split('\n').filter((word) => word !== '');
  }

  test.each<[readonly string[], readonly string[]]>([
    [['sta'], ['start']],
    [
      ['config', ''],
      ['get', 'set', 'unset', 'path', 'help'],
    ],
    [
      ['config', 'set', 'ANTHROPIC_'],
      ['ANTHROPIC_API_KEY', 'ANTHROPIC_BASE_URL'],
    ],
    [['logs', '--le'], ['--level']],
    [
      ['logs', '--level', ''],
      ['info', 'warn', 'error'],
    ],
    [['logs', '-f', '--level', '=', 'w'], ['warn']],
    [['logs', '-n', ''], []],
    [
      ['service', 'install', '--'],
      ['--yes', '--dry-run', '--help'],
    ],
    [['completion', 'f'], ['fish']],
    [['no-such-command', ''], expect.arrayContaining(['setup', 'uninstall'])],
  ])('%j', (words, expected) => {
    expect(offered(words)).toEqual(expected);
  });

  test('everything that --help lists is offered, and it registers itself for wasap', { tags: 'full' }, () => {
    const env = { PATH: process.env.PATH, HOME: folder.path };
    const help = execFileSync(process.execPath, [LAUNCHER, '--help'], { env, encoding: 'utf8' });
    const listed = [...help.matchAll(/^ {2}([a-z]+) /gm)].map(([, name]) => name);
    const registered = execFileSync('bash', ['--norc', '-c', 'source wasap.bash; complete -p wasap'], {
      cwd: folder.path,
      encoding: 'utf8',
    });
    expect([[...offered([''])].sort(), registered]).toEqual([
      [...listed].sort(),
      'complete -o default -F _wasap wasap\n',
    ]);
  });
});
