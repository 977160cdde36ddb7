import { basename } from 'node:path';
import type { SessionStatus } from '../../../contracts/session.ts';
import type { WebRequest, WebView } from '../../../contracts/web-page.ts';
import { personName } from '../../../gateway/people/person.ts';
import { TaskList } from '../../../gateway/task-list.tsx';
import {
  MAX_COUNTED,
  MAX_LOOKED_AT,
  type TaskFilter,
  type TaskRowPage,
  type TaskRows,
} from '../../../store/task-rows.ts';
import { Card, Empty, withoutEmoji } from '../../../web-server/ui.tsx';
import { type SessionTexts, sessionTexts } from '../texts/texts.ts';

const PATH = '/tasks';
const MAX_SHOWN_PER_PAGE = 50;
/** Longest text that is searched for, in UTF-16 code units. */
export const MAX_WORDS = 200;
/** Longest name of a project or a person that is looked for. */
const MAX_NAME = 255;

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
export function tasksView(rows: TaskRows): WebView {
  return {
    async show(request) {
      const words = sessionTexts(request.texts);
      const filter = filterOf(request);
      const found = await rows.find(filter, { before: pageStart(request), limit: MAX_SHOWN_PER_PAGE });
      return {
        title: words.title,
        ...(isFollowed(request) ? {} : ({ isStill: true } as const)),
        regions: [
          { name: 'filter', isStill: true, body: <Filter request={request} rows={rows} /> },
          {
            name: 'tasks',
            body: (
              <Card id="tasks" title={tasksTitle(request, { rows, filter })}>
                {found.tasks.length === 0 ? (
                  <None request={request} next={found.next} />
                ) : (
                  <TaskList request={request} tasks={found.tasks} />
                )}
                <Older found={found} request={request} />
              </Card>
            ),
          },
        ],
      };
    },
  };
}

/**
 * True when the list is updated with every change. A search that may look at many tasks runs only when it is asked for.
 */
function isFollowed(request: Pick<WebRequest, 'query'>): boolean {
  return !isSearched(request) && request.query('before') === '';
}

function isSearched({ query }: Pick<WebRequest, 'query'>): boolean {
  return ['q', 'state', 'project'].some((name) => query(name) !== '');
}

/** The number of results of a search is not known before all tasks were looked at, so none is shown. */
function tasksTitle(
  request: WebRequest,
  { rows, filter }: { readonly rows: TaskRows; readonly filter: TaskFilter },
): string {
  const words = sessionTexts(request.texts);
  return isSearched(request) ? words.found : countText(rows.count({ owner: filter.owner }), words);
}

function countText(count: number, words: SessionTexts): string {
  if (count === 1) return words.oneTask;
  return count > MAX_COUNTED ? words.manyTasks(String(MAX_COUNTED)) : words.count(String(count));
}

/** The words of a search, as few as a person types. */
export function searchWords(text: string): readonly string[] {
  return text
    .slice(0, MAX_WORDS)
    .split(/\s+/)
    .filter((word) => word !== '');
}

/** Everybody but an owner sees only their own tasks, whatever the address says. */
function filterOf({ visitor, query }: WebRequest): TaskFilter {
  const named = (name: string): string | undefined => query(name).slice(0, MAX_NAME) || undefined;
  return {
    owner: visitor.role === 'owner' ? named('person') : visitor.sender,
    status: STATES.find((state) => state === query('state')),
    project: named('project'),
    words: searchWords(query('q')),
  };
}

function pageStart({ query }: WebRequest): number | undefined {
  const before = query('before');
  return /^\d{1,12}$/.test(before) ? Number(before) : undefined;
}

function Filter({ request, rows }: { request: WebRequest; rows: TaskRows }) {
  const { texts, visitor, query } = request;
  const words = sessionTexts(texts);
  const isOwner = visitor.role === 'owner';
  const projects = rows.projects(isOwner ? undefined : visitor.sender).map((path) => basename(path));
  const owners = isOwner ? rows.owners() : [];
  return (
    <search>
      <form method="get" action={PATH} class="filter filter-many">
        <label for="q">{words.search}</label>
        <input
          id="q"
          name="q"
          type="search"
          value={query('q').slice(0, MAX_WORDS)}
          placeholder={words.search}
          maxlength={MAX_WORDS}
        />
        <Choice
          name="state"
          label={words.state}
          options={[
            { value: '', words: words.anyState },
            ...STATES.map((state) => ({
              value: state,
              words: withoutEmoji(texts.status.sessionStatus[state]),
            })),
          ]}
          request={request}
        />
        <Choice
          name="project"
          label={words.project}
          options={[
            { value: '', words: words.anyProject },
            ...[...new Set(projects)].sort().map((name) => ({ value: name, words: request.clean(name) })),
          ]}
          request={request}
        />
        {owners.length < 2 ? null : (
          <Choice
            name="person"
            label={words.person}
            options={[
              { value: '', words: words.anyPerson },
              ...owners.map((owner) => ({ value: owner, words: personName(owner, texts) })),
            ]}
            request={request}
          />
        )}
        <button type="submit" class="button button-plain">
          {words.filter}
        </button>
      </form>
    </search>
  );
}

interface ChoiceProps {
  readonly name: string;
  readonly label: string;
  readonly options: readonly { readonly value: string; readonly words: string }[];
  readonly request: Pick<WebRequest, 'query'>;
}

function Choice({ name, label, options, request }: ChoiceProps) {
  return (
    <>
      <label for={name}>{label}</label>
      <select id={name} name={name}>
        {options.map(({ value, words }) => (
          <option value={value} selected={value === request.query(name)}>
            {words}
          </option>
        ))}
      </select>
    </>
  );
}

const FILTERS = ['q', 'state', 'project', 'person'];

function None({ request: { texts, query }, next }: NoneProps) {
  const words = sessionTexts(texts);
  if (next !== undefined) return <Empty>{words.notYet(String(MAX_LOOKED_AT))}</Empty>;
  if (FILTERS.some((name) => query(name) !== '')) return <Empty>{words.noneFound}</Empty>;
  return (
    <Empty>
      {words.none}
      <code>{words.example}</code>
    </Empty>
  );
}

interface NoneProps {
  readonly request: WebRequest;
  /** Where the search continues; undefined when it has looked at everything. */
  readonly next: number | undefined;
}

function Older({ found: { next }, request: { texts, query } }: { found: TaskRowPage; request: WebRequest }) {
  if (next === undefined) return null;
  const kept = FILTERS.flatMap((name) => (query(name) === '' ? [] : [[name, query(name)]]));
  const address = new URLSearchParams([...kept, ['before', String(next)]]);
  return (
    <p>
      <a href={`${PATH}?${address}`}>{sessionTexts(texts).more}</a>
    </p>
  );
}
