import { readNumbered } from '../../commands/task-name.ts';
import type { InboundMessage } from '../../contracts/channel.ts';
import type { CommandFileRegistry, ListedCommand, SeenCommands } from '../../contracts/command-files.ts';
import type { CommandContext } from '../../contracts/commands.ts';
import { foldedName } from '../../core/nearest-name.ts';
import { mayWorkIn } from '../people/person.ts';
import { typedCommand } from './intent.ts';

/** For a message without command files. */
export const NOTHING_SEEN: SeenCommands = { workspace: '', named: undefined, all: [] };

type SearchContext = Pick<CommandContext, 'workspace' | 'person' | 'program' | 'commands'>;
type Message = Pick<InboundMessage, 'text' | 'gesture' | 'forwarded'>;

/**
 * Looks for the command files that a message may mean, so that deciding needs no wait: the named one, and all of them
 * when the message asks for the list or names a missing one. Other messages cost nothing.
 */
export async function lookForCommands(
  message: Message,
  place: SearchContext,
  registry: CommandFileRegistry,
): Promise<SeenCommands> {
  const { workspace, program } = place;
  const wish = wishOf(message, place);
  if (wish === undefined || !mayKnow(place) || !program.workspaces.stands(workspace)) return NOTHING_SEEN;
  const named = wish === LIST ? undefined : await registry.find(workspace, wish);
  if (named !== undefined) return { workspace, named, all: [] };
  const all = await registry.list(workspace);
  const meant = wish === LIST ? undefined : ignoringCase(wish, all);
  return { workspace, named: meant === undefined ? undefined : await registry.find(workspace, meant), all };
}

/** The one file whose name differs only in case, which phones change by themselves. */
function ignoringCase(wish: string, all: readonly ListedCommand[]): string | undefined {
  const folded = foldedName(wish);
  const [first, second] = all.filter(({ name, hiddenBy }) => !hiddenBy && foldedName(name) === folded);
  return second === undefined ? first?.name : undefined;
}

const LIST = Symbol('all of them');
/** Commands about command files: about all, or about the one that is named. */
const ABOUT_FILES: readonly string[] = ['help', 'trust'];

/** The name of a file, or a request for all of them. */
function wishOf(
  { text, gesture, forwarded }: Message,
  { commands }: SearchContext,
): string | typeof LIST | undefined {
  if (gesture !== undefined || forwarded === true) return undefined;
  const typed = typedCommand((readNumbered(text)?.words ?? text).trim());
  if (typed === undefined || typed.name.endsWith('?')) return undefined;
  const builtIn = commands.find((one) => isCalled(one, typed.name));
  if (builtIn === undefined) return typed.name;
  if (!ABOUT_FILES.includes(builtIn.name)) return undefined;
  const [word = ''] = typed.rest.split(/\s/);
  if (word === '') return LIST;
  const name = word.replace(/^\//, '');
  return commands.some((one) => isCalled(one, name)) ? undefined : name;
}

function isCalled({ name, aliases }: SearchContext['commands'][number], typed: string): boolean {
  return [name, ...aliases].includes(typed.toLowerCase());
}

/** File names reveal something about a project. */
function mayKnow({ workspace, person }: SearchContext): boolean {
  return mayWorkIn(person, workspace);
}
