import { Argument } from 'commander';
import type { SubCommand } from '../../../contracts/sub-command.ts';
import { ACTIVATION_MODES, type ActivationMode } from '../preferences/preferences.ts';
import type { ListOptions } from './list-specialists.ts';
import type { RouteOptions } from './route-request.ts';

export const secretary: SubCommand = (program, host) => {
  const command = program
    .command('secretary')
    .description('Find the specialist for a request')
    .addHelpText('after', '\nExample: wasap secretary route "review the login for holes"');
  command
    .command('list')
    .description("List the specialists (the project's, yours, built in), and files that were skipped")
    .addHelpText('after', '\nExample: wasap secretary list')
    .option('--json', 'as [{"plugin","name","description","tools"}]; skipped files as JSON lines on stderr')
    .action(async (options: ListOptions) => {
      const { listSpecialists } = await import('./list-specialists.ts');
      await listSpecialists(host, options);
    });
  command
    .command('route')
    .description('Ask the model who fits a request, and why; starts nothing')
    .addHelpText('after', '\nExample: wasap secretary route "review the login for holes"')
    .argument('<request...>', 'what you want, in your own words')
    .option('--answer <words>', 'your answer to a question, or more words; can be repeated', added, [])
    .option('--choose <words>', 'your answer to the recommendation; shows what would start')
    .option('--model <id>', 'ask this model (default: AGENT_MODEL)')
    .option('--json', 'as {"matches","recommendation","workflow_match"}, or questions, or an error')
    .action(async (words: readonly string[], options: RouteOptions) => {
      const { routeRequest } = await import('./route-request.ts');
      host.setExitCode(await routeRequest(host, words.join(' '), options));
    });
  command
    .command('mode')
    .description(
      'Show or set when the secretary helps: only when asked (manual), tasks know it too (aware), plain messages go to it first (proactive)',
    )
    .addHelpText('after', '\nExample: wasap secretary mode aware')
    .addArgument(new Argument('[mode]', 'the new mode for this project').choices(ACTIVATION_MODES))
    .action(async (mode: ActivationMode | undefined) => {
      const { showMode } = await import('./show-mode.ts');
      host.setExitCode(await showMode(host, mode));
    });
};

function added(words: string, before: readonly string[]): readonly string[] {
  return [...before, words];
}
