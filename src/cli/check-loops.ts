import type { CliHost, SubCommand } from '../contracts/sub-command.ts';

export const checkLoops: SubCommand = (program, host) => {
  program
    .command('loops')
    .description('Show what loop detection says about recorded tool calls')
    .addHelpText('after', '\nExample: wasap check loops --json < calls.jsonl')
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
