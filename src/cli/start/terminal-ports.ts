import type { Dirent } from 'node:fs';
import { readdir, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import type { App } from '../../app.ts';
import { CONSOLE, LOCAL } from '../../channels/console/console.ts';
import type { TerminalPorts } from '../../channels/console/terminal.ts';
import { codeOf } from '../../core/failure.ts';
import { conversationId } from '../../core/ids.ts';
import { isInside } from '../../core/paths.ts';
import { atWork, isAlive } from '../../gateway/tasks/conversation-sessions.ts';
import { taskLine } from '../../gateway/tasks/session-text.ts';
import { taskName } from '../../gateway/tasks/task-name.ts';
import { loadHighlight } from '../../pictures/load-highlight.ts';
import { escapeHidden } from '../../policy/display.ts';
import type { Settings } from '../../settings/settings.ts';

const CONVERSATION = conversationId(CONSOLE, LOCAL);
/** How many of the latest tasks are offered. */
const MAX_TASKS = 50;
/** Names of one folder; nobody chooses among more. */
const MAX_NAMES = 2000;

interface TerminalPortsParts {
  /** Undefined before the program is composed. */
  app(): Pick<App, 'commandFiles' | 'commands' | 'gateway' | 'store'> | undefined;
  readonly settings: Pick<Settings, 'workspace' | 'worktrees'>;
  readonly packageRoot: string;
}

/** What a terminal asks the program: what runs, what is left, what Tab may offer. */
export function terminalPorts({ app, settings, packageRoot }: TerminalPortsParts): TerminalPorts {
  let highlight: ReturnType<TerminalPorts['highlight']> | undefined;
  const project = (): string =>
    app()?.store.chosenWorkspaces.find(CONVERSATION) ?? settings.workspace.projectRoot;
  return {
    listRunning() {
      const { store } = app() ?? {};
      if (store === undefined) return [];
      const numbering = { store, maxParallelTasks: settings.worktrees.parallel };
      return atWork({ conversation: CONVERSATION, store }).map((session) => ({
        session: session.id,
        name: escapeHidden(taskName(session, numbering)),
      }));
    },
    leftBehind: () => ({
      tasks: app()?.gateway.summary().ongoingSessions ?? 0,
      questions: app()?.store.approvals.listPending(CONVERSATION).length ?? 0,
    }),
    completion: {
      async commands() {
        const { commands = [], commandFiles } = app() ?? {};
        const files = (await commandFiles?.list(project())) ?? [];
        const ofFiles = files.filter(({ hiddenBy }) => hiddenBy === undefined).map(({ name }) => name);
        const names = commands.flatMap(({ name, aliases }) => [name, ...aliases]);
        return [...new Set([...names, ...ofFiles])].sort();
      },
      tasks() {
        const { store } = app() ?? {};
        const latest = store?.sessions.listNewest(CONVERSATION, MAX_TASKS) ?? [];
        return latest
          .filter((session) => store !== undefined && session.number > 0 && isAlive(session, store))
          .map((session) => ({ number: session.number, title: taskLine(session) }));
      },
      files: (folder) => namesInProject(project(), folder),
    },
    highlight: () => (highlight ??= loadHighlight(join(packageRoot, 'dist', 'pictures'))),
  };
}

/** Empty for a folder outside of the project, and for one that is not there. */
async function namesInProject(root: string, folder: string): Promise<readonly string[]> {
  try {
    const [canonicalRoot, canonical] = [await realpath(root), await realpath(join(root, folder))];
    if (!isInside(canonical, canonicalRoot)) return [];
    const entries = await readdir(canonical, { withFileTypes: true });
    return entries.flatMap(nameOf).sort().slice(0, MAX_NAMES);
  } catch (error) {
    if (codeOf(error) === undefined) throw error;
    return [];
  }
}

function nameOf(entry: Dirent): readonly string[] {
  if (entry.name === '.git') return [];
  return [entry.isDirectory() ? `${entry.name}/` : entry.name];
}
