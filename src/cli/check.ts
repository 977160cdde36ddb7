import type { SubCommand } from '../contracts/sub-command.ts';
import { checkEdit } from './check-edit.ts';
import { checkLoops } from './check-loops.ts';
import { checkMap } from './check-map.ts';
import { checkOutline } from './check-outline.ts';

/** One line each, in the order of `wasap check --help`. */
const checks: readonly SubCommand[] = [checkEdit, checkLoops, checkOutline, checkMap];

export const check: SubCommand = (program, host) => {
  const command = program
    .command('check')
    .description('Try parts of the agent on your own data; changes nothing')
    .addHelpText('after', '\nExample: wasap check map');
  for (const add of checks) add(command, host);
};
