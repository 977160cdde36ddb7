import type { SubCommand } from '../../contracts/sub-command.ts';
import { checkEdit } from './check-edit.ts';
import { checkHelp } from './check-help.ts';
import { checkLoops } from './check-loops.ts';
import { checkMap } from './check-map.ts';
import { checkOutline } from './check-outline.ts';

/** One line each, in the order of `wasap check --help`. */
const checks: readonly SubCommand[] = [checkEdit, checkLoops, checkOutline, checkMap];

export const check: SubCommand = (program, host) => {
  const help = checkHelp[host.helpLocale];
  const command = program.command('check').description(help.about).addHelpText('after', help.example);
  for (const add of checks) add(command, host);
};
