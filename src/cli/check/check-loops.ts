import type { CliHost, SubCommand } from '../../contracts/sub-command.ts';
import { checkLoopsHelp } from './check-loops-help.ts';

export const checkLoops: SubCommand = (program, host) => {
  const help = checkLoopsHelp[host.helpLocale];
  program
    .command('loops')
    .description(help.about)
    .addHelpText('after', help.example)
    .requiredOption('--json', help.json)
    .action(() => replayInput(host));
};

async function replayInput({ input, output, setExitCode }: CliHost): Promise<void> {
  const { loopLines } = await import('./loop-lines.ts');
  const unread = await loopLines({ input, output });
  setExitCode(unread === 0 ? 0 : 1);
}
