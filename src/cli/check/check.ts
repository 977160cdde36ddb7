import type { CliHost, SubCommand } from '../../contracts/sub-command.ts';
import { checkWords } from '../texts/texts.ts';

interface MapOptions {
  readonly tokens: string | undefined;
}

export const check: SubCommand = (program, host) => {
  const help = checkHelp[host.terminalLocale];
  const command = program.command('check').description(help.about).addHelpText('after', help.example);
  // In the order of `wasap check --help`.
  addEdit(command, host);
  addLoops(command, host);
  addOutline(command, host);
  addMap(command, host);
};

const addEdit: SubCommand = (program, host) => {
  const help = checkHelp[host.terminalLocale].edit;
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

const addLoops: SubCommand = (program, host) => {
  const help = checkHelp[host.terminalLocale].loops;
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

const addOutline: SubCommand = (program, host) => {
  const help = checkHelp[host.terminalLocale].outline;
  program
    .command('outline')
    .description(help.about)
    .addHelpText('after', help.example)
    .argument('<file>', help.file)
    .requiredOption('--json', help.json)
    .action((file: string) => outlineFile(file, host));
};

async function outlineFile(
  file: string,
  { packageRoot, output, errors, terminalLocale }: CliHost,
): Promise<void> {
  const { outlineJson } = await import('./code-text.ts');
  const { json, problem } = await outlineJson(file, packageRoot);
  if (problem !== undefined)
    errors.write(`${checkWords(terminalLocale).check.byIndentation(file, problem)}\n`);
  output.write(json);
}

const addMap: SubCommand = (program, host) => {
  const help = checkHelp[host.terminalLocale].map;
  program
    .command('map')
    .description(help.about)
    .addHelpText('after', help.example)
    .argument('[folder]', help.folder, '.')
    .option('--tokens <number>', help.tokens)
    .action((folder: string, options: MapOptions) => showMap(folder, options, host));
};

async function showMap(folder: string, { tokens }: MapOptions, host: CliHost): Promise<void> {
  const { mapText } = await import('./code-text.ts');
  const text = await mapText(folder, tokens, host.packageRoot);
  if (text === undefined) host.errors.write(`${checkWords(host.terminalLocale).check.noMap}\n`);
  else host.output.write(`${text}\n`);
}

const english = {
  about: 'Try parts of the agent on your own data; changes nothing',
  example: '\nExample: wasap check map',
  edit: {
    about: 'Show what apply_patch would make of a file; writes nothing',
    example: '\nExample: wasap check edit --json < edits.jsonl',
    json: 'read {"id","path","file_before","search","replace"} per line (also file_before_b64; "occurrence":"all"), write {"id","result":"applied","file_after"} or {"id","result":"error","kind","message"}; exit code 1: a line could not be read',
  },
  loops: {
    about: 'Show what loop detection says about recorded tool calls',
    example: '\nExample: wasap check loops --json < calls.jsonl',
    json: 'read {"id","calls":[{"tool","params","result_hash","ok"}]} per line, write {"id","events":[{"at","detector","action"}]}. "at" counts calls from 0. "action" is warn, skip or break (the session would have ended there). Exit code 1: a line could not be read',
  },
  outline: {
    about: 'Show what get_file_outline finds in a file',
    example: '\nExample: wasap check outline --json src/main.ts',
    file: 'its extension tells the language',
    json: 'write [{"name","kind","start","end"}], in the order of the file; lines from 1',
  },
  map: {
    about: 'Show the project map that a task starts with: the main files and what they declare',
    example: '\nExample: wasap check map --tokens 1000',
    folder: 'the project',
    tokens: 'limit in tokens (default: AGENT_MAP_TOKENS, 2000)',
  },
};

const spanish: typeof english = {
  about: 'Prueba partes del agente con tus datos; no cambia nada',
  example: '\nEjemplo: wasap check map',
  edit: {
    about: 'Muestra cómo dejaría apply_patch un archivo; no escribe nada',
    example: '\nEjemplo: wasap check edit --json < edits.jsonl',
    json: 'lee {"id","path","file_before","search","replace"} por línea (también file_before_b64; "occurrence":"all") y escribe {"id","result":"applied","file_after"} o {"id","result":"error","kind","message"}; código de salida 1: no se pudo leer una línea',
  },
  loops: {
    about: 'Muestra qué dice la detección de bucles de llamadas grabadas',
    example: '\nEjemplo: wasap check loops --json < calls.jsonl',
    json: 'lee {"id","calls":[{"tool","params","result_hash","ok"}]} por línea y escribe {"id","events":[{"at","detector","action"}]}. "at" cuenta las llamadas desde 0. "action" es warn, skip o break (ahí habría terminado la sesión). Código de salida 1: no se pudo leer una línea',
  },
  outline: {
    about: 'Muestra qué encuentra get_file_outline en un archivo',
    example: '\nEjemplo: wasap check outline --json src/main.ts',
    file: 'su extensión indica el lenguaje',
    json: 'escribe [{"name","kind","start","end"}], en el orden del archivo; líneas desde 1',
  },
  map: {
    about:
      'Muestra el mapa del proyecto con el que empieza una tarea: los archivos principales y lo que declaran',
    example: '\nEjemplo: wasap check map --tokens 1000',
    folder: 'el proyecto',
    tokens: 'límite en tokens (por defecto: AGENT_MAP_TOKENS, 2000)',
  },
};

const checkHelp = { en: english, es: spanish };
