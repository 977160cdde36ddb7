import type { Command, Option } from 'commander';
import { oneLine, shellWord } from '../../core/text.ts';

/** One command of the command line with all that may follow it. */
export interface CompletableCommand {
  /** ` policy check`: a blank before each word; empty for the program itself. */
  readonly path: string;
  /** Sub-commands, and words that an argument can be. */
  readonly words: readonly CompletableWord[];
  readonly options: readonly CompletableOption[];
}

export interface CompletableWord {
  readonly word: string;
  readonly description: string;
}

export interface CompletableOption {
  readonly short: string | undefined;
  readonly long: string | undefined;
  readonly description: string;
  readonly takesValue: boolean;
  /** Empty: any value. */
  readonly choices: readonly string[];
}

/** As much of a description as a line of a shell's menu holds. */
const MAX_DESCRIPTION_LENGTH = 72;

/** Every command that `--help` shows, the program first. */
export function completableCommands(command: Command, path = ''): readonly CompletableCommand[] {
  const help = command.createHelp();
  const below = help.visibleCommands(command);
  const described = below.map((one) => wordOf(one.name(), one.description()));
  const chosen = command.registeredArguments.flatMap(({ argChoices = [] }) => argChoices);
  const own: CompletableCommand = {
    path,
    words: [...described, ...chosen.map((word) => wordOf(word, ''))],
    options: help.visibleOptions(command).map(completableOption),
  };
  return [own, ...below.flatMap((one) => completableCommands(one, `${path} ${one.name()}`))];
}

function wordOf(word: string, description: string): CompletableWord {
  return { word, description: oneLine(description, MAX_DESCRIPTION_LENGTH) };
}

function completableOption(option: Option): CompletableOption {
  const { short, long, required, optional, argChoices = [] } = option;
  return {
    short,
    long,
    description: oneLine(option.description, MAX_DESCRIPTION_LENGTH),
    takesValue: required || optional,
    choices: argChoices,
  };
}

type Script = (commands: readonly CompletableCommand[]) => string;

/** Each finds the deepest command on the line by its path, and offers what may follow it; else names of files. */
export const SCRIPTS: Readonly<Record<'bash' | 'zsh' | 'fish', Script>> = {
  bash: bashScript,
  zsh: zshScript,
  fish: fishScript,
};

/** For bash 3.2 as well, which macOS has. Bash takes the `=` of `--level=warn` as a word of its own. */
function bashScript(commands: readonly CompletableCommand[]): string {
  return `_wasap() {
  local cur="\${COMP_WORDS[COMP_CWORD]}" at='' before words='' i=1
  COMPREPLY=()
  while [ "$i" -lt "$COMP_CWORD" ]; do
    case "$at \${COMP_WORDS[i]}" in
      ${pathPattern(commands)}) at="$at \${COMP_WORDS[i]}" ;;
    esac
    i=$((i + 1))
  done
  before="\${COMP_WORDS[COMP_CWORD - 1]}"
  if [ "$before" = '=' ]; then before="\${COMP_WORDS[COMP_CWORD - 2]}"; fi
  if [ "$cur" = '=' ]; then cur=''; fi
  case "$at|$before" in
${valueCases(commands, (choices) => `words=${shellWord(choices.join(' '))}`, 'return')}
    *)
      case "$at|$cur" in
${commands.flatMap(bashCases).join('\n')}
      esac
      ;;
  esac
  COMPREPLY=($(compgen -W "$words" -- "$cur"))
}
complete -o default -F _wasap wasap
`;
}

function bashCases({ path, words, options }: CompletableCommand): readonly string[] {
  const flags = options.flatMap(flagsOf).join(' ');
  const names = words.map(({ word }) => word).join(' ');
  return [
    `        ${shellWord(`${path}|`)}-*) words=${shellWord(flags)} ;;`,
    `        ${shellWord(`${path}|`)}*) words=${shellWord(names)} ;;`,
  ];
}

/** As a file in a folder of `fpath` it is run by zsh itself; sourced, it registers itself. */
function zshScript(commands: readonly CompletableCommand[]): string {
  return `#compdef wasap
_wasap() {
  local at='' word
  local -a entries flags
  for word in "\${(@)words[2,CURRENT-1]}"; do
    case "$at $word" in
      (${pathPattern(commands)}) at="$at $word" ;;
    esac
  done
  case "$at|\${words[CURRENT-1]}" in
${valueCases(commands, (choices) => `compadd -- ${choices.join(' ')}; return`, '_files; return', '(')}
  esac
  case "$at" in
${commands.map(zshCase).join('\n')}
  esac
  if [[ "\${words[CURRENT]}" == -* ]]; then
    _describe -o option flags
  elif (( \${#entries} )); then
    _describe command entries
  else
    _files
  fi
}
if [[ "\${funcstack[1]}" == _wasap ]]; then _wasap "$@"; else compdef _wasap wasap; fi
`;
}

function zshCase({ path, words, options }: CompletableCommand): string {
  const entries = words.map(({ word, description }) => zshEntry(word, description));
  const flags = options.flatMap((option) =>
    flagsOf(option).map((flag) => zshEntry(flag, option.description)),
  );
  return `    (${shellWord(path)})
      entries=(${entries.join(' ')})
      flags=(${flags.join(' ')})
      ;;`;
}

function zshEntry(word: string, description: string): string {
  return shellWord(description === '' ? word : `${word}:${description}`);
}

function fishScript(commands: readonly CompletableCommand[]): string {
  const paths = commands.flatMap(({ path }) => (path === '' ? [] : [fishWord(path)]));
  return `function __wasap_at
    set -l at ''
    for word in (commandline -opc)[2..-1]
        if contains -- "$at $word" ${paths.join(' ')}
            set at "$at $word"
        end
    end
    test "$at" = "$argv[1]"
end
complete -c wasap -e
${commands.flatMap(fishLines).join('\n')}
`;
}

function fishLines({ path, words, options }: CompletableCommand): readonly string[] {
  const begin = `complete -c wasap -n "__wasap_at ${fishWord(path)}"`;
  return [
    ...words.map(
      ({ word, description }) => `${begin} -f -a ${fishWord(word)}${fishDescription(description)}`,
    ),
    ...options.map((option) => `${begin}${fishFlags(option)}${fishDescription(option.description)}`),
  ];
}

function fishFlags({ short, long, takesValue, choices }: CompletableOption): string {
  const value = choices.length > 0 ? ` -x -a ${fishWord(choices.join(' '))}` : ' -r';
  return [
    short === undefined ? '' : ` -s ${short.replace(/^-/, '')}`,
    long === undefined ? '' : ` -l ${long.replace(/^--/, '')}`,
    takesValue ? value : '',
  ].join('');
}

function fishDescription(description: string): string {
  return description === '' ? '' : ` -d ${fishWord(description)}`;
}

/** In single quotes fish reads a backslash before another one, or before a quote. */
function fishWord(text: string): string {
  return `'${text.replace(/[\\']/g, '\\$&')}'`;
}

function pathPattern(commands: readonly CompletableCommand[]): string {
  return commands.flatMap(({ path }) => (path === '' ? [] : [shellWord(path)])).join('|');
}

/** Cases of `path|option` for options that take a value: one of these, or any. */
function valueCases(
  commands: readonly CompletableCommand[],
  oneOf: (choices: readonly string[]) => string,
  any: string,
  open = '',
): string {
  const cases = commands.flatMap(({ path, options }) =>
    options.flatMap((option) => {
      if (!option.takesValue) return [];
      const pattern = flagsOf(option)
        .map((flag) => shellWord(`${path}|${flag}`))
        .join('|');
      return [`    ${open}${pattern}) ${option.choices.length > 0 ? oneOf(option.choices) : any} ;;`];
    }),
  );
  return cases.join('\n');
}

function flagsOf({ short, long }: CompletableOption): readonly string[] {
  return [short, long].filter((flag) => flag !== undefined);
}
