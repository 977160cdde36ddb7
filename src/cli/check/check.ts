import type { SubCommand } from '../../contracts/sub-command.ts';
import { checkEdit } from './check-edit.ts';
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

const english = {
  about: 'Try parts of the agent on your own data; changes nothing',
  example: '\nExample: wasap check map',
};

const spanish: typeof english = {
  about: 'Prueba partes del agente con tus datos; no cambia nada',
  example: '\nEjemplo: wasap check map',
};

const checkHelp = { en: english, es: spanish };
