import { Argument } from 'commander';
import type { SubCommand } from '../../../contracts/sub-command.ts';
import { ACTIVATION_MODES, type ActivationMode } from '../preferences/preferences.ts';
import type { ListOptions } from './list-specialists.ts';
import type { RouteOptions } from './route-request.ts';
import { secretaryHelp } from './secretary-help.ts';

export const secretary: SubCommand = (program, host) => {
  const help = secretaryHelp[host.helpLocale];
  const command = program.command('secretary').description(help.about).addHelpText('after', help.example);
  command
    .command('list')
    .description(help.list.about)
    .addHelpText('after', help.list.example)
    .option('--json', help.list.json)
    .action(async (options: ListOptions) => {
      const { listSpecialists } = await import('./list-specialists.ts');
      await listSpecialists(host, options);
    });
  command
    .command('route')
    .description(help.route.about)
    .addHelpText('after', help.route.example)
    .argument('<request...>', help.route.request)
    .option('--answer <words>', help.route.answer, appendWords, [])
    .option('--choose <words>', help.route.choose)
    .option('--model <id>', help.route.model)
    .option('--json', help.route.json)
    .action(async (words: readonly string[], options: RouteOptions) => {
      const { routeRequest } = await import('./route-request.ts');
      host.setExitCode(await routeRequest(host, words.join(' '), options));
    });
  command
    .command('mode')
    .description(help.mode.about)
    .addHelpText('after', help.mode.example)
    .addArgument(new Argument('[mode]', help.mode.mode).choices(ACTIVATION_MODES))
    .action(async (mode: ActivationMode | undefined) => {
      const { showMode } = await import('./show-mode.ts');
      host.setExitCode(await showMode(host, mode));
    });
};

function appendWords(words: string, before: readonly string[]): readonly string[] {
  return [...before, words];
}
