import type { CommandContext } from '../../contracts/commands.ts';
import { inlineCode, oneLine } from '../../core/text.ts';
import { projectName } from '../../gateway/tasks/projects.ts';
import { escapeHidden, foreignLine } from '../../policy/display.ts';
import type { CommandLabel, ListedCommand, NamedCommandFile } from './command-file.ts';
import { commandFileTexts } from './texts/texts.ts';

/** How many are listed with a hint; of the others only the names. */
const MAX_SHOWN = 15;
/** Length of all these names together, in UTF-16 code units. */
const MAX_NAMED = 1_000;
/** Longest hint of a file about itself, in UTF-16 code units: a few words, not an advertisement. */
const MAX_HINT_LENGTH = 40;
const MAX_LINE_LENGTH = 80;
const DASH = ' - ';
const MAX_ABOUT_LENGTH = 200;
const MAX_PATH_LENGTH = 200;

/** Lines for `/help`: the command files of this project; empty when there are none. */
export function fileLines(
  all: readonly ListedCommand[],
  { workspace, commands, texts }: CommandContext,
): readonly string[] {
  const taken = new Set(commands.flatMap(({ name, aliases }) => [name, ...aliases]));
  const files = all.filter(({ name, hiddenBy }) => !hiddenBy && !taken.has(name.toLowerCase()));
  if (files.length === 0) return [];
  const words = commandFileTexts(texts).files;
  const named = namesThatFit(files.slice(MAX_SHOWN).map(({ name }) => inlineCode(`/${name}`)));
  const more = files.length - MAX_SHOWN - named.length;
  return [
    '',
    words.title(projectName(workspace)),
    ...files.slice(0, MAX_SHOWN).map(commandFileLine),
    ...(named.length > 0 ? [words.others(named.join(', '))] : []),
    ...(more > 0 ? [words.more(more)] : []),
  ];
}

function namesThatFit(names: readonly string[]): readonly string[] {
  const fit: string[] = [];
  let room = MAX_NAMED;
  for (const name of names) {
    room -= name.length;
    if (room < 0) break;
    fit.push(name);
  }
  return fit;
}

function commandFileLine({ name, description, argumentHint }: CommandLabel): string {
  const usage = usageOf({ name, argumentHint });
  const room = Math.max(MAX_HINT_LENGTH, MAX_LINE_LENGTH - usage.length - DASH.length);
  return description === '' ? usage : `${usage}${DASH}${foreignLine(description, room)}`;
}

/** Lines for `/help name`. */
export function fileDetails(
  file: NamedCommandFile,
  { texts }: Pick<CommandContext, 'texts'>,
): readonly string[] {
  const { from } = commandFileTexts(texts).files;
  return [
    usageOf(file),
    ...(file.description === '' ? [] : [foreignLine(file.description, MAX_ABOUT_LENGTH)]),
    from[file.source](inlineCode(oneLine(escapeHidden(file.path), MAX_PATH_LENGTH))),
  ];
}

function usageOf({ name, argumentHint }: Pick<CommandLabel, 'name' | 'argumentHint'>): string {
  const hint = escapeHidden(oneLine(argumentHint, MAX_HINT_LENGTH));
  return inlineCode(`/${name} ${hint}`.trim());
}
