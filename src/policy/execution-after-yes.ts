import path from 'node:path';
import type { Execution } from '../contracts/exec.ts';
import type { CommandRequest } from '../contracts/policy.ts';
import type { CommandSpec } from './config.ts';
import type { ArgvRules, Where } from './judge-argv.ts';
import type { JudgedLine } from './own-programs.ts';

interface Finding extends Pick<ArgvRules, 'commands' | 'executables'> {
  readonly where: Where;
}

/** An argv if there is one; a line that only a shell understands goes to a shell, as it was shown. */
export async function executionAfterYes(
  request: CommandRequest,
  { reading: { shape }, file }: JudgedLine,
  finding: Finding,
): Promise<Execution> {
  if (file !== undefined && shape.kind === 'argv') return { kind: 'argv', file, args: shape.argv.slice(1) };
  if (request.kind === 'argv') return (await programOf(request.argv, finding)) ?? bareArgv(request.argv);
  const viaShell: Execution = { kind: 'shell', line: request.line };
  if (shape.kind === 'shell') return viaShell;
  // A name without a program may be built into the shell, such as `command -v`.
  return (await programOf(shape.argv, finding)) ?? viaShell;
}

async function programOf(
  [name = '', ...args]: readonly string[],
  { where, commands, executables }: Finding,
): Promise<Execution | undefined> {
  if (name.includes('/')) return { kind: 'argv', file: path.resolve(where.cwd, name), args };
  const own = await executables.findInProject(name, where.root);
  const installed = await executables.find(name, where.root);
  // The project's own tools come first, as when they run without a question; a project cannot replace `git` or `ls`.
  const file = isProjectTool(commands.allowed.get(name)) ? (own ?? installed) : (installed ?? own);
  return file === undefined ? undefined : { kind: 'argv', file, args };
}

function isProjectTool(spec: CommandSpec | undefined): boolean {
  const rules = spec === undefined ? [] : [spec, ...(spec.subcommands?.values() ?? [])];
  return rules.some(({ projectScript }) => projectScript);
}

function bareArgv([file = '', ...args]: readonly string[]): Execution {
  return { kind: 'argv', file, args };
}
