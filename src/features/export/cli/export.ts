import { Option } from 'commander';
import type { SubCommand } from '../../../contracts/sub-command.ts';
import type { DrawPlan } from './markdown.ts';
import type { ExportOptions } from './run-export.ts';

/** @param drawPlan loaded only for a session that carries out a job */
export const exportSubCommand =
  (drawPlan: DrawPlan): SubCommand =>
  (program, host) => {
    const help = exportHelp[host.terminalLocale];
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

const english = {
  about: 'Tell what happened in a task, from request to outcome',
  example: '\nExample: wasap export "#2" --output task.md',
  session: 'id from /sessions, or #2 if only one chat has a task 2 (default: list the newest tasks)',
  format: 'markdown to read, jsonl with nothing cut',
  output: 'write to a new file that only you can read',
};

const spanish: typeof english = {
  about: 'Cuenta qué pasó en una tarea, del pedido al resultado',
  example: '\nEjemplo: wasap export "#2" --output tarea.md',
  session: 'id de /tareas, o #2 si solo un chat tiene una tarea 2 (por defecto: lista las tareas más nuevas)',
  format: 'markdown para leer, jsonl sin cortar nada',
  output: 'lo escribe en un archivo nuevo que solo tú puedes leer',
};

const exportHelp = { en: english, es: spanish };
