import type { CliHost, SubCommand } from '../contracts/sub-command.ts';

export const checkOutline: SubCommand = (program, host) => {
  program
    .command('outline')
    .description('Show what get_file_outline finds in a file')
    .addHelpText('after', '\nExample: wasap check outline --json src/main.ts')
    .argument('<file>', 'its extension tells the language')
    .requiredOption('--json', 'write [{"name","kind","start","end"}], in the order of the file; lines from 1')
    .action((file: string) => outlineFile(file, host));
};

async function outlineFile(file: string, { packageRoot, output, errors }: CliHost): Promise<void> {
  const { outlineJson } = await import('./outline-json.ts');
  const { json, problem } = await outlineJson(file, packageRoot);
  if (problem !== undefined) errors.write(`I read ${file} by its indentation: ${problem}.\n`);
  output.write(json);
}
