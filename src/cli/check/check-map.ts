import type { CliHost, SubCommand } from '../../contracts/sub-command.ts';
import { checkWords } from '../texts/texts.ts';

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

const english = {
  about: 'Show the project map that a task starts with: the main files and what they declare',
  example: '\nExample: wasap check map --tokens 1000',
  folder: 'the project',
  tokens: 'limit in tokens (default: AGENT_MAP_TOKENS, 2000)',
};

const spanish: typeof english = {
  about:
    'Muestra el mapa del proyecto con el que empieza una tarea: los archivos principales y lo que declaran',
  example: '\nEjemplo: wasap check map --tokens 1000',
  folder: 'el proyecto',
  tokens: 'límite en tokens (por defecto: AGENT_MAP_TOKENS, 2000)',
};

const checkMapHelp = { en: english, es: spanish };
