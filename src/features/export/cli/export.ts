import { Option } from 'commander';
import type { SubCommand } from '../../../contracts/sub-command.ts';
import type { DrawPlan } from './markdown.ts';
import type { ExportOptions } from './run-export.ts';

/** @param drawPlan loaded only for a session that carries out a job */
export const exportSubCommand =
  (drawPlan: DrawPlan): SubCommand =>
  (program, host) => {
    program
      .command('export')
      .description('Tell what happened in a task, from request to outcome')
      .addHelpText('after', '\nExample: wasap export "#2" --output task.md')
      .argument(
        '[session]',
        'id from /sessions, or #2 if only one chat has a task 2 (default: list the newest tasks)',
      )
      .addOption(
        new Option('--format <format>', 'markdown to read, jsonl with nothing cut')
          .choices(['markdown', 'jsonl'])
          .default('markdown'),
      )
      .option('--output <file>', 'write to a new file that only you can read')
      .action(async (name: string | undefined, options: ExportOptions) => {
        const { runExport } = await import('./run-export.ts');
        await runExport({ host, drawPlan }, name, options);
      });
  };
