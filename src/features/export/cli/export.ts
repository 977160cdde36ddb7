import { Option } from 'commander';
import type { SubCommand } from '../../../contracts/sub-command.ts';
import { exportHelp } from './export-help.ts';
import type { DrawPlan } from './markdown.ts';
import type { ExportOptions } from './run-export.ts';

/** @param drawPlan loaded only for a session that carries out a job */
export const exportSubCommand =
  (drawPlan: DrawPlan): SubCommand =>
  (program, host) => {
    const help = exportHelp[host.helpLocale];
    program
      .command('export')
      .description(help.about)
      .addHelpText('after', help.example)
      .argument('[session]', help.session)
      .addOption(
        new Option('--format <format>', help.format).choices(['markdown', 'jsonl']).default('markdown'),
      )
      .option('--output <file>', help.output)
      .action(async (name: string | undefined, options: ExportOptions) => {
        const { runExport } = await import('./run-export.ts');
        await runExport({ host, drawPlan }, name, options);
      });
  };
