import type { SubCommand } from './sub-command.ts';

export interface CatalogOptions {
  readonly json?: true;
}

export const job: SubCommand = (program, host) => {
  const command = program.command('job').description('Jobs: tasks that hand on results to one another');
  command
    .command('catalog')
    .description('What a task of a job can be: services and their commands')
    .argument('[command]', 'only of this service, or one command in full: files, files.read_lines')
    .option('--json', 'the same as JSON, with the schemas of input and output')
    .action(async (name: string | undefined, options: CatalogOptions) => {
      const { showCatalog } = await import('./job/show-catalog.ts');
      await showCatalog(host, name, options);
    });
};
