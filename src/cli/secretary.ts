import type { ListOptions } from './secretary/list-specialists.ts';
import type { SubCommand } from './sub-command.ts';

export const secretary: SubCommand = (program, host) => {
  const command = program
    .command('secretary')
    .description('Specialists for a request: which there are, and which one fits');
  command
    .command('list')
    .description('The specialists of this project, yours, and those of the program; and what was passed over')
    .option(
      '--json',
      'as [{"plugin","name","description","tools"}]; what was passed over as JSON lines on stderr',
    )
    .action(async (options: ListOptions) => {
      const { listSpecialists } = await import('./secretary/list-specialists.ts');
      await listSpecialists(host, options);
    });
};
