import type { CliHost, SubCommand } from '../../contracts/sub-command.ts';
import { checkWords } from '../texts/texts.ts';
import { checkOutlineHelp } from './check-outline-help.ts';

export const checkOutline: SubCommand = (program, host) => {
  const help = checkOutlineHelp[host.helpLocale];
  program
    .command('outline')
    .description(help.about)
    .addHelpText('after', help.example)
    .argument('<file>', help.file)
    .requiredOption('--json', help.json)
    .action((file: string) => outlineFile(file, host));
};

async function outlineFile(
  file: string,
  { packageRoot, output, errors, helpLocale }: CliHost,
): Promise<void> {
  const { outlineJson } = await import('./outline-json.ts');
  const { json, problem } = await outlineJson(file, packageRoot);
  if (problem !== undefined) errors.write(`${checkWords(helpLocale).check.byIndentation(file, problem)}\n`);
  output.write(json);
}
