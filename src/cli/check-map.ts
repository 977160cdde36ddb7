import type { CliHost, SubCommand } from '../contracts/sub-command.ts';

interface MapOptions {
  readonly tokens: string | undefined;
}

export const checkMap: SubCommand = (program, host) => {
  program
    .command('map')
    .description('Show the project map that a task starts with: the main files and what they declare')
    .addHelpText('after', '\nExample: wasap check map --tokens 1000')
    .argument('[folder]', 'the project', '.')
    .option('--tokens <number>', 'limit in tokens (default: AGENT_MAP_TOKENS, 2000)')
    .action((folder: string, options: MapOptions) => showMap(folder, options, host));
};

const NO_MAP =
  'A task here starts without a map: a map needs at least 5 source files, and tokens for one line.';

async function showMap(folder: string, { tokens }: MapOptions, host: CliHost): Promise<void> {
  const { mapText } = await import('./map-text.ts');
  const text = await mapText(folder, tokens, host.packageRoot);
  if (text === undefined) host.errors.write(`${NO_MAP}\n`);
  else host.output.write(`${text}\n`);
}
