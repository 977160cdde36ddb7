import type { CommandContext } from '../../contracts/commands.ts';
import type { OtherMachines, ProjectElsewhere } from '../../contracts/machines.ts';
import type { ConversationId } from '../../core/ids.ts';
import { mayWorkIn } from '../../gateway/people/person.ts';
import { isAlive, isAtRest, openSessions } from '../../gateway/tasks/conversation-sessions.ts';
import { statusLine } from '../../gateway/tasks/task-status.ts';
import type { NewWorkspaceStore, WorkspaceAnswer } from './new-workspace.ts';
import { workspaceTexts } from './texts/texts.ts';

/** The machines where a chat can work in another project. Undefined when there is only this machine. */
export type ProjectMachines = Pick<OtherMachines, 'canMove' | 'moveTo' | 'projects'> | undefined;

/** How many of the things that keep a chat here are named. */
const MAX_NAMED = 3;
/** A result that still waits to be merged is one of the newest tasks. */
const NEWEST_TASKS = 20;

/** A chat, the projects of this machine, and which names its person may work in. */
interface ReachParts {
  readonly conversation: ConversationId;
  readonly workspaces: Pick<CommandContext['program']['workspaces'], 'list'>;
  isTheirs(name: string): boolean;
}

/** Those that a chat can go to: its person may work in them, and they are not here as well. */
export function reachableProjects(
  { conversation, workspaces, isTheirs }: ReachParts,
  machines: Omit<NonNullable<ProjectMachines>, 'moveTo'> | undefined,
): readonly ProjectElsewhere[] {
  if (machines === undefined || !machines.canMove(conversation)) return [];
  const here = workspaces.list().found.map(({ name }) => name.toLowerCase());
  return machines.projects().filter(({ name }) => !here.includes(name.toLowerCase()) && isTheirs(name));
}

export function projectsElsewhere(
  { conversation, person, program: { workspaces } }: CommandContext,
  machines: ProjectMachines,
): readonly ProjectElsewhere[] {
  const isTheirs = (name: string): boolean => mayWorkIn(person, name);
  return reachableProjects({ conversation, workspaces, isTheirs }, machines);
}

/** By its typed name: exactly, else ignoring case if only one matches. */
export function projectElsewhere(
  typed: string,
  context: CommandContext,
  machines: ProjectMachines,
): ProjectElsewhere | undefined {
  const all = projectsElsewhere(context, machines);
  const name = typed.normalize('NFC');
  const alike = all.filter((one) => one.name.toLowerCase() === name.toLowerCase());
  return all.find((one) => one.name === name) ?? (alike.length === 1 ? alike[0] : undefined);
}

/** Moves the chat there when nothing is open in it; else replies what is. */
export function goTo(
  { name, machines }: ProjectElsewhere,
  context: CommandContext,
  rows: Pick<NewWorkspaceStore, 'listOpen'>,
): readonly WorkspaceAnswer[] {
  const open = whatIsOpen(context, rows);
  if (open.length === 0) return [{ kind: 'workspaces.move', project: name }];
  const { firstEnd, andMore, thenGo } = workspaceTexts(context.texts);
  const more = open.length - MAX_NAMED;
  const lines = [
    firstEnd,
    ...open.slice(0, MAX_NAMED),
    ...(more > 0 ? [andMore(more)] : []),
    thenGo(name, machines.join(', ')),
  ];
  return [{ kind: 'reply', text: lines.join('\n') }];
}

/**
 * Tasks that have not ended, results that are not merged, and projects that are being made: all of it would stay here.
 */
function whatIsOpen(context: CommandContext, rows: Pick<NewWorkspaceStore, 'listOpen'>): readonly string[] {
  const { conversation, store, texts } = context;
  const unmerged = store.sessions
    .listNewest(conversation, NEWEST_TASKS)
    .filter((session) => isAtRest(session) && isAlive(session, store));
  const { onItsWay } = workspaceTexts(texts);
  return [
    ...[...openSessions(context), ...unmerged].map((session) => statusLine(session, context)),
    ...rows.listOpen(conversation).map(({ name }) => onItsWay(name)),
  ];
}
