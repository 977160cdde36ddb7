import type { Command, CommanderError } from 'commander';
import { describe, expect, test } from 'vitest';
import { subCommandGroups } from '../../src/cli/index.ts';
import { createProgram } from '../../src/cli/program.ts';
import type { CliHost } from '../../src/contracts/sub-command.ts';
import { LOCALES, type Locale } from '../../src/core/texts/texts.ts';

const COLUMNS = 80;
/** Words of English that no Spanish help needs; names of options, settings and of git's own commands are others. */
const ENGLISH =
  /\b(?:the|this|that|what|with|without|show|list of|which|your|its|for|and|or|exit code|choices|default|usage|example|display|output the)\b/i;

/** No sub-command looks at the rest of its host before it runs; nobody sees a screen. */
function hostIn(terminalLocale: Locale): CliHost {
  return { terminalLocale, version: '1.0.0', errors: {} } as CliHost;
}

function program(terminalLocale: Locale): Command {
  return createProgram(hostIn(terminalLocale));
}

test('a sub-command is made alone where it is named, under the name that the list gives it', () => {
  const names = (first?: string) =>
    createProgram(hostIn('en'), first).commands.map((command) => command.name());
  const all = subCommandGroups.flatMap(({ subCommands }) => Object.keys(subCommands));
  expect([names(), names('help'), names('completion')]).toEqual([all, all, all]);
  expect(all.filter((name) => name !== 'completion').map(names)).toEqual(
    all.filter((name) => name !== 'completion').map((name) => [name]),
  );
});

/** All commands below this one, each with its names from the program on. */
function below(command: Command, names: string): readonly (readonly [string, Command])[] {
  return command.commands.flatMap((sub) => {
    const name = `${names} ${sub.name()}`;
    return [[name, sub] as const, ...below(sub, name)];
  });
}

function helpOf(command: Command): string {
  let text = '';
  command.configureOutput({
    writeOut: (part) => {
      text += part;
    },
    getOutHelpWidth: () => COLUMNS,
  });
  command.outputHelp();
  return text;
}

/** What the program writes about these words, without the end that follows. */
function usageError(locale: Locale, words: readonly string[]): string {
  const root = program(locale);
  let text = '';
  for (const command of [root, ...below(root, '').map(([, sub]) => sub)]) {
    command.exitOverride(thrown).configureOutput({
      writeErr: (part) => {
        text += part;
      },
    });
  }
  expect(() => root.parse(words, { from: 'user' })).toThrow();
  return text.trimEnd();
}

function thrown(error: CommanderError): never {
  throw error;
}

/** Names of values in a line, and quoted or braced examples of what is read: those are no prose. */
function prose(help: string): string {
  return help
    .replace(/\(valores:[^)]*\)/g, '')
    .replace(/"[^"]*"|\{[^}]*\}|--[a-z-]+|each-part|\.claude\S*|\bshow (?=<|\[|pdf)/g, '');
}

describe.each(LOCALES)('the help of each sub-command, %s', (locale) => {
  const root = program(locale);
  const all = [['wasap', root] as const, ...below(root, 'wasap')];

  test.each(all)('%s fits a terminal of 80 columns', (_name, command) => {
    expect(
      helpOf(command)
        .split('\n')
        .filter((line) => line.length > COLUMNS),
    ).toEqual([]);
  });

  test.each(all.slice(1))('%s has an example of itself', (name, command) => {
    const [, example = ''] = /^(?:Example|Ejemplo): (.+)$/m.exec(helpOf(command)) ?? [];
    expect(example.startsWith(`${name} `) || example === name).toBe(true);
  });
});

test.each([['wasap', program('es')] as const, ...below(program('es'), 'wasap')])(
  'the Spanish help of %s has no English in it',
  (_name, command) => {
    const lines = prose(helpOf(command)).split('\n');
    expect(lines.filter((line) => ENGLISH.test(line))).toEqual([]);
  },
);

test('the Spanish help of the program', async () => {
  const help = helpOf(program('es'));
  await expect(help).toMatchFileSnapshot('help.es.golden.txt');
  expect(help.split('\n').filter((line) => /^ {3,}/.test(line))).toEqual([]);
});

test.each([
  [['strat'], "error: el comando 'strat' no existe\n(¿Quisiste decir start?)"],
  [['logs', '--folow'], "error: la opción '--folow' no existe\n(¿Quisiste decir --follow?)"],
  [['backup'], "error: falta el argumento 'archivo'"],
  [['check', 'edit'], "error: falta la opción '--json'"],
  [['pair', '--phone'], "error: a la opción '--phone <número>' le falta su valor"],
  [
    ['pair', '--phone', '12'],
    "error: el valor '12' de la opción '--phone <número>' no sirve. Escribe un teléfono con su código de país, como +34600111222.",
  ],
  [
    ['people', 'remove', '12'],
    "error: el valor '12' del argumento 'número' no sirve. Escribe un teléfono con su código de país, como +34600111222.",
  ],
  [
    ['logs', '-n', '0'],
    "error: el valor '0' de la opción '-n, --last <n>' no sirve. Escribe un número entero mayor que 0.",
  ],
  [
    ['logs', '--level', 'loud'],
    "error: el valor 'loud' de la opción '--level <nivel>' no sirve. Valores permitidos: info, warn, error.",
  ],
  [
    ['eval', '--max-usd', '0'],
    "error: el valor '0' de la opción '--max-usd <dólares>' no sirve. Escribe dólares, de 0.01 a 10000.",
  ],
  [
    ['mcp', 'serve', '--port', 'x'],
    "error: el valor 'x' de la opción '--port <puerto>' no sirve. Escribe un puerto de 1 a 65535, o 0 para uno libre.",
  ],
  [
    ['metrics', '--since', 'x'],
    "error: el valor 'x' de la opción '--since <período>' no sirve. Escribe un período como 24h, 7d o 4w, de diez años como máximo.",
  ],
  [['sessions', '--all', '-n', '3'], "error: la opción '--all' no va junto con '-n, --last <n>'"],
  [['demo', 'fast'], "error: sobran argumentos para 'demo': acepta 0 y hay 1."],
])('words that it cannot use are named in Spanish: %j', (words, said) => {
  expect(usageError('es', words)).toBe(said);
});

test('words that it cannot use are named in English', () => {
  expect(usageError('en', ['strat'])).toBe("error: unknown command 'strat'\n(Did you mean start?)");
});
