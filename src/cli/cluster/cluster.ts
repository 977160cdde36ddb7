import type { SubCommand } from '../../contracts/sub-command.ts';
import type { MoveOptions } from './run-move.ts';

export const cluster: SubCommand = (program, host) => {
  const command = program
    .command('cluster')
    .description('Look after several machines: fronts, cells and their chats')
    .addHelpText('after', '\nExample: wasap cluster status');
  command
    .command('status')
    .description('Show fronts and cells, their chats, and what waits')
    .addHelpText('after', '\nExample: wasap cluster status')
    .option('--json', 'as one JSON object')
    .action(async ({ json }: { json?: boolean }) => {
      const { showStatus } = await import('./run-status.ts');
      await showStatus(host, json ?? false);
    });
  command
    .command('move')
    .description('Move a chat, or all chats of a cell, to another cell')
    .addHelpText('after', '\nExample: wasap cluster move --from old --to new')
    .argument('[conversation]', 'as <front>:<chat>; without it: --from')
    .option('--from <cell>', 'all chats of this cell')
    .option('--to <cell>', 'where to (default with --from: wherever there is room)')
    .action(async (conversation: string | undefined, options: MoveOptions) => {
      const { moveChats } = await import('./run-move.ts');
      await moveChats(host, conversation, options);
    });
  command
    .command('drain')
    .description('Give a cell no new chats, before an upgrade')
    .addHelpText('after', '\nExample: wasap cluster drain old')
    .argument('<cell>', 'its name')
    .option('--end', 'give it new chats again')
    .action(async (cell: string, { end }: { end?: boolean }) => {
      const { drainCell } = await import('./run-drain.ts');
      await drainCell(host, cell, end ?? false);
    });
  command
    .command('doctor')
    .description('Check PostgreSQL, fronts, cells and queues: exit code 0 or 1')
    .addHelpText('after', '\nExample: wasap cluster doctor')
    .option('--json', 'as one JSON object')
    .action(async ({ json }: { json?: boolean }) => {
      const { runClusterDoctor } = await import('./run-cluster-doctor.ts');
      host.setExitCode(await runClusterDoctor(host, json ?? false));
    });
};
