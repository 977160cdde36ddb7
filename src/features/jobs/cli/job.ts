import { Option } from 'commander';
import type { SubCommand } from '../../../contracts/sub-command.ts';
import type { StartWith } from './run-in-terminal.ts';
import type { CatalogOptions, JobRunOptions } from './show-job.ts';

/** @param start runs the program in the terminal */
export const jobSubCommand =
  (start: StartWith): SubCommand =>
  (program, host) => {
    const help = jobHelp[host.terminalLocale];
    const command = program.command('job').description(help.about).addHelpText('after', help.example);
    command
      .command('catalog')
      .description(help.catalog.about)
      .addHelpText('after', help.catalog.example)
      .argument('[command]', help.catalog.command)
      .option('--json', help.catalog.json)
      .action(async (name: string | undefined, options: CatalogOptions) => {
        const { showCatalog } = await import('./show-job.ts');
        await showCatalog(host, name, options);
      });
    command
      .command('plan')
      .description(help.plan.about)
      .addHelpText('after', help.plan.example)
      .argument('<request>', help.plan.request)
      .addOption(new Option('--json', help.plan.json).conflicts('mermaid'))
      .option('--mermaid', help.plan.mermaid)
      .action(async (request: string, options: Omit<JobRunOptions, 'plan'>) => {
        const { planRequest } = await import('./show-job.ts');
        await planRequest(host, request, options);
      });
    command
      .command('run')
      .description(help.run.about)
      .addHelpText('after', help.run.example)
      .argument('<job>', help.run.job)
      .option('--plan', help.run.plan)
      .addOption(new Option('--json', help.run.json).conflicts('mermaid'))
      .option('--mermaid', help.run.mermaid)
      .action(async (named: string, options: JobRunOptions) => {
        if (options.plan || options.json || options.mermaid) {
          const { runJob } = await import('./show-job.ts');
          await runJob(host, named, options);
        } else {
          const { runInTerminal } = await import('./run-in-terminal.ts');
          host.setExitCode(await runInTerminal(host, named, start));
        }
      });
  };

const english = {
  about: 'Plan and run jobs: tasks that pass results on',
  example: '\nExample: wasap job run project-notes',
  catalog: {
    about: 'List what a task of a job can do: services and their commands',
    example: '\nExample: wasap job catalog files',
    command: 'one service, or one command in full: files, files.read_lines',
    json: 'the same as JSON, with the schemas of input and output',
  },
  plan: {
    about: 'Turn a request into a job and show it; runs nothing',
    example: '\nExample: wasap job plan "count the TODOs in src"',
    request: 'in quotes',
    json: 'the plan as JSON',
    mermaid: 'the plan as a flow chart in Mermaid',
  },
  run: {
    about: 'Show a saved job, and run it when you say so',
    example: '\nExample: wasap job run project-notes',
    job: 'a file, or the name of a job in CONFIG_DIR/jobs or of a built-in one',
    plan: 'only show order, values and questions; asks the model if the job is just a prompt',
    json: 'the plan as JSON',
    mermaid: 'the plan as a flow chart in Mermaid',
  },
};

const spanish: typeof english = {
  about: 'Planea y corre jobs: tareas que se pasan resultados',
  example: '\nEjemplo: wasap job run project-notes',
  catalog: {
    about: 'Lista lo que puede hacer una tarea de un job: servicios y sus comandos',
    example: '\nEjemplo: wasap job catalog files',
    command: 'un servicio, o un comando completo: files, files.read_lines',
    json: 'lo mismo como JSON, con los esquemas de entrada y salida',
  },
  plan: {
    about: 'Convierte un pedido en un job y lo muestra; no ejecuta nada',
    example: '\nEjemplo: wasap job plan "cuenta los TODO de src"',
    request: 'entre comillas',
    json: 'el plan como JSON',
    mermaid: 'el plan como diagrama de flujo en Mermaid',
  },
  run: {
    about: 'Muestra un job guardado, y lo corre cuando tú digas',
    example: '\nEjemplo: wasap job run project-notes',
    job: 'un archivo, o el nombre de un job de CONFIG_DIR/jobs o incluido',
    plan: 'solo muestra orden, valores y preguntas; consulta al modelo si el job es solo un texto',
    json: 'el plan como JSON',
    mermaid: 'el plan como diagrama de flujo en Mermaid',
  },
};

const jobHelp = { en: english, es: spanish };
