import type { CliHost, SubCommand } from '../../contracts/sub-command.ts';
import { checkEditHelp } from './check-edit-help.ts';

export const checkEdit: SubCommand = (program, host) => {
  const help = checkEditHelp[host.helpLocale];
  program
    .command('edit')
    .description(help.about)
    .addHelpText('after', help.example)
    .requiredOption('--json', help.json)
    .action(() => planInput(host));
};

async function planInput({ input, output, setExitCode }: CliHost): Promise<void> {
  const { planLines } = await import('./plan-lines.ts');
  const unread = await planLines({ input, output });
  setExitCode(unread === 0 ? 0 : 1);
}
