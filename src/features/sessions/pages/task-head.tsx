import { basename } from 'node:path';
import { isPlanned } from '../../../contracts/assignment.ts';
import type { ChatCommand } from '../../../contracts/commands.ts';
import { DOUBTED, type SessionRecord } from '../../../contracts/session.ts';
import type { Store } from '../../../contracts/store.ts';
import type { SpokenMessage, WebForm, WebRequest } from '../../../contracts/web-page.ts';
import { sha256 } from '../../../core/json.ts';
import { formatDuration, formatMoney, formatTokens } from '../../../core/texts/format.ts';
import { commandName, localeOf, type Texts } from '../../../core/texts/texts.ts';
import type { Gateway } from '../../../gateway/gateway.ts';
import type { ConsoleVisitors } from '../../../gateway/people/console-visitors.ts';
import { personName } from '../../../gateway/people/person.ts';
import { statusText, taskLine } from '../../../gateway/tasks/session-text.ts';
import { shellTexts } from '../../../web-server/texts/texts.ts';
import {
  Badge,
  ButtonForm,
  type Fact,
  Facts,
  type FormButton,
  toneOf,
  When,
  withoutEmoji,
} from '../../../web-server/ui.tsx';
import { sessionTexts } from '../texts/texts.ts';
import type { TaskRounds } from './task-rounds.ts';

interface TaskHeadProps {
  readonly session: SessionRecord;
  readonly request: WebRequest;
  readonly parts: TaskCommandParts & { readonly store: Pick<Store, 'checkpoints'> };
}

/** The state of a task, and the commands for it. */
export function TaskHead({ session, request, parts }: TaskHeadProps) {
  const { texts, clean } = request;
  const words = sessionTexts(texts);
  const buttons = commandsFor(session, request, parts).map((command) => buttonFor(command, texts));
  const path = `/tasks/${session.id}`;
  return (
    <section class="card" aria-label={clean(taskLine(session))}>
      <div class="buttons">
        <Badge tone={toneOf(session.state)}>{withoutEmoji(statusText(session.state, texts))}</Badge>
        {session.mode === 'talk' ? <Badge tone="calm">{shellTexts(texts).tasks.talk}</Badge> : null}
      </div>
      <Facts facts={taskFacts(session, request)} />
      <div class="actions">
        {session.state.status === 'waiting' ? (
          <a class="button button-main" href="/questions">
            {words.answerIt}
          </a>
        ) : null}
        {buttons.length === 0 ? null : (
          <ButtonForm
            action={path}
            label={words.actions(clean(taskLine(session)))}
            fields={{ after: String(parts.taskRounds.lastHandled()) }}
            buttons={buttons}
          />
        )}
        {parts.store.checkpoints.hasAny(session.id) ? (
          <a class="button button-plain" href={`${path}/changes`}>
            {words.changes}
          </a>
        ) : null}
        <a class="button button-plain" href={`${path}/trace`}>
          {words.trace}
        </a>
      </div>
    </section>
  );
}

const KINDS: Readonly<Record<TaskCommand, FormButton['kind']>> = {
  'agent-resume': 'main',
  merge: 'main',
  apply: 'main',
  pr: 'plain',
  keep: 'plain',
  cancel: 'danger',
  undo: 'danger',
  discard: 'danger',
};

function buttonFor(command: TaskCommand, texts: Texts): FormButton {
  const label = sessionTexts(texts).buttons[command];
  return { name: 'command', value: command, label, kind: KINDS[command] };
}

function taskFacts(session: SessionRecord, request: WebRequest): readonly Fact[] {
  const { texts, clean } = request;
  const { facts: names } = sessionTexts(texts);
  const { owner, project, origin, prompt, usage } = session;
  const { endedAtMs } = session.state;
  return [
    { name: names.cost, value: usage.costKnown ? formatMoney(usage.costMicroUsd) : names.costUnknown },
    { name: names.time, value: formatDuration(usage.earlierActiveMs + usage.activeMs) },
    { name: names.rounds, value: String(usage.round) },
    { name: names.tokens, value: formatTokens(usage.tokens) },
    { name: names.project, value: clean(basename(project)) },
    { name: names.model, value: <code>{clean(prompt.model)}</code> },
    { name: names.person, value: personName(owner, texts) },
    { name: names.began, value: <When atMs={origin.createdAtMs} request={request} /> },
    ...(endedAtMs === undefined
      ? []
      : [{ name: names.ended, value: <When atMs={endedAtMs} request={request} /> }]),
  ];
}

/** In the order of their buttons. */
const TASK_COMMANDS = ['agent-resume', 'merge', 'apply', 'pr', 'keep', 'cancel', 'undo', 'discard'] as const;
type TaskCommand = (typeof TASK_COMMANDS)[number];

export interface TaskCommandParts {
  readonly visitors: Pick<ConsoleVisitors, 'actsAs'>;
  readonly taskRounds: Pick<TaskRounds, 'lastHandled'>;
  readonly wouldAct: Gateway['wouldAct'];
  /** Every chat command; each of those above says how it is typed. */
  commands(): readonly ChatCommand[];
}

type TaskCommandRequest = Pick<WebRequest, 'visitor' | 'texts'>;

/** The commands that this visitor can give for the task now: the same as in its chat. */
export function commandsFor(
  session: SessionRecord,
  request: TaskCommandRequest,
  parts: TaskCommandParts,
): readonly TaskCommand[] {
  const sender = parts.visitors.actsAs(request.visitor, session);
  if (sender === undefined || session.mode === 'talk') return [];
  const { conversation } = session;
  const locale = localeOf(request.texts);
  return TASK_COMMANDS.filter(
    (command) =>
      (command !== 'agent-resume' || hasStopped(session)) &&
      parts.wouldAct({ conversation, sender }, typedCommand(command, session, { request, parts }), locale),
  );
}

/** A button never continues a finished task: it would be unclear what else the task should do. */
function hasStopped(session: SessionRecord): boolean {
  return !isPlanned(session) && (session.state.status !== 'done' || DOUBTED.includes(session.state.reason));
}

/**
 * The command as it is typed in the chat of the task. From a page that was loaded before the last message any command
 * is passed on: another window may have been faster, and the chat then replies with the present state.
 */
export function commandMessage(
  session: SessionRecord,
  { request, form }: { readonly request: TaskCommandRequest; readonly form: WebForm },
  parts: TaskCommandParts,
): SpokenMessage | undefined {
  const { command: named, after } = form;
  const command = TASK_COMMANDS.find((one) => one === named);
  const sender = parts.visitors.actsAs(request.visitor, session);
  if (command === undefined || sender === undefined || session.mode === 'talk') return undefined;
  const last = parts.taskRounds.lastHandled();
  const shownAfter = after !== undefined && /^\d{1,12}$/.test(after) ? Number(after) : last;
  if (shownAfter >= last && !commandsFor(session, request, parts).includes(command)) return undefined;
  const { id, conversation } = session;
  return {
    conversation,
    sender,
    // One key for one state of the page: pressed again on it, here or in another window, it is the same request.
    key: sha256([request.visitor.sender, id, command, String(shownAfter)].join('\n')).slice(0, 24),
    text: typedCommand(command, session, { request, parts }),
  };
}

/** In the language of the page. */
function typedCommand(
  command: TaskCommand,
  { id }: Pick<SessionRecord, 'id'>,
  {
    request: { texts },
    parts: { commands },
  }: { request: TaskCommandRequest; parts: Pick<TaskCommandParts, 'commands'> },
): string {
  const described = commands()
    .find(({ name }) => name === command)
    ?.describe(texts);
  return `${described === undefined ? `/${command}` : commandName(described)} ${id}`;
}
