import type { CliHost, SubCommand } from '../../contracts/sub-command.ts';

export const checkEdit: SubCommand = (program, host) => {
  const help = checkEditHelp[host.helpLocale];
  program
    .command('edit')
    .description(help.about)
    .addHelpText('after', help.example)
    .requiredOption('--json', help.json)
    .action(() => planInput(host));
};

async function planInput({ input, output, setExitCode }: CliHost): Promise<void> {
  const { planLines } = await import('./plan-lines.ts');
  const unread = await planLines({ input, output });
  setExitCode(unread === 0 ? 0 : 1);
}

const english = {
  about: 'Show what apply_patch would make of a file; writes nothing',
  example: '\nExample: wasap check edit --json < edits.jsonl',
  json: 'read {"id","path","file_before","search","replace"} per line (also file_before_b64; "occurrence":"all"), write {"id","result":"applied","file_after"} or {"id","result":"error","kind","message"}; exit code 1: a line could not be read',
};

const spanish: typeof english = {
  about: 'Muestra cómo dejaría apply_patch un archivo; no escribe nada',
  example: '\nEjemplo: wasap check edit --json < edits.jsonl',
  json: 'lee {"id","path","file_before","search","replace"} por línea (también file_before_b64; "occurrence":"all") y escribe {"id","result":"applied","file_after"} o {"id","result":"error","kind","message"}; código de salida 1: no se pudo leer una línea',
};

const checkEditHelp = { en: english, es: spanish };
