import { existsSync } from 'node:fs';
import path from 'node:path';
import type { CommandMatch } from './match-command.ts';
import { type PlatformCommands, runsProjectCode } from './tool-commands.ts';

/** Where package managers put programs: none of it is code of the project. */
const INSTALLED = /(?:^|\/)(?:node_modules|vendor\/bin|site-packages|\.venv|venv)\//;

/**
 * The command that an interpreter starts by the file of a known program: `node node_modules/typescript/bin/tsc -p .` is
 * `tsc -p .`, `php bin/console about` is `console about`. Those words must be allowed as well, or
 * `manage.py shell -c` would run any code. Undefined for code of the project. An installed program that is not known
 * comes back by its name, for which there is no rule.
 */
export function programInFile(
  argv: readonly string[],
  { checks }: Pick<Extract<CommandMatch, { kind: 'match' }>, 'checks'>,
  commands: PlatformCommands,
): readonly string[] | undefined {
  const file = checks.find(({ kind }) => kind === 'code')?.text;
  if (file === undefined) return undefined;
  const args = argv.slice(argv.indexOf(file) + 1);
  const name = path.posix.basename(file);
  // Only programs that run code of the project count: `scripts/find` is not the program that searches for files.
  if (runsProjectCode(commands.allowed.get(name))) return [name, ...args];
  return INSTALLED.test(path.posix.normalize(file)) ? [name.replace(/\.\w+$/, ''), ...args] : undefined;
}

/**
 * `python3 -m app.main --help` as `python3 app/main.py --help`, if the project has such a file: Python looks in the
 * folder it stands in first. Undefined for every other command.
 */
export function withModuleFile(argv: readonly string[], cwd: string): readonly string[] | undefined {
  const at = argv.indexOf('-m');
  const module = argv[at + 1] ?? '';
  if (!/^python3?$/.test(argv[0] ?? '') || at < 0 || !/^[a-z_]\w*(?:\.\w+)*$/i.test(module)) return undefined;
  const start = module.replaceAll('.', '/');
  const file = [`${start}.py`, `${start}/__main__.py`].find((name) => existsSync(path.join(cwd, name)));
  return file === undefined ? undefined : [...argv.slice(0, at), file, ...argv.slice(at + 2)];
}
