import type { CommandContext } from '../../contracts/commands.ts';
import type { ProjectElsewhere } from '../../contracts/machines.ts';
import type { Workspace, WorkspaceFacts } from '../../contracts/workspaces.ts';
import { inlineCode, oneLine } from '../../core/text.ts';
import { localeOf } from '../../core/texts/texts.ts';
import { openSessions } from '../../gateway/tasks/conversation-sessions.ts';
import { bootstrapLines, projectFor, projectName, workspacesFor } from '../../gateway/tasks/projects.ts';
import { statusLine } from '../../gateway/tasks/task-status.ts';
import { escapeHidden } from '../../policy/display.ts';
import { type WorkspaceTexts, workspaceTexts } from './texts/texts.ts';

/** How much of an unknown name is repeated, in UTF-16 code units. */
const MAX_ECHO_LENGTH = 60;
/** How many existing projects are listed after an unknown name. */
const MAX_NAMED = 10;
/** How much of a commit's subject is shown, in UTF-16 code units: one line of a phone. */
const MAX_SUBJECT_LENGTH = 60;

/** How many projects one message lists: more are not readable on a phone. */
const MAX_LISTED = 25;

/**
 * @param part of the names to search for; empty for all
 * @param elsewhere projects of other machines
 */
export function workspaceList(
  part: string,
  context: CommandContext,
  elsewhere: readonly ProjectElsewhere[],
): readonly string[] {
  const { program, workspace } = context;
  const words = workspaceTexts(context.texts);
  const { root, usual } = program.workspaces;
  if (root === undefined && elsewhere.length === 0) return [words.onlyOne(projectName(usual))];
  const isAlone = context.person.role === 'owner' && !context.isGroup;
  const found = workspacesFor(context).found.filter(({ name }) => isLike(name, part));
  const away = elsewhere.filter(({ name }) => isLike(name, part));
  if (part !== '' && found.length + away.length === 0) return [unknownWorkspace(part, context, elsewhere)];
  const shown = firstOf(found, workspace);
  const shownAway = away.slice(0, MAX_LISTED - shown.length);
  return [
    isAlone && root !== undefined ? words.titleIn(escapeHidden(root)) : words.title,
    ...shown.map(({ name, path }) => (path === workspace ? words.here(name) : `   ${name}`)),
    ...shownAway.map(({ name, machines }) => words.elsewhere(name, machines.join(', '))),
    ...notShownLines(found.length + away.length, shown.length + shownAway.length, words),
    ...leftOutLines(part, context),
    ...howToSwitchLines([...shown.filter(({ path }) => path !== workspace), ...shownAway], context),
    ...whyNotHere(workspace, context),
  ];
}

function notShownLines(count: number, shown: number, words: WorkspaceTexts): readonly string[] {
  if (count === 0) return [words.noneYet];
  return shown < count ? [words.more(count - shown)] : [];
}

/** Folders that cannot be projects; a search is not about them. */
function leftOutLines(part: string, context: CommandContext): readonly string[] {
  const { leftOut } = workspacesFor(context);
  return part === '' && leftOut > 0 ? [workspaceTexts(context.texts).leftOut(leftOut)] : [];
}

function howToSwitchLines(
  [other]: readonly { readonly name: string }[],
  { isGroup, person, texts }: CommandContext,
): readonly string[] {
  if (other === undefined || (isGroup && person.role !== 'owner')) return [];
  return [texts.projects.howToSwitch(other.name)];
}

/** The chat's own project is always included. */
function firstOf(found: readonly Workspace[], own: string): readonly Workspace[] {
  if (found.length <= MAX_LISTED) return found;
  const ours = found.filter(({ path }) => path === own);
  const others = found.filter(({ path }) => path !== own);
  return [...ours, ...others.slice(0, MAX_LISTED - ours.length)];
}

function isLike(name: string, part: string): boolean {
  return name.toLowerCase().includes(part.normalize('NFC').toLowerCase());
}

/** The names most similar to the typed one come first, as in the list. */
export function unknownWorkspace(
  name: string,
  context: CommandContext,
  elsewhere: readonly ProjectElsewhere[],
): string {
  const { unknown: among, unknownAndNone } = workspaceTexts(context.texts);
  const shown = inlineCode(oneLine(escapeHidden(name), MAX_ECHO_LENGTH));
  const names = [...workspacesFor(context).found, ...elsewhere].map((one) => one.name);
  const known = names.toSorted((one, other) => Number(isLike(other, name)) - Number(isLike(one, name)));
  const more = known.length > MAX_NAMED ? `, … (+${known.length - MAX_NAMED})` : '';
  return known.length === 0
    ? unknownAndNone(shown)
    : among(shown, known.slice(0, MAX_NAMED).join(', ') + more);
}

/** Shown when nothing can begin in this project. */
function whyNotHere(path: string, { program: { workspaces }, texts }: CommandContext): readonly string[] {
  if (workspaces.isWorkspace(path)) return [];
  const { chooseFirst, gone } = texts.projects;
  return [path === workspaces.usual ? chooseFirst : gone(projectName(path))];
}

/** One project at a glance. */
export function workspaceInfo(
  path: string,
  facts: WorkspaceFacts,
  context: CommandContext,
): readonly string[] {
  const { texts, program } = context;
  if (!program.workspaces.isWorkspace(path)) return whyNotHere(path, context);
  const { languages, testCommand } = facts;
  const kinds = [languages.join(', '), testCommand ?? ''].filter((text) => text !== '').join(' · ');
  const here = openSessions(context).filter(({ project }) => project === path);
  return [
    texts.status.workspace(projectFor(path, context)),
    ...repositoryLines(path, facts, context),
    ...(kinds === '' ? [] : [`🧰 ${kinds}`]),
    ...bootstrapLines(context, path),
    ...here.map((session) => statusLine(session, context)),
  ];
}

function repositoryLines(
  path: string,
  { repository }: WorkspaceFacts,
  context: Pick<CommandContext, 'texts' | 'person' | 'isGroup'>,
): readonly string[] {
  const words = workspaceTexts(context.texts);
  if (repository === undefined) return [`🌿 ${words.noGit}`];
  if (typeof repository === 'function') {
    const why = repository(localeOf(context.texts));
    return [`⚠️ ${why.replaceAll(path, projectFor(path, context))}`];
  }
  const { branch, changed, lastCommit } = repository;
  const shown = oneLine(escapeHidden(lastCommit?.subject ?? ''), MAX_SUBJECT_LENGTH);
  const commit = lastCommit === undefined ? words.noCommit : `${lastCommit.hash.slice(0, 7)} ${shown}`;
  return [
    words.branch(branch === undefined ? words.detached : escapeHidden(branch), changed),
    `🔖 ${commit}`,
  ];
}
