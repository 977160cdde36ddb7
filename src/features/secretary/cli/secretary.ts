import { Argument } from 'commander';
import type { SubCommand } from '../../../contracts/sub-command.ts';
import { ACTIVATION_MODES, type ActivationMode } from '../preferences/preferences.ts';
import type { ListOptions } from './list-specialists.ts';
import type { RouteOptions } from './route-request.ts';

export const secretary: SubCommand = (program, host) => {
  const command = program
    .command('secretary')
    .description('Specialists for a request: which there are, and which one fits');
  command
    .command('list')
    .description('The specialists of this project, yours, and those of the program; and what was passed over')
    .option(
      '--json',
      'as [{"plugin","name","description","tools"}]; what was passed over as JSON lines on stderr',
    )
    .action(async (options: ListOptions) => {
      const { listSpecialists } = await import('./list-specialists.ts');
      await listSpecialists(host, options);
    });
  command
    .command('route')
    .description('Who fits a request, and why; asks the model, begins nothing')
    .argument('<request...>', 'what is wanted, in your words')
    .option('--answer <words>', 'what you answer to a question, or add; may be given again', added, [])
    .option('--choose <words>', 'what you answer to the recommendation; shows what would be begun')
    .option('--model <id>', 'ask this model (default: AGENT_MODEL)')
    .option('--json', 'matches as {"matches","recommendation","workflow_match"}; else questions, or an error')
    .action(async (words: readonly string[], options: RouteOptions) => {
      const { routeRequest } = await import('./route-request.ts');
      host.setExitCode(await routeRequest(host, words.join(' '), options));
    });
  command
    .command('mode')
    .description(
      'Show or set when the secretary comes in: when asked (manual), tasks know of it (aware), plain words go to it first (proactive)',
    )
    .addArgument(
      new Argument('[mode]', 'what it is to be from now on, in this project').choices(ACTIVATION_MODES),
    )
    .action(async (mode: ActivationMode | undefined) => {
      const { showMode } = await import('./show-mode.ts');
      host.setExitCode(await showMode(host, mode));
    });
};

function added(words: string, before: readonly string[]): readonly string[] {
  return [...before, words];
}
