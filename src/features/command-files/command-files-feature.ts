import type { AssignedSessions, Feature } from '../../contracts/feature.ts';
import type { Store } from '../../contracts/store.ts';
import type { AnyTool } from '../../contracts/tool.ts';
import type { WebPage } from '../../contracts/web-page.ts';
import { taskOf } from '../../gateway/tasks/start-task.ts';
import { type CommandAssignment, type CommandTermsParts, commandTerms } from './command-terms.ts';
import type { CommandFiles } from './files/open-command-files.ts';
import { findCommandFiles } from './find-for-message.ts';
import { loadCommand } from './load-command.ts';
import type { CommandsPageParts } from './pages/commands.tsx';
import { commandFileTexts } from './texts/texts.ts';
import { trustActions, trustCommand, trustQuestions } from './trust.ts';

export interface CommandFilesFeatureParts extends Pick<CommandTermsParts, 'isOwners'> {
  readonly files: CommandFiles;
  readonly store: CommandsPageParts['store'] & Pick<Store, 'trust'>;
  readonly program: CommandsPageParts['program'];
  readonly visitors: CommandsPageParts['visitors'];
}

/**
 * Commands that people write as files: `/name` begins a task with them, `/trust` lets them do things without a
 * question.
 */
export function commandFilesFeature(parts: CommandFilesFeatureParts): Feature {
  const { files, store, isOwners } = parts;
  const sessions: AssignedSessions<CommandAssignment> = {
    kind: 'command',
    termsOf: commandTerms({ files, trust: store.trust, isOwners }),
    retype(before, text) {
      const assignment = { ...before, text };
      return { task: taskOf(assignment), assignment };
    },
  };
  return {
    name: 'command-files',
    commands: [trustCommand],
    tools: [loadCommand(files)],
    actions: trustActions(files, store),
    questions: trustQuestions,
    messages: { findCommands: (message, context) => findCommandFiles(message, context, files) },
    sessions,
    pages: commandFilePages(parts),
  };
}

function commandFilePages({ files, program, store, visitors }: CommandFilesFeatureParts): readonly WebPage[] {
  return [
    {
      path: '/commands',
      label: (texts) => commandFileTexts(texts).page.label,
      async load() {
        const { commandsView } = await import('./pages/commands.tsx');
        return commandsView({ files, program, store, visitors });
      },
    },
  ];
}

/** The tools of this feature for catalogues, where nothing is carried out. */
export function describedCommandTools(): readonly AnyTool[] {
  const load = () =>
    Promise.reject(new Error('a tool of command files was called outside a running program'));
  return [loadCommand({ load })];
}
