import type { MessageWords } from '../../contracts/channel.ts';
import type { CommandContext, CommandLookup, HelpTopic } from '../../contracts/commands.ts';
import { foldName } from '../../core/nearest-name.ts';
import { inlineCode, oneLine, withoutAccents } from '../../core/text.ts';
import { builtInCommand, commandIn } from '../../gateway/incoming/message-intent.ts';
import { mayWorkIn } from '../../gateway/people/person.ts';
import { topicNamed } from '../../gateway/questions/help-questions.ts';
import { projectName } from '../../gateway/tasks/projects.ts';
import { fileCommandActions } from '../../gateway/tasks/start-task.ts';
import { escapeHidden, foreignLine } from '../../policy/display.ts';
import type {
  CommandFileRegistry,
  CommandLabel,
  ListedCommandFile,
  NamedCommandFile,
} from './command-file.ts';
import { commandFileTexts } from './texts/texts.ts';

type SearchContext = Pick<CommandContext, 'workspace' | 'person' | 'program' | 'commands'>;
/** Command files of one workspace. */
export interface CommandFileLookup {
  /** The file that was looked for. */
  readonly named: NamedCommandFile | 'too-large' | undefined;
  /** All files, when none was named, or a missing one. */
  readonly all: readonly ListedCommandFile[];
}

/**
 * Looks for the command files that a message may mean: the named one, and all of them when the message asks for the
 * list or names a missing one. Other messages cost nothing.
 */
export async function findCommandFiles(
  message: MessageWords,
  context: SearchContext,
  registry: CommandFileRegistry,
): Promise<CommandLookup | undefined> {
  const asked = nameAskedFor(message, context);
  const found = asked === undefined ? undefined : await findFiles(asked, context, registry);
  return found && asCommands(found, context.workspace);
}

/** Undefined where this person may not know what there is. */
async function findFiles(
  asked: string | typeof LIST,
  { workspace, person, program }: SearchContext,
  registry: CommandFileRegistry,
): Promise<CommandFileLookup | undefined> {
  // File names reveal something about a project.
  if (!mayWorkIn(person, workspace) || !program.workspaces.isWorkspace(workspace)) return undefined;
  const named = asked === LIST ? undefined : await registry.find(workspace, asked);
  if (named !== undefined) return { named, all: [] };
  const all = await registry.list(workspace);
  const meant = asked === LIST ? undefined : ignoringCase(asked, all);
  return { named: meant === undefined ? undefined : await registry.find(workspace, meant), all };
}

/** The file of this name, unless a command of the chat has it. */
export async function findNamedFile(
  name: string,
  context: SearchContext,
  registry: CommandFileRegistry,
): Promise<CommandFileLookup['named']> {
  if (builtInCommand(context.commands, name) !== undefined) return undefined;
  return (await findFiles(name, context, registry))?.named;
}

function asCommands({ named, all }: CommandFileLookup, workspace: string): CommandLookup {
  return {
    named: named && ((rest, context) => beginCommandFile(named, rest, { context, workspace })),
    names: all.map(({ name }) => name),
    overview: (context) => (context.workspace === workspace ? fileLines(all, context) : []),
    details(context) {
      if (named === 'too-large') return [commandFileTexts(context.texts).files.tooLargeFile];
      return named && fileDetails(named, context);
    },
  };
}

function beginCommandFile(
  named: NamedCommandFile | 'too-large',
  rest: string,
  { context, workspace }: { readonly context: CommandContext; readonly workspace: string },
) {
  const { files } = commandFileTexts(context.texts);
  if (named === 'too-large') return [{ kind: 'reply', text: files.tooLargeFile } as const];
  // The chat moved to another project while it was looked.
  if (workspace !== context.workspace) return [{ kind: 'reply', text: files.lookedElsewhere } as const];
  return fileCommandActions(named, rest, context);
}

/** The one file whose name differs only in case, which phones change by themselves. */
function ignoringCase(asked: string, all: readonly ListedCommandFile[]): string | undefined {
  const folded = foldName(asked);
  const [first, second] = all.filter(({ name, hiddenBy }) => !hiddenBy && foldName(name) === folded);
  return second === undefined ? first?.name : undefined;
}

const LIST = Symbol('all of them');
/** The topics of `/help` that list command files. */
const TOPICS_WITH_FILES: readonly (HelpTopic | 'everything')[] = ['projects', 'everything'];

/** The name of a file, or a request for all of them. */
function nameAskedFor(message: MessageWords, { commands }: SearchContext): string | typeof LIST | undefined {
  const typed = commandIn(message);
  if (typed === undefined) return undefined;
  const command = builtInCommand(commands, typed.name);
  if (command === undefined) return typed.name;
  if (command.name !== 'help') return undefined;
  const [word = ''] = typed.rest.split(/\s/);
  const topic = topicNamed(withoutAccents(word.toLowerCase()));
  if (topic !== undefined) return TOPICS_WITH_FILES.includes(topic) ? LIST : undefined;
  if (word === '') return undefined;
  const name = word.replace(/^\//, '');
  return builtInCommand(commands, name) === undefined ? name : undefined;
}

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
function fileLines(
  all: readonly ListedCommandFile[],
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
function fileDetails(file: NamedCommandFile, { texts }: Pick<CommandContext, 'texts'>): readonly string[] {
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
