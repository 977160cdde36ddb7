import type { Machines } from '../../cluster/machines.ts';
import type { Feature } from '../../contracts/feature.ts';
import type { Store, WorkRecords } from '../../contracts/store.ts';
import type { WebPage, WebResource } from '../../contracts/web-page.ts';
import { once } from '../../core/memoize.ts';
import type { Database } from '../../store/database.ts';
import { createTaskRows } from '../../store/task-rows.ts';
import { agentCommand, agentResumeCommand, queueCommand } from './agent.ts';
import { cancelCommand } from './cancel.ts';
import { compactCommand, contextCommand } from './context.ts';
import { type DoubtedEndsParts, untestedMarker } from './doubted-ends.ts';
import type { ChangesParts } from './pages/changes.tsx';
import type { TaskParts } from './pages/task.tsx';
import { createEvidence, createTaskRounds } from './pages/task-rounds.ts';
import { sessionsCommand, statusCommand } from './status.ts';
import { sessionTexts } from './texts/texts.ts';

export interface SessionsFeatureParts
  extends Pick<ChangesParts, 'checkpoints' | 'colourLines'>,
    Pick<TaskParts, 'visitors' | 'wouldAct'> {
  /** All of them: each may add lines to `/status`, and has the commands that buttons of tasks stand for. */
  features(): readonly Feature[];
  readonly database: Database;
  /** Undefined when the program is alone. */
  readonly machines: Pick<Machines, 'earlierCells'> | undefined;
  readonly doubtedEnds: DoubtedEndsParts['rows'];
  readonly store: WorkRecords & Pick<Store, 'history' | 'sessions' | 'spending'> & DoubtedEndsParts['store'];
}

/** Begins, continues, stops and shows tasks. */
export function sessionsFeature(parts: SessionsFeatureParts): Feature {
  return {
    name: 'sessions',
    commands: [
      agentCommand,
      statusCommand(parts.features),
      cancelCommand,
      agentResumeCommand,
      queueCommand,
      sessionsCommand(parts.machines),
      contextCommand,
      compactCommand,
    ],
    tidy: untestedMarker({ rows: parts.doubtedEnds, store: parts.store }),
    pages: taskPages(parts),
    downloads: [
      {
        path: '/tasks/:id/changes/file',
        async load() {
          const { changesFile } = await import('./pages/changes.tsx');
          return changesFile(parts);
        },
      },
    ],
    resources: resourcesOf(parts),
  };
}

type ShownParts = Omit<SessionsFeatureParts, 'doubtedEnds' | 'machines'>;

function resourcesOf({ database, store, visitors }: ShownParts): readonly WebResource[] {
  const rows = once(() => createTaskRows(database));
  const taskRounds = once(() => createTaskRounds(database));
  return [
    {
      name: 'tasks',
      summary: 'Tasks and talks, to be filtered and searched.',
      async load() {
        const { tasksData } = await import('./pages/tasks-data.ts');
        return tasksData(rows());
      },
    },
    {
      name: 'task',
      summary: 'One task: its plan, its rounds, and what each of them cost.',
      async load() {
        const { taskData } = await import('./pages/tasks-data.ts');
        return taskData({ store, taskRounds: taskRounds(), visitors });
      },
    },
  ];
}

function taskPages(parts: ShownParts): readonly WebPage[] {
  const { features, database, store, checkpoints, visitors, wouldAct, colourLines } = parts;
  const rows = once(() => createTaskRows(database));
  const taskRounds = once(() => createTaskRounds(database));
  const evidence = once(() => createEvidence({ store, taskRounds: taskRounds() }));
  return [
    {
      path: '/tasks',
      label: (texts) => sessionTexts(texts).label,
      group: 'daily',
      async load() {
        const { tasksView } = await import('./pages/tasks.tsx');
        return tasksView(rows());
      },
    },
    {
      path: '/tasks/:id',
      async load() {
        const { taskView } = await import('./pages/task.tsx');
        return taskView({
          store,
          taskRounds: taskRounds(),
          visitors,
          wouldAct,
          commands: () => features().flatMap(({ commands = [] }) => commands),
          evidence: evidence(),
        });
      },
    },
    {
      path: '/tasks/:id/calls/:call',
      async load() {
        const { callView } = await import('./pages/call.tsx');
        return callView({ store, taskRounds: taskRounds(), visitors });
      },
    },
    {
      path: '/tasks/:id/changes',
      async load() {
        const { changesView } = await import('./pages/changes.tsx');
        return changesView({ store, checkpoints, visitors, colourLines });
      },
    },
  ];
}
