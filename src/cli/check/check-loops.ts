import type { CliHost, SubCommand } from '../../contracts/sub-command.ts';

export const checkLoops: SubCommand = (program, host) => {
  const help = checkLoopsHelp[host.helpLocale];
  program
    .command('loops')
    .description(help.about)
    .addHelpText('after', help.example)
    .requiredOption('--json', help.json)
    .action(() => replayInput(host));
};

async function replayInput({ input, output, setExitCode }: CliHost): Promise<void> {
  const { loopLines } = await import('./loop-lines.ts');
  const unread = await loopLines({ input, output });
  setExitCode(unread === 0 ? 0 : 1);
}

const english = {
  about: 'Show what loop detection says about recorded tool calls',
  example: '\nExample: wasap check loops --json < calls.jsonl',
  json: 'read {"id","calls":[{"tool","params","result_hash","ok"}]} per line, write {"id","events":[{"at","detector","action"}]}. "at" counts calls from 0. "action" is warn, skip or break (the session would have ended there). Exit code 1: a line could not be read',
};

const spanish: typeof english = {
  about: 'Muestra qué dice la detección de bucles de llamadas grabadas',
  example: '\nEjemplo: wasap check loops --json < calls.jsonl',
  json: 'lee {"id","calls":[{"tool","params","result_hash","ok"}]} por línea y escribe {"id","events":[{"at","detector","action"}]}. "at" cuenta las llamadas desde 0. "action" es warn, skip o break (ahí habría terminado la sesión). Código de salida 1: no se pudo leer una línea',
};

const checkLoopsHelp = { en: english, es: spanish };
