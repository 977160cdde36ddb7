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
      .description(
        'What happened in one task, from the request to the outcome; without a name: the newest tasks',
      )
      .argument('[session]', 'id as /sessions shows it, or #2 while only one chat has a task 2')
      .addOption(
        new Option('--format <format>', 'markdown to read, jsonl with nothing cut')
          .choices(['markdown', 'jsonl'])
          .default('markdown'),
      )
      .option('--output <file>', 'into a new file that you alone can read')
      .action(async (name: string | undefined, options: ExportOptions) => {
        const { runExport } = await import('./run-export.ts');
        await runExport({ host, drawPlan }, name, options);
      });
  };
