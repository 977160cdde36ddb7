import { basename } from 'node:path';
import type { SessionStatus } from '../../../contracts/session.ts';
import type { WebRequest, WebView } from '../../../contracts/web-page.ts';
import { formatMoney } from '../../../core/texts/format.ts';
import { statusText, taskLine } from '../../../gateway/tasks/session-text.ts';
import { Badge, Card, Empty, toneOf, When, withoutEmoji } from '../../../web-server/ui.tsx';
import { taskPageTexts } from '../texts/texts.ts';
import type { ListedTask, TaskFilter, TaskList } from './task-list.ts';

const PATH = '/tasks';
const SHOWN = 50;
/** Longest text that is searched for, in UTF-16 code units. */
const MAX_WORDS = 200;

const STATES: readonly SessionStatus[] = [
  'running',
  'waiting',
  'queued',
  'paused',
  'parked',
  'done',
  'failed',
  'cancelled',
];

/** All tasks and talks that this person may see, to be filtered and searched. */
export function tasksView(list: TaskList): WebView {
  return {
    async show(request) {
      const words = taskPageTexts(request.texts);
      const filter = filterOf(request);
      const tasks = list.find(filter);
      const count = list.count(filter);
      return {
        title: words.title,
        regions: [
          // What is being typed is never replaced: it changes with the address only.
          { name: 'filter', body: <Filter request={request} filter={filter} /> },
          {
            name: 'tasks',
            body: (
              <Card id="tasks" title={count === 1 ? words.oneTask : words.count(String(count))}>
                {tasks.length === 0 ? (
                  <None request={request} filter={filter} />
                ) : (
                  <Rows request={request} tasks={tasks} />
                )}
                <Older tasks={tasks} filter={filter} label={words.more} />
              </Card>
            ),
          },
        ],
      };
    },
  };
}

function filterOf({ visitor, query }: WebRequest): TaskFilter {
  const before = query('before');
  return {
    owner: visitor.role === 'owner' ? undefined : visitor.sender,
    status: STATES.find((state) => state === query('state')),
    words: query('q').trim().slice(0, MAX_WORDS),
    before: /^\d{1,12}$/.test(before) ? Number(before) : undefined,
    limit: SHOWN,
  };
}

interface FilterProps {
  readonly request: WebRequest;
  readonly filter: TaskFilter;
}

function Filter({ request: { texts }, filter }: FilterProps) {
  const words = taskPageTexts(texts);
  return (
    <search>
      <form method="get" action={PATH} class="filter">
        <label for="q">{words.search}</label>
        <input
          id="q"
          name="q"
          type="search"
          value={filter.words}
          placeholder={words.search}
          maxlength={MAX_WORDS}
        />
        <label for="state">{words.state}</label>
        <select id="state" name="state">
          <option value="">{words.anyState}</option>
          {STATES.map((state) => (
            <option value={state} selected={state === filter.status}>
              {withoutEmoji(texts.status.sessionStatus[state])}
            </option>
          ))}
        </select>
        <button type="submit" class="button button-plain">
          {words.filter}
        </button>
      </form>
    </search>
  );
}

function None({ request: { texts }, filter }: FilterProps) {
  const words = taskPageTexts(texts);
  if (filter.words !== '' || filter.status !== undefined) return <Empty>{words.noneFound}</Empty>;
  return (
    <Empty>
      {words.none}
      <code>{words.example}</code>
    </Empty>
  );
}

function Rows({ request, tasks }: { readonly request: WebRequest; readonly tasks: readonly ListedTask[] }) {
  const { texts, clean, visitor } = request;
  const words = taskPageTexts(texts);
  return (
    <ul class="rows">
      {tasks.map((task) => (
        <li>
          <a href={`${PATH}/${task.id}`}>{clean(taskLine(task))}</a>
          <Badge tone={toneOf(task)}>{withoutEmoji(statusText(task, texts))}</Badge>
          <span class="meta">
            {task.mode === 'talk' ? <span>{words.talk}</span> : null}
            <span>{clean(basename(task.project))}</span>
            {task.owner === visitor.sender ? null : <span>{ownerName(task.owner, words.atMachine)}</span>}
            <span>{task.round === 1 ? words.oneRound : words.rounds(String(task.round))}</span>
            <span>{task.costKnown ? formatMoney(task.costMicroUsd) : texts.progress.costUnknown}</span>
            <When atMs={task.createdAtMs} request={request} />
          </span>
        </li>
      ))}
    </ul>
  );
}

function ownerName(owner: string, atMachine: string): string {
  return /^\d+$/.test(owner) ? `+${owner}` : atMachine;
}

interface OlderProps {
  readonly tasks: readonly ListedTask[];
  readonly filter: TaskFilter;
  readonly label: string;
}

function Older({ tasks, filter: { words, status, limit }, label }: OlderProps) {
  const last = tasks.at(-1);
  if (last === undefined || tasks.length < limit) return null;
  const query = new URLSearchParams({
    ...(words === '' ? {} : { q: words }),
    ...(status === undefined ? {} : { state: status }),
    before: String(last.seq),
  });
  return (
    <p>
      <a href={`${PATH}?${query}`}>{label}</a>
    </p>
  );
}
