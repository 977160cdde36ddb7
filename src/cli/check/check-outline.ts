import type { CliHost, SubCommand } from '../../contracts/sub-command.ts';
import { checkWords } from '../texts/texts.ts';

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

const english = {
  about: 'Show what get_file_outline finds in a file',
  example: '\nExample: wasap check outline --json src/main.ts',
  file: 'its extension tells the language',
  json: 'write [{"name","kind","start","end"}], in the order of the file; lines from 1',
};

const spanish: typeof english = {
  about: 'Muestra qué encuentra get_file_outline en un archivo',
  example: '\nEjemplo: wasap check outline --json src/main.ts',
  file: 'su extensión indica el lenguaje',
  json: 'escribe [{"name","kind","start","end"}], en el orden del archivo; líneas desde 1',
};

const checkOutlineHelp = { en: english, es: spanish };
