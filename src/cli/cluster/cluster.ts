import type { SubCommand } from '../../contracts/sub-command.ts';
import { clusterHelp } from './cluster-help.ts';
import type { DrainOptions } from './run-drain.ts';
import type { MoveOptions } from './run-move.ts';
import type { StatusOptions } from './run-status.ts';

export const cluster: SubCommand = (program, host) => {
  const help = clusterHelp[host.helpLocale];
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
      const { moveChats } = await import('./run-move.ts');
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
      const { drainCell } = await import('./run-drain.ts');
      host.setExitCode(await drainCell(host, cell, options));
    });
  command
    .command('doctor')
    .description(help.doctor.about)
    .addHelpText('after', help.doctor.example)
    .option('--json', help.doctor.json)
    .action(async ({ json }: { json?: boolean }) => {
      const { runClusterDoctor } = await import('./run-cluster-doctor.ts');
      host.setExitCode(await runClusterDoctor(host, json ?? false));
    });
};
