import { type ChatCommand, type CommandContext, replyWith } from '../../contracts/commands.ts';
import type { NameObstacle, Workspace } from '../../contracts/workspaces.ts';
import { inlineCode, oneLine } from '../../core/text.ts';
import { sentencePattern } from '../../gateway/questions/plain-words.ts';
import { unfinishedTasks } from '../../gateway/tasks/conversation-sessions.ts';
import { projectName, workspacesFor } from '../../gateway/tasks/projects.ts';
import { nameFor } from '../../gateway/tasks/task-name.ts';
import { type NoCloneUrl, readCloneUrl } from '../../git/workspaces/clone.ts';
import { escapeHidden } from '../../policy/display.ts';
import type { NewWorkspaceStore, WorkspaceAnswer } from './new-workspace.ts';
import { goTo, type ProjectMachines, projectElsewhere, projectsElsewhere } from './projects-elsewhere.ts';
import { workspaceTexts } from './texts/texts.ts';
import { unknownWorkspace, workspaceList } from './workspace-text.ts';

/** How many tasks are named that stay in their project. */
const MAX_NAMED = 3;

const VERBS: Readonly<Record<string, 'list' | 'switch' | 'info' | 'add' | 'cancel'>> = {
  list: 'list',
  lista: 'list',
  listar: 'list',
  switch: 'switch',
  use: 'switch',
  cambiar: 'switch',
  usar: 'switch',
  info: 'info',
  add: 'add',
  clone: 'add',
  agregar: 'add',
  añadir: 'add',
  anadir: 'add',
  clonar: 'add',
  cancel: 'cancel',
  cancelar: 'cancel',
};

/** Facts beyond the projects of this machine. */
interface WorkspaceCommandParts {
  readonly rows: UnfinishedWorkspaces;
  readonly machines: ProjectMachines;
}

type UnfinishedWorkspaces = Pick<NewWorkspaceStore, 'listOpen'>;

/** See `ChatCommand.asked`. */
const QUESTION_PATTERN = sentencePattern(
  '(?:change|switch) projects?|(?:change|switch) (?:to )?(?:another|a different|the other) project|switch between projects',
  '(?:choose|select|pick) (?:a|the|another) project|work (?:on|in) another project|(?:see|list) my projects',
  '(?:cambio|cambiar|cambia) (?:de|a otro) proyecto|(?:paso|pasar) a otro proyecto|(?:veo|ver) mis proyectos',
  '(?:elijo|elegir|escojo|escoger|selecciono|seleccionar) (?:el|un|otro) proyecto|trabajo en otro proyecto',
);

/** Lists the projects, says which one the chat works in, and makes new ones. */
export function workspaceCommand(rows: UnfinishedWorkspaces, machines: ProjectMachines): ChatCommand {
  return {
    name: 'workspace',
    aliases: ['workspaces', 'project', 'projects', 'proyecto', 'proyectos'],
    topic: 'projects',
    takesAddress: true,
    asked: QUESTION_PATTERN,
    describe: (texts) => workspaceTexts(texts).commands.workspace,
    run: (rest, context) => answerWorkspaceCommand(rest, context, { rows, machines }),
  };
}

function answerWorkspaceCommand(
  rest: string,
  context: CommandContext,
  beside: WorkspaceCommandParts,
): readonly WorkspaceAnswer[] {
  const { rows, machines } = beside;
  const [first = '', ...words] = rest.split(/\s+/);
  const verb = Object.hasOwn(VERBS, first.toLowerCase()) ? VERBS[first.toLowerCase()] : undefined;
  const name = words.join(' ');
  switch (verb) {
    case 'switch':
      return name === '' ? list('', context, machines) : switchTo(name, context, beside);
    case 'info':
      return name === ''
        ? [{ kind: 'workspaces.look', path: context.workspace }]
        : infoOf(name, context, machines);
    case 'add':
      return addActions(name, context, rows);
    case 'cancel':
      return cancelActions(context, rows);
    case 'list':
      return list(name, context, machines);
    // A name without a verb is enough.
    case undefined:
      return rest === '' ? list('', context, machines) : switchTo(rest, context, beside);
  }
}

function list(part: string, context: CommandContext, machines: ProjectMachines): readonly WorkspaceAnswer[] {
  return replyWith(workspaceList(part, context, projectsElsewhere(context, machines)).join('\n'));
}

function infoOf(
  name: string,
  context: CommandContext,
  machines: ProjectMachines,
): readonly WorkspaceAnswer[] {
  const found = ownProject(name, context);
  if (found !== undefined) return [{ kind: 'workspaces.look', path: found.path }];
  const elsewhere = projectElsewhere(name, context, machines);
  if (elsewhere === undefined) return unknownReply(name, context, machines);
  const { isOn } = workspaceTexts(context.texts);
  return replyWith(isOn(elsewhere.name, elsewhere.machines.join(', ')));
}

/** A project of other people is treated as missing: nobody learns that it exists. */
function ownProject(name: string, context: CommandContext): Workspace | undefined {
  const named = context.program.workspaces.findByName(name);
  return workspacesFor(context).found.find(({ path }) => path === named?.path);
}

function switchTo(
  name: string,
  context: CommandContext,
  { rows, machines }: WorkspaceCommandParts,
): readonly WorkspaceAnswer[] {
  const { person, isGroup, workspace, texts } = context;
  // Checked before any name: a reply about a name would reveal whether such a project exists.
  if (isGroup && person.role !== 'owner') return [{ kind: 'reply', text: workspaceTexts(texts).notInGroup }];
  const found = ownProject(name, context);
  if (found === undefined) {
    const elsewhere = projectElsewhere(name, context, machines);
    return elsewhere === undefined ? unknownReply(name, context, machines) : goTo(elsewhere, context, rows);
  }
  if (found.path === workspace)
    return [{ kind: 'reply', text: workspaceTexts(texts).already(projectName(found.path)) }];
  const lines = [workspaceTexts(texts).switched(found.name), ...tasksElsewhereLines(found, context)];
  return [
    { kind: 'workspaces.choose', path: found.path },
    { kind: 'reply', text: lines.join('\n') },
  ];
}

/** Names the running tasks that stay in their project. */
function tasksElsewhereLines({ path }: Workspace, context: CommandContext): readonly string[] {
  return unfinishedTasks(context)
    .filter(({ project }) => project !== path)
    .slice(0, MAX_NAMED)
    .map((task) =>
      workspaceTexts(context.texts).keepsTo(nameFor(task, context, true), projectName(task.project)),
    );
}

function unknownReply(
  name: string,
  context: CommandContext,
  machines: ProjectMachines,
): readonly WorkspaceAnswer[] {
  return replyWith(unknownWorkspace(name, context, projectsElsewhere(context, machines)));
}

/** How much of the typed text is repeated, in UTF-16 code units. */
const MAX_ECHO_LENGTH = 60;

/**
 * `/workspace add <git url> [name]`, or a name alone for an empty one. Typing the address approves fetching it:
 * nothing more is asked, and only an owner may do it.
 */
function addActions(
  rest: string,
  context: CommandContext,
  rows: UnfinishedWorkspaces,
): readonly WorkspaceAnswer[] {
  const { texts, program } = context;
  const words = workspaceTexts(texts);
  const [first = '', ...others] = rest.split(/\s+/);
  if (first === '') return replyWith(words.howToAdd);
  if (program.workspaces.root === undefined) return replyWith(words.needsRoot);
  if (!/[:/\\]/.test(first)) return addWorkspaceActions(undefined, rest, context, rows);
  const read = readCloneUrl(first);
  if (read.kind === 'refused') return replyWith(cloneRefusal(read.why, context));
  const name = others.length > 0 ? others.join(' ') : read.name;
  return name === undefined ? replyWith(words.needsName) : addWorkspaceActions(read.url, name, context, rows);
}

function addWorkspaceActions(
  url: string | undefined,
  name: string,
  context: CommandContext,
  rows: UnfinishedWorkspaces,
): readonly WorkspaceAnswer[] {
  const { texts, program, conversation } = context;
  const obstacle = program.workspaces.findObstacle(name);
  const isOnItsWay = rows.listOpen(conversation).some((one) => one.name.toLowerCase() === name.toLowerCase());
  if (isOnItsWay) return replyWith(workspaceTexts(texts).onItsWay(name));
  if (obstacle !== undefined) return replyWith(obstacleText(obstacle, name, context));
  return [{ kind: 'workspaces.add', url, name }];
}

/** Gives up this chat's unfinished projects. */
function cancelActions(context: CommandContext, rows: UnfinishedWorkspaces): readonly WorkspaceAnswer[] {
  const { conversation, texts } = context;
  const open = rows.listOpen(conversation);
  if (open.length === 0) return replyWith(workspaceTexts(texts).nothingOnItsWay);
  return open.map(({ seq }) => ({ kind: 'workspaces.cancel', seq }));
}

function obstacleText(obstacle: NameObstacle, name: string, { texts }: CommandContext): string {
  const words = workspaceTexts(texts);
  const shown = inlineCode(oneLine(escapeHidden(name), MAX_ECHO_LENGTH));
  switch (obstacle) {
    case 'no-root':
      return words.rootGone;
    case 'bad-name':
      return words.badName(shown);
    case 'taken':
      return words.taken(shown);
  }
}

function cloneRefusal(why: NoCloneUrl, { texts }: CommandContext): string {
  const words = workspaceTexts(texts);
  switch (why) {
    case 'credentials':
      return words.noCredentials;
    case 'protocol':
      return words.onlyHttpsAndSsh;
    case 'malformed':
      return words.badUrl;
  }
}
