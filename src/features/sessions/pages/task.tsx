import { basename } from 'node:path';
import { isPlanned } from '../../../contracts/assignment.ts';
import type { SessionRecord } from '../../../contracts/session.ts';
import type { CallRecord, Store } from '../../../contracts/store.ts';
import type { TaskPlan } from '../../../contracts/task-plan.ts';
import type { SpokenMessage, WebForm, WebRequest, WebView } from '../../../contracts/web-page.ts';
import { sessionIdOf } from '../../../core/ids.ts';
import { isJsonObject, sha256 } from '../../../core/json.ts';
import { shorten } from '../../../core/text.ts';
import { commandName } from '../../../core/texts/command-name.ts';
import { formatBrief, formatDuration, formatMoney, formatTokens } from '../../../core/texts/format.ts';
import type { Texts } from '../../../core/texts/texts.ts';
import type { ConsoleVisitors } from '../../../gateway/people/console-visitors.ts';
import { isAtRest } from '../../../gateway/tasks/conversation-sessions.ts';
import { statusText, taskLine } from '../../../gateway/tasks/session-text.ts';
import {
  Badge,
  ButtonForm,
  Card,
  Code,
  Empty,
  type Fact,
  Facts,
  type FormButton,
  Prose,
  toneOf,
  When,
  withoutEmoji,
} from '../../../web-server/ui.tsx';
import { taskPageTexts } from '../texts/texts.ts';
import type { RoundShown, TaskAccounts } from './task-account.ts';

/** More rounds are shown when they are asked for: a page stays light however long a task was. */
const ROUNDS_SHOWN = 25;
/** Longest input and result of a call, in UTF-16 code units. */
const MAX_SHOWN = 1500;
const MAX_REQUEST = 4000;
/** Two presses of a button within this time are one wish; later, it is asked again what was refused before. */
const SAME_WISH_MS = 5000;

export interface TaskParts {
  readonly store: Pick<Store, 'checkpoints' | 'history' | 'sessions'>;
  readonly accounts: TaskAccounts;
  readonly visitors: Pick<ConsoleVisitors, 'actsAs' | 'mayRead'>;
}

/** One task: what was asked, planned, done and said, and what to do with it. */
export function taskView(parts: TaskParts): WebView {
  return {
    async show(request) {
      const session = sessionOf(request, parts);
      if (session === undefined) return undefined;
      const { texts, clean } = request;
      return {
        title: clean(taskLine(session)),
        regions: [
          { name: 'head', body: <Head session={session} request={request} parts={parts} /> },
          {
            name: 'course',
            body: (
              <div class="columns">
                <div>
                  <Timeline rounds={parts.accounts.rounds(session.id)} session={session} request={request} />
                </div>
                <div>
                  <Plan plan={parts.store.history.plan(session.id)} request={request} />
                  <Report text={parts.accounts.report(session.id)} request={request} />
                  <Card id="request" title={taskPageTexts(texts).request}>
                    <Prose text={clean(shorten(session.task, MAX_REQUEST))} />
                  </Card>
                </div>
              </div>
            ),
          },
        ],
      };
    },
    submit: (request, form) => commandFor(request, form, parts),
  };
}

export interface ReadableTasks {
  readonly store: Pick<Store, 'sessions'>;
  readonly visitors: Pick<ConsoleVisitors, 'mayRead'>;
}

/** The task of the address, if this visitor may see it: what is not theirs is not there. */
export function sessionOf(
  { param, visitor }: Pick<WebRequest, 'param' | 'visitor'>,
  { store, visitors }: ReadableTasks,
): SessionRecord | undefined {
  const id = sessionIdOf(param('id'));
  const session = id && store.sessions.get(id);
  return session !== undefined && visitors.mayRead(visitor, session) ? session : undefined;
}

const COMMANDS = ['cancel', 'agent-resume', 'undo'] as const;
type Command = (typeof COMMANDS)[number];

/** What can be done with it now. The chat decides once more, by the rows of that moment. */
function commandsFor(session: SessionRecord, { store }: TaskParts): readonly Command[] {
  if (session.mode === 'talk') return [];
  if (!isAtRest(session)) return ['cancel'];
  return [
    ...(session.status === 'done' || isPlanned(session) ? [] : (['agent-resume'] as const)),
    ...(store.checkpoints.hasAny(session.id) ? (['undo'] as const) : []),
  ];
}

/** The command as it is typed in the chat of the task. */
function commandFor(
  request: WebRequest,
  { command = '' }: WebForm,
  parts: TaskParts,
): SpokenMessage | undefined {
  const session = sessionOf(request, parts);
  const wanted = COMMANDS.find((one) => one === command);
  if (session === undefined || wanted === undefined || !commandsFor(session, parts).includes(wanted))
    return undefined;
  const sender = parts.visitors.actsAs(request.visitor, session);
  if (sender === undefined) return undefined;
  const { id, conversation } = session;
  const moment = Math.floor(request.nowMs / SAME_WISH_MS);
  return {
    conversation,
    sender,
    key: sha256([request.visitor.sender, id, wanted, String(moment)].join('\n')).slice(0, 24),
    text: `${commandName(request.texts.commands[wanted])} ${id}`,
  };
}

interface HeadProps {
  readonly session: SessionRecord;
  readonly request: WebRequest;
  readonly parts: TaskParts;
}

function Head({ session, request, parts }: HeadProps) {
  const { texts, clean, visitor } = request;
  const words = taskPageTexts(texts);
  const isTheirs = parts.visitors.actsAs(visitor, session) !== undefined;
  const buttons = isTheirs ? commandsFor(session, parts).map((command) => buttonFor(command, texts)) : [];
  const path = `/tasks/${session.id}`;
  return (
    <section class="card" aria-label={clean(taskLine(session))}>
      <div class="buttons">
        <Badge tone={toneOf(session)}>{withoutEmoji(statusText(session, texts))}</Badge>
        {session.mode === 'talk' ? <Badge tone="calm">{words.talk}</Badge> : null}
      </div>
      <Facts facts={factsOf(session, request)} />
      <div class="actions">
        {buttons.length === 0 ? null : (
          <ButtonForm action={path} label={words.actions(clean(taskLine(session)))} buttons={buttons} />
        )}
        {parts.store.checkpoints.hasAny(session.id) ? (
          <a class="button button-plain" href={`${path}/changes`}>
            {words.changes}
          </a>
        ) : null}
      </div>
    </section>
  );
}

function buttonFor(command: Command, texts: Texts): FormButton {
  const words = taskPageTexts(texts);
  const labels = { cancel: words.stop, 'agent-resume': words.resume, undo: words.undo };
  return {
    name: 'command',
    value: command,
    label: labels[command],
    kind: command === 'agent-resume' ? 'main' : 'danger',
  };
}

function factsOf(session: SessionRecord, request: WebRequest): readonly Fact[] {
  const { texts, clean } = request;
  const { facts: names, atMachine } = taskPageTexts(texts);
  const { costKnown, costMicroUsd, earlierActiveMs = 0, activeMs, endedAtMs, owner } = session;
  return [
    { name: names.cost, value: costKnown ? formatMoney(costMicroUsd) : texts.progress.costUnknown },
    { name: names.time, value: formatDuration(earlierActiveMs + activeMs) },
    { name: names.rounds, value: String(session.round) },
    { name: names.tokens, value: formatTokens(session.tokens) },
    { name: names.project, value: clean(basename(session.project)) },
    { name: names.model, value: <code>{clean(session.model)}</code> },
    { name: names.person, value: /^\d+$/.test(owner) ? `+${owner}` : atMachine },
    { name: names.began, value: <When atMs={session.createdAtMs} request={request} /> },
    ...(endedAtMs === undefined
      ? []
      : [{ name: names.ended, value: <When atMs={endedAtMs} request={request} /> }]),
  ];
}

const MARKS = { pending: '○', in_progress: '◐', done: '✓', failed: '✕', skipped: '–' } as const;

function Plan({
  plan,
  request: { texts, clean },
}: {
  readonly plan: TaskPlan | undefined;
  readonly request: WebRequest;
}) {
  if (plan === undefined) return null;
  const words = taskPageTexts(texts);
  const done = plan.steps.filter(({ status }) => status === 'done').length;
  return (
    <Card id="plan" title={words.plan} aside={words.steps(String(done), String(plan.steps.length))}>
      <ol class="plan">
        {plan.steps.map(({ status, title, note }) => (
          <li class={status}>
            <span class="mark" role="img" aria-label={words.step[status]}>
              {MARKS[status]}
            </span>
            <span>
              {clean(title)}
              {note === undefined ? null : <span class="meta">{clean(note)}</span>}
            </span>
          </li>
        ))}
      </ol>
    </Card>
  );
}

function Report({ text, request }: { readonly text: string | undefined; readonly request: WebRequest }) {
  if (text === undefined) return null;
  return (
    <Card id="report" title={taskPageTexts(request.texts).report}>
      <Prose text={request.clean(text)} />
    </Card>
  );
}

interface TimelineProps {
  readonly rounds: readonly RoundShown[];
  readonly session: SessionRecord;
  readonly request: WebRequest;
}

function Timeline({ rounds, session, request }: TimelineProps) {
  const words = taskPageTexts(request.texts);
  const shown = request.query('rounds') === 'all' ? rounds : rounds.slice(-ROUNDS_SHOWN);
  const left = rounds.length - shown.length;
  return (
    <Card id="timeline" title={words.timeline}>
      {left > 0 ? (
        <p class="meta">
          <span>{words.earlier(String(left))}</span>
          <a href={`/tasks/${session.id}?rounds=all`}>{words.showAll}</a>
        </p>
      ) : null}
      {shown.length === 0 ? (
        <Empty>{words.notBegun}</Empty>
      ) : (
        <ol class="timeline">
          {shown.map((round) => (
            <li>
              <h3>{words.round(String(round.round))}</h3>
              {round.words === '' ? null : <Prose text={request.clean(shorten(round.words, MAX_SHOWN))} />}
              {round.calls.map((call) => (
                <Call call={call} request={request} />
              ))}
            </li>
          ))}
        </ol>
      )}
    </Card>
  );
}

function Call({
  call,
  request: { texts, clean },
}: {
  readonly call: CallRecord;
  readonly request: WebRequest;
}) {
  const words = taskPageTexts(texts);
  const { result } = call;
  const input = clean(shorten(JSON.stringify(call.input, null, 2), MAX_SHOWN));
  return (
    <details class="call" id={`call-${call.round}-${call.position}-${sha256(call.id).slice(0, 8)}`}>
      <summary>
        <span class="what">
          <b>{clean(call.tool)}</b> {clean(subjectOf(call))}
        </span>
        <span class={result?.ok === false ? 'took failed' : 'took'}>{stateOf(call, words)}</span>
      </summary>
      <div class="inside">
        <h3>{words.input}</h3>
        <Code text={input} />
        {result === undefined ? null : (
          <>
            <h3>{words.output}</h3>
            <Code text={clean(shorten(result.text, MAX_SHOWN))} />
          </>
        )}
      </div>
    </details>
  );
}

const SUBJECTS = ['command', 'path', 'query', 'pattern', 'url', 'message', 'task'];
const MAX_SUBJECT = 120;

/** What a call is about, in a line: the command, the file. */
function subjectOf({ input }: CallRecord): string {
  if (!isJsonObject(input)) return '';
  const subject = SUBJECTS.map((name) => input[name]).find((value) => typeof value === 'string');
  return typeof subject === 'string' ? shorten(subject.split('\n', 1)[0] ?? '', MAX_SUBJECT) : '';
}

function stateOf({ state, result }: CallRecord, words: ReturnType<typeof taskPageTexts>): string {
  if (result !== undefined) return result.ok ? formatBrief(result.durationMs) : words.failed;
  return state === 'waiting' ? words.waits : words.runs;
}
