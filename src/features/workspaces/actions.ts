import type { CommandContext, ProgramFacts } from '../../contracts/commands.ts';
import type { AfterCommit, HandlersOf, MessageScope } from '../../contracts/feature.ts';
import type { ChosenWorkspaceStore } from '../../contracts/workspaces.ts';
import type { Clock } from '../../core/clock.ts';
import { Failure } from '../../core/failure.ts';
import { type InstanceId, newInstanceId, newMessageId } from '../../core/ids.ts';
import { fault } from '../../core/texts/faults.ts';
import { texts } from '../../core/texts/texts.ts';
import type { OutgoingMessages } from '../../gateway/outgoing/outgoing.ts';
import { ownersOnly, projectNames, projectRefusal } from '../../gateway/people/authority.ts';
import { mayWorkIn } from '../../gateway/people/person.ts';
import { chooseWorkspace } from './choose-workspace.ts';
import type { NewWorkspaceStore, WorkspaceAction, WorkspaceAnswer } from './new-workspace.ts';
import type { ProjectMachines } from './projects-elsewhere.ts';
import { workspaceTexts } from './texts/texts.ts';
import { workspaceInfo } from './workspace-text.ts';
import type { WorkspaceWorker } from './workspace-worker.ts';

export interface WorkspaceActionPorts {
  readonly rows: Pick<NewWorkspaceStore, 'add'>;
  readonly chosen: Pick<ChosenWorkspaceStore, 'choose' | 'forget'>;
  readonly worker: Pick<WorkspaceWorker, 'begin' | 'cancel'>;
  readonly outgoing: Pick<OutgoingMessages, 'outbox'>;
  readonly program: Pick<ProgramFacts, 'workspaces'>;
  readonly machines: ProjectMachines;
  readonly instance: InstanceId;
  readonly clock: Clock;
}

/** Carries out what people decide about projects. */
export function workspaceActions(ports: WorkspaceActionPorts): HandlersOf<WorkspaceAction> {
  const { program, chosen, worker, clock } = ports;
  return {
    'workspaces.choose': {
      grants: () => false,
      refusal: ({ path }, context) => choiceRefusal(path, context),
      apply({ path }, { context: { conversation } }) {
        chooseWorkspace(path, conversation, { program, chosen, clock });
        return [];
      },
    },
    'workspaces.move': {
      grants: () => false,
      refusal: ({ project }, context) => choiceRefusal(project, context),
      perform: (action, message, signal) => moveChat(action, message, { machines: ports.machines, signal }),
    },
    'workspaces.add': {
      grants: () => false,
      refusal: ownersOnly,
      apply: (action, message) => [addWorkspace(action, message, ports)],
    },
    'workspaces.cancel': {
      grants: () => false,
      refusal: ownersOnly,
      apply: ({ seq }) => [worker.cancel(seq)],
    },
    'workspaces.look': {
      grants: () => false,
      refusal: ({ path }, context) => projectRefusal(path, context),
      async perform({ path }, { context }) {
        const facts = await program.workspaces.inspect(path);
        return [{ kind: 'reply', text: workspaceInfo(path, facts, context).join('\n') }];
      },
    },
  };
}

/** In a group only an owner decides where it works; in a direct chat every person does, among their projects. */
function choiceRefusal(path: string, { person, isGroup, texts: words }: CommandContext): string | undefined {
  if (isGroup && person.role !== 'owner') return workspaceTexts(words).notInGroup;
  return mayWorkIn(person, path) ? undefined : workspaceTexts(words).notYours(projectNames(person));
}

/** Nothing is replied here once the chat has moved: the other machine does so. */
async function moveChat(
  { project }: Extract<WorkspaceAction, { kind: 'workspaces.move' }>,
  { batch, context: { conversation, texts: words } }: MessageScope,
  { machines, signal }: { readonly machines: ProjectMachines; readonly signal: AbortSignal },
): Promise<readonly WorkspaceAnswer[]> {
  const messages = batch.map(({ message }) => message);
  const outcome = (await machines?.moveTo({ conversation, project, messages })) ?? 'gone';
  if (outcome === 'moved') return [];
  // The next program tries it again.
  if (signal.aborted) throw new Failure('unavailable', fault('program-ends'));
  return [{ kind: 'reply', text: workspaceTexts(words).notMoved[outcome](project) }];
}

/** The row comes first: any later program then makes the project. */
function addWorkspace(
  { url, name }: Extract<WorkspaceAction, { kind: 'workspaces.add' }>,
  { row, context, locale }: MessageScope,
  { rows, instance, outgoing, clock, worker }: WorkspaceActionPorts,
): AfterCommit {
  const { conversation } = context;
  const messageId = newMessageId();
  const seq = rows.add({
    instance,
    conversation,
    locale,
    requester: row.message.sender,
    url,
    name,
    token: newInstanceId(),
    messageId,
    atMs: clock.nowMs(),
  });
  const { bringing, making } = workspaceTexts(texts(locale));
  const text = url === undefined ? making(name) : bringing(name);
  const body = { kind: 'text', text } as const;
  outgoing.outbox.enqueue({ conversation, key: `workspace:${seq}`, id: messageId, body });
  return () => worker.begin(seq);
}
