import type { CliHost, SubCommand } from '../../contracts/sub-command.ts';
import { checkWords } from '../texts/texts.ts';
import { checkMapHelp } from './check-map-help.ts';

interface MapOptions {
  readonly tokens: string | undefined;
}

export const checkMap: SubCommand = (program, host) => {
  const help = checkMapHelp[host.helpLocale];
  program
    .command('map')
    .description(help.about)
    .addHelpText('after', help.example)
    .argument('[folder]', help.folder, '.')
    .option('--tokens <number>', help.tokens)
    .action((folder: string, options: MapOptions) => showMap(folder, options, host));
};

async function showMap(folder: string, { tokens }: MapOptions, host: CliHost): Promise<void> {
  const { mapText } = await import('./map-text.ts');
  const text = await mapText(folder, tokens, host.packageRoot);
  if (text === undefined) host.errors.write(`${checkWords(host.helpLocale).check.noMap}\n`);
  else host.output.write(`${text}\n`);
}
