import type { CliHost, SubCommand } from '../contracts/sub-command.ts';

export const checkLoops: SubCommand = (program, host) => {
  program
    .command('loops')
    .description('What loop detection says of recorded tool calls')
    .requiredOption(
      '--json',
      'read {"id","calls":[{"tool","params","result_hash","ok"}]} per line, write {"id","events":[{"at","detector","action"}]}: "at" is the index of a call from 0, "action" is warn, skip or break (the session would have ended there); exit code 1: a line could not be read',
    )
    .action(() => replayInput(host));
};

async function replayInput({ input, output, setExitCode }: CliHost): Promise<void> {
  const { loopLines } = await import('./loop-lines.ts');
  const unread = await loopLines({ input, output });
  setExitCode(unread === 0 ? 0 : 1);
}
