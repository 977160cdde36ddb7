import type { SubCommand } from '../../contracts/sub-command.ts';
import type { DrainOptions, MoveOptions } from './move-away.ts';
import type { CellOptions } from './run-cell.ts';
import type { FrontOptions } from './run-front.ts';
import type { StatusOptions } from './run-status.ts';

export const cluster: SubCommand = (program, host) => {
  const help = clusterHelp[host.terminalLocale];
  const command = program.command('cluster').description(help.about).addHelpText('after', help.example);
  command
    .command('status')
    .description(help.status.about)
    .addHelpText('after', help.status.example)
    .option('--chat <part>', help.status.chat)
    .option('--json', help.status.json)
    .action(async (options: StatusOptions) => {
      const { showStatus } = await import('./run-status.ts');
      await showStatus(host, options);
    });
  command
    .command('move')
    .description(help.move.about)
    .addHelpText('after', help.move.example)
    .argument('[conversation]', help.move.conversation)
    .option('--from <cell>', help.move.from)
    .option('--to <cell>', help.move.to)
    .action(async (conversation: string | undefined, options: MoveOptions) => {
      const { moveChats } = await import('./move-away.ts');
      host.setExitCode(await moveChats(host, conversation, options));
    });
  command
    .command('drain')
    .description(help.drain.about)
    .addHelpText('after', help.drain.example)
    .argument('<cell>', help.drain.cell)
    .option('--move', help.drain.move)
    .option('--within <time>', help.drain.within)
    .option('--end', help.drain.end)
    .action(async (cell: string, options: DrainOptions) => {
      const { drainCell } = await import('./move-away.ts');
      host.setExitCode(await drainCell(host, cell, options));
    });
  command
    .command('doctor')
    .description(help.doctor.about)
    .addHelpText('after', help.doctor.example)
    .option('--json', help.doctor.json)
    .action(async ({ json }: { json?: boolean }) => {
      const { runClusterDoctor } = await import('./run-status.ts');
      host.setExitCode(await runClusterDoctor(host, json ?? false));
    });
};

const english = {
  about: 'Look after several machines: fronts, cells and their chats',
  example: '\nExample: wasap cluster status',
  status: {
    about: 'Show fronts and cells, their chats, and what waits',
    example: '\nExample: wasap cluster status --chat 34600111222',
    chat: 'where the chats live that have this in their name',
    json: 'as one JSON object',
  },
  move: {
    about: 'Move a chat, or all chats of a cell, to another cell',
    example: '\nExample: wasap cluster move --from old --to new',
    conversation: 'as <front>:<chat>; without it: --from',
    from: 'all chats of this cell',
    to: 'where to (default with --from: wherever there is room)',
  },
  drain: {
    about: 'Give a cell no new chats, before an upgrade',
    example: '\nExample: wasap cluster drain old --move --within 5m',
    cell: 'its name',
    move: 'move its chats to other cells, as their tasks end',
    within: 'how long tasks may go on before they are parked: 90s, 10m, 2h (default: 10m)',
    end: 'give it new chats again',
  },
  doctor: {
    about: 'Check PostgreSQL, fronts, cells and queues: exit code 0 or 1',
    example: '\nExample: wasap cluster doctor',
    json: 'as one JSON object',
  },
};

const spanish: typeof english = {
  about: 'Administra varias máquinas: fronts, celdas y sus chats',
  example: '\nEjemplo: wasap cluster status',
  status: {
    about: 'Muestra los fronts y celdas, sus chats y sus colas',
    example: '\nEjemplo: wasap cluster status --chat 34600111222',
    chat: 'dónde viven los chats que llevan esto en su nombre',
    json: 'como un objeto JSON',
  },
  move: {
    about: 'Pasa un chat, o todos los de una celda, a otra',
    example: '\nEjemplo: wasap cluster move --from vieja --to nueva',
    conversation: 'como <front>:<chat>; sin esto: --from',
    from: 'todos los chats de esta celda',
    to: 'a dónde (por defecto con --from: donde haya lugar)',
  },
  drain: {
    about: 'Deja de darle chats nuevos a una celda, para actualizarla',
    example: '\nEjemplo: wasap cluster drain vieja --move --within 5m',
    cell: 'su nombre',
    move: 'pasa sus chats a otras celdas, cuando terminan sus tareas',
    within: 'cuánto pueden seguir las tareas antes de la pausa: 90s, 10m, 2h (por defecto: 10m)',
    end: 'vuelve a darle chats nuevos',
  },
  doctor: {
    about: 'Revisa PostgreSQL, fronts, celdas y colas: código de salida 0 o 1',
    example: '\nEjemplo: wasap cluster doctor',
    json: 'como un objeto JSON',
  },
};

const clusterHelp = { en: english, es: spanish };

export const front: SubCommand = (program, host) => {
  const help = frontHelp[host.terminalLocale];
  program
    .command('front')
    .description(help.about)
    .addHelpText('after', help.example)
    .option('--name <name>', help.name, 'front')
    .action(async (options: FrontOptions) => {
      const { runFront } = await import('./run-front.ts');
      host.setExitCode(await runFront(host, options));
    });
};

const frontInEnglish = {
  about: 'Own a WhatsApp number for several machines',
  example:
    '\nExample: wasap front --name support\nWith CLUSTER_SECRET a second machine that starts the same waits,\nand takes over when the first is gone.',
  name: 'its name in the cluster: lower-case letters, digits, hyphens',
};

const frontInSpanish: typeof frontInEnglish = {
  about: 'Atiende un número de WhatsApp para varias máquinas',
  example:
    '\nEjemplo: wasap front --name soporte\nCon CLUSTER_SECRET una segunda máquina que arranca igual espera,\ny toma el relevo cuando la primera no está.',
  name: 'su nombre en el clúster: minúsculas, dígitos, guiones',
};

const frontHelp = { en: frontInEnglish, es: frontInSpanish };

export const cell: SubCommand = (program, host) => {
  const help = cellHelp[host.terminalLocale];
  program
    .command('cell')
    .description(help.about)
    .addHelpText('after', help.example)
    .option('--name <name>', help.name)
    .action(async (options: CellOptions) => {
      const { runCell } = await import('./run-cell.ts');
      host.setExitCode(await runCell(host, options));
    });
};

const cellInEnglish = {
  about: 'Do the tasks that come through a front, on this machine',
  example: '\nExample: wasap cell --name big-one',
  name: "its name in the cluster; without it this machine's",
};

const cellInSpanish: typeof cellInEnglish = {
  about: 'Hace en esta máquina las tareas que llegan por un front',
  example: '\nEjemplo: wasap cell --name grande',
  name: 'su nombre en el clúster; sin esto, el de esta máquina',
};

const cellHelp = { en: cellInEnglish, es: cellInSpanish };
