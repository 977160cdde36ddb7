import { oneLine } from '../base/text.ts';
import type { CommandContext } from '../contracts/commands.ts';
import type { WorkspaceFacts, WorkspaceList } from '../contracts/workspaces.ts';
import { escapeHidden } from '../policy/display.ts';
import { bootstrapLines } from './bootstrap-text.ts';
import { openSessions } from './conversation-sessions.ts';
import { projectName } from './project-name.ts';
import { statusLine } from './task-meant.ts';

/** Of the subject of a commit, in UTF-16 code units: one line of a phone. */
const LONGEST_SUBJECT = 60;

/** Where it lies on the computer is for an owner alone; everybody else knows it by its name. */
export function projectFor(
  path: string,
  { person, isGroup }: Pick<CommandContext, 'person' | 'isGroup'>,
): string {
  return person.role === 'owner' && !isGroup ? escapeHidden(path) : projectName(path);
}

/** Those that the sender may work in; nobody learns the names of others. */
export function workspacesFor({
  person,
  program,
}: Pick<CommandContext, 'person' | 'program'>): WorkspaceList {
  const { found, leftOut } = program.workspaces.list();
  const { workspaces } = person;
  if (workspaces === undefined) return { found, leftOut };
  return { found: found.filter(({ name }) => workspaces.includes(name)), leftOut: 0 };
}

export function workspaceList(context: CommandContext): readonly string[] {
  const { program, workspace, texts } = context;
  const words = texts.workspaces;
  const { root } = program.workspaces;
  const { found, leftOut } = workspacesFor(context);
  if (root === undefined) return [words.onlyOne(projectName(program.workspaces.usual))];
  const isAlone = context.person.role === 'owner' && !context.isGroup;
  const other = found.find(({ path }) => path !== workspace);
  return [
    isAlone ? words.titleIn(escapeHidden(root)) : words.title,
    ...found.map(({ name, path }) => (path === workspace ? words.here(name) : `   ${name}`)),
    ...(found.length === 0 ? [words.noneYet] : []),
    ...(leftOut > 0 ? [words.leftOut(leftOut)] : []),
    ...(other === undefined ? [] : [words.howToSwitch(other.name)]),
    ...whyNotHere(context),
  ];
}

/** When nothing can begin where this conversation works. */
function whyNotHere({ program: { workspaces }, workspace, texts }: CommandContext): readonly string[] {
  if (workspaces.stands(workspace)) return [];
  const { chooseFirst, gone } = texts.workspaces;
  return [workspace === workspaces.usual ? chooseFirst : gone(projectName(workspace))];
}

/** One project at a glance. */
export function workspaceInfo(
  path: string,
  facts: WorkspaceFacts,
  context: CommandContext,
): readonly string[] {
  const { texts, program } = context;
  if (!program.workspaces.stands(path)) return whyNotHere({ ...context, workspace: path });
  const { languages, testCommand } = facts;
  const kinds = [languages.join(', '), testCommand ?? ''].filter((text) => text !== '').join(' · ');
  const here = openSessions(context).filter(({ project }) => project === path);
  return [
    texts.status.workspace(projectFor(path, context)),
    ...repositoryLines(facts, context),
    ...(kinds === '' ? [] : [`🧰 ${kinds}`]),
    ...bootstrapLines({ ...context, workspace: path }),
    ...here.map((session) => statusLine(session, context)),
  ];
}

function repositoryLines(
  { repository }: WorkspaceFacts,
  { texts: { workspaces: words } }: Pick<CommandContext, 'texts'>,
): readonly string[] {
  if (repository === undefined) return [`🌿 ${words.noGit}`];
  if (typeof repository === 'string') return [`⚠️ ${repository}`];
  const { branch, changed, lastCommit } = repository;
  const shown = oneLine(escapeHidden(lastCommit?.subject ?? ''), LONGEST_SUBJECT);
  const commit = lastCommit === undefined ? words.noCommit : `${lastCommit.hash.slice(0, 7)} ${shown}`;
  return [
    words.branch(branch === undefined ? words.detached : escapeHidden(branch), changed),
    `🔖 ${commit}`,
  ];
}
