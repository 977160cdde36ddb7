import type { CliHost, SubCommand } from '../contracts/sub-command.ts';

interface MapOptions {
  readonly tokens: string | undefined;
}

export const checkMap: SubCommand = (program, host) => {
  program
    .command('map')
    .description(
      'The map of a project that a task begins with: its most important source files, and what they declare',
    )
    .argument('[folder]', 'the project', '.')
    .option('--tokens <number>', 'most tokens it may take; a task has what AGENT_MAP_TOKENS says (2000)')
    .action((folder: string, options: MapOptions) => showMap(folder, options, host));
};

const NO_MAP =
  'A task here would begin without a map: it takes 5 source files at least, and tokens for at least one line.';

async function showMap(folder: string, { tokens }: MapOptions, host: CliHost): Promise<void> {
  const { mapText } = await import('./map-text.ts');
  const text = await mapText(folder, tokens, host.packageRoot);
  if (text === undefined) host.errors.write(`${NO_MAP}\n`);
  else host.output.write(`${text}\n`);
}
