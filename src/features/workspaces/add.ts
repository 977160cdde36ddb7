import type { CommandContext } from '../../contracts/commands.ts';
import type { Obstacle } from '../../contracts/workspaces.ts';
import { code, oneLine } from '../../core/text.ts';
import { type NoCloneUrl, readCloneUrl } from '../../git/workspaces/clone-url.ts';
import { escapeHidden } from '../../policy/display.ts';
import type { NewWorkspaceStore, WorkspaceAnswer } from './new-workspace.ts';
import { workspaceTexts } from './texts/texts.ts';

/** What `/workspace` may look at. */
export interface WorkspaceContext extends CommandContext {
  readonly rows: Pick<NewWorkspaceStore, 'open'>;
}

/** How much of the typed text is repeated, in UTF-16 code units. */
const MAX_ECHO_LENGTH = 60;

/**
 * `/workspace add <git url> [name]`, or a name alone for an empty one. Typing the address approves fetching it:
 * nothing more is asked, and only an owner may do it.
 */
export function addActions(rest: string, context: WorkspaceContext): readonly WorkspaceAnswer[] {
  const { texts, program } = context;
  const words = workspaceTexts(texts);
  const [first = '', ...others] = rest.split(/\s+/);
  if (first === '') return replyWith(words.howToAdd);
  if (program.workspaces.root === undefined) return replyWith(words.needsRoot);
  if (!/[:/\\]/.test(first)) return addWorkspaceActions(undefined, rest, context);
  const read = readCloneUrl(first);
  if (read.kind === 'refused') return replyWith(refusalOf(read.why, context));
  const name = others.length > 0 ? others.join(' ') : read.name;
  return name === undefined ? replyWith(words.needsName) : addWorkspaceActions(read.url, name, context);
}

function addWorkspaceActions(
  url: string | undefined,
  name: string,
  context: WorkspaceContext,
): readonly WorkspaceAnswer[] {
  const { texts, program, rows, conversation } = context;
  const obstacle = program.workspaces.obstacle(name);
  const isOnItsWay = rows.open(conversation).some((one) => one.name.toLowerCase() === name.toLowerCase());
  if (isOnItsWay) return replyWith(workspaceTexts(texts).onItsWay(name));
  if (obstacle !== undefined) return replyWith(obstacleText(obstacle, name, context));
  return [{ kind: 'workspaces.add', url, name }];
}

/** Gives up this chat's unfinished projects. */
export function cancelActions(context: WorkspaceContext): readonly WorkspaceAnswer[] {
  const { rows, conversation, texts } = context;
  const open = rows.open(conversation);
  if (open.length === 0) return replyWith(workspaceTexts(texts).nothingOnItsWay);
  return open.map(({ seq }) => ({ kind: 'workspaces.cancel', seq }));
}

function obstacleText(obstacle: Obstacle, name: string, { texts }: CommandContext): string {
  const words = workspaceTexts(texts);
  const shown = code(oneLine(escapeHidden(name), MAX_ECHO_LENGTH));
  switch (obstacle) {
    case 'no-root':
      return words.rootGone;
    case 'bad-name':
      return words.badName(shown);
    case 'taken':
      return words.taken(shown);
  }
}

function refusalOf(why: NoCloneUrl, { texts }: CommandContext): string {
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

function replyWith(text: string): readonly WorkspaceAnswer[] {
  return [{ kind: 'reply', text }];
}
