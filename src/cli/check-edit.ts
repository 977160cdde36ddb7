import type { CliHost, SubCommand } from '../contracts/sub-command.ts';

export const checkEdit: SubCommand = (program, host) => {
  program
    .command('edit')
    .description('Show what apply_patch would make of a file; writes nothing')
    .addHelpText('after', '\nExample: wasap check edit --json < edits.jsonl')
    .requiredOption(
      '--json',
      'read {"id","path","file_before","search","replace"} per line (also file_before_b64; "occurrence":"all"), write {"id","result":"applied","file_after"} or {"id","result":"error","kind","message"}; exit code 1: a line could not be read',
    )
    .action(() => planInput(host));
};

async function planInput({ input, output, setExitCode }: CliHost): Promise<void> {
  const { planLines } = await import('./plan-lines.ts');
  const unread = await planLines({ input, output });
  setExitCode(unread === 0 ? 0 : 1);
}
