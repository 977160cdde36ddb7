import { NO_TASK } from '../../../contracts/session-stores.ts';
import type { WebRequest, WebView } from '../../../contracts/web-page.ts';
import { formatBrief } from '../../../core/texts/format.ts';
import { entryOf } from '../../../core/texts/texts.ts';
import { personName } from '../../../gateway/people/person.ts';
import { Badge, Card, Code, Empty, type Tone, When } from '../../../web-server/ui.tsx';
import { AUDIT_FILE_PATH, AUDIT_PATH, type AuditCheck } from '../audit.ts';
import { checkLines } from '../audit-text.ts';
import { cellCursorsText, type FindEverywhere, parseCellCursors } from '../find-everywhere.ts';
import { type AuditEntry, type AuditPage, type AuditSearch, RECORDED_ACTIONS } from '../rows/audit-search.ts';
import { type AuditTexts, auditTexts } from '../texts/texts.ts';
import { MAX_WORDS, pageOf, queryOf } from './filter.ts';

interface AuditPageParts {
  readonly search: AuditSearch;
  /** Checks the whole chain, in slices. */
  verify(): Promise<AuditCheck>;
  /** Undefined when the program is alone. */
  readonly across: { readonly cell: string; readonly find: FindEverywhere } | undefined;
}

/** One that stands on the page. */
interface ShownEntry extends AuditEntry {
  /** Undefined when there is one machine. */
  readonly cell: string | undefined;
  /** Its task is on this machine. */
  readonly isHere: boolean;
}

interface ShownPage {
  readonly entries: readonly ShownEntry[];
  /** `before` of the next page; undefined when there is none. */
  readonly next: string | undefined;
  readonly people: readonly string[];
  /** What is missing of other machines, in words. */
  readonly missing: readonly string[];
}

/** What was run and what was refused: searched, verified, and taken along as a file. */
export function auditView({ search, verify, across }: AuditPageParts): WebView {
  const check = oneAtATime(verify);
  return {
    async show(request) {
      const page = pageOf(request);
      const words = auditTexts(request.texts);
      const isChecked = request.query('check') === 'chain';
      const found =
        across === undefined
          ? await pageFromHere(page, search)
          : await pageFromEverywhere(page, request, across);
      // The others would be asked again with each change here.
      const isStill = isChecked || across !== undefined || isSearched(page, request);
      const still = isStill ? ({ isStill: true } as const) : {};
      return {
        title: words.page.title,
        ...still,
        regions: [
          {
            name: 'check',
            body: <Check result={isChecked ? await check() : undefined} words={words} cell={across?.cell} />,
          },
          {
            name: 'filter',
            body: <Filter request={request} page={page} people={found.people} />,
          },
          { name: 'entries', body: <Entries request={request} page={page} found={found} /> },
        ],
      };
    },
  };
}

async function pageFromHere(page: AuditPage, search: AuditSearch): Promise<ShownPage> {
  const { entries, next } = await search.find(page);
  return {
    entries: entries.map((entry) => ({ ...entry, cell: undefined, isHere: true })),
    next: next === undefined ? undefined : String(next),
    people: search.people(),
    missing: [],
  };
}

async function pageFromEverywhere(
  page: AuditPage,
  { query, texts }: WebRequest,
  { cell, find }: NonNullable<AuditPageParts['across']>,
): Promise<ShownPage> {
  const words = auditTexts(texts);
  const found = await find({ ...page, before: parseCellCursors(query('before')) });
  return {
    entries: found.entries.map((entry) => ({
      id: entry.id,
      task: entry.task_id,
      person: entry.person,
      command: entry.command,
      decision: entry.decision,
      exitCode: entry.exit_code ?? undefined,
      durationMs: entry.duration_ms ?? undefined,
      startedAt: entry.started_at,
      stdout: entry.output ?? undefined,
      stderr: entry.errors ?? undefined,
      error: entry.problem ?? undefined,
      cell: entry.cell,
      isHere: entry.cell === cell,
    })),
    next: found.next && cellCursorsText(found.next),
    people: found.people,
    missing: [
      ...(found.isAway ? [words.away(cell)] : []),
      ...(found.silent.length === 0 ? [] : [words.silent(found.silent.join(', '))]),
    ],
  };
}

/** A caller who asks while a check runs gets its result, because each check reads the whole record. */
function oneAtATime<T>(work: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | undefined;
  return () => {
    running ??= work().finally(() => {
      running = undefined;
    });
    return running;
  };
}

/**
 * True when entries are searched for. A search may look at many rows, so it runs only on request and not with every
 * change.
 */
function isSearched({ words, action, day }: AuditPage, { query }: WebRequest): boolean {
  const asked = [words, query('before'), query('person')];
  return [action, day].some((one) => one !== undefined) || asked.some((one) => one !== '');
}

interface CheckProps {
  readonly result: AuditCheck | undefined;
  readonly words: AuditTexts;
  readonly cell: string | undefined;
}

function Check({ result, words, cell }: CheckProps) {
  const { page } = words;
  return (
    <Card id="check" title={page.chain}>
      {result === undefined ? (
        <p>{page.chainIs}</p>
      ) : (
        <div role="status" class={result.kind === 'broken' ? 'trouble prose' : 'prose'}>
          {checkLines(result, words).map((line) => (
            <p>{line}</p>
          ))}
        </div>
      )}
      <p>
        <a class="button button-main" href={`${AUDIT_PATH}?check=chain`}>
          {page.verify}
        </a>
      </p>
      {cell === undefined ? null : <p class="meta">{page.ofThisOne(cell)}</p>}
    </Card>
  );
}

interface FilterProps {
  readonly request: WebRequest;
  readonly page: AuditPage;
  readonly people: readonly string[];
}

function Filter({ request: { visitor, texts, clean }, page, people }: FilterProps) {
  const words = auditTexts(texts);
  const isOwner = visitor.role === 'owner';
  return (
    <search>
      <form method="get" action={AUDIT_PATH} class="filter filter-many">
        <label for="q">{words.page.search}</label>
        <input
          id="q"
          name="q"
          type="search"
          value={page.words}
          placeholder={words.page.search}
          maxlength={MAX_WORDS}
        />
        {isOwner ? (
          <>
            <label for="person">{words.page.person}</label>
            <select id="person" name="person">
              <option value="">{words.page.anybody}</option>
              {people.map((person) => (
                <option value={person} selected={person === page.person}>
                  {clean(personName(person, texts))}
                </option>
              ))}
            </select>
          </>
        ) : null}
        <label for="action">{words.page.action}</label>
        <select id="action" name="action">
          <option value="">{words.page.anyAction}</option>
          {RECORDED_ACTIONS.map((action) => (
            <option value={action} selected={action === page.action}>
              {action === 'failed' ? words.page.failed : words.decision[action]}
            </option>
          ))}
        </select>
        <label for="day" class="shown">
          {words.page.day}
        </label>
        <input id="day" name="day" type="date" value={page.day} />
        <button type="submit" class="button button-plain">
          {words.page.filter}
        </button>
        {isOwner ? (
          <button type="submit" formaction={AUDIT_FILE_PATH} class="button button-plain">
            {words.page.download}
          </button>
        ) : null}
      </form>
    </search>
  );
}

interface EntriesProps {
  readonly request: WebRequest;
  readonly page: AuditPage;
  readonly found: ShownPage;
}

function Entries({ request, page, found: { entries, next, missing } }: EntriesProps) {
  const words = auditTexts(request.texts);
  const query = queryOf(page, request.visitor.role === 'owner');
  if (next !== undefined) query.set('before', next);
  return (
    <Card id="entries" title={words.page.entries}>
      {missing.map((line) => (
        <p class="trouble">{request.clean(line)}</p>
      ))}
      {entries.length === 0 ? (
        <Empty>{emptyWords(request, page, { next, words })}</Empty>
      ) : (
        <div class="calls">
          {entries.map((entry) => (
            <Entry entry={entry} request={request} />
          ))}
        </div>
      )}
      {next === undefined ? null : (
        <p>
          <a href={`${AUDIT_PATH}?${query}`}>{words.page.older}</a>
        </p>
      )}
    </Card>
  );
}

function emptyWords(
  request: WebRequest,
  page: AuditPage,
  { next, words }: { readonly next: string | undefined; readonly words: AuditTexts },
): string {
  if (next !== undefined) return words.page.notYet;
  return isSearched(page, request) ? words.page.noneFound : words.nothing;
}

function Entry({ entry, request }: { readonly entry: ShownEntry; readonly request: WebRequest }) {
  const { texts, clean, visitor } = request;
  const words = auditTexts(texts);
  const { command, task, person, durationMs, stdout, stderr, error, cell, isHere } = entry;
  const { tone, label } = outcomeOf(entry, words);
  return (
    <details class="call" id={isHere ? `entry-${entry.id}` : `entry-${cell}-${entry.id}`}>
      <summary>
        <span class="what">{clean(command).split('\n', 1)[0]}</span>
        <Badge tone={tone}>{label}</Badge>
        <span class="meta">
          <Moment at={entry.startedAt} request={request} />
          {cell === undefined ? null : <span>{clean(cell)}</span>}
          {person === visitor.sender ? null : <span>{clean(personName(person, texts))}</span>}
          {durationMs === undefined ? null : <span>{formatBrief(durationMs)}</span>}
        </span>
      </summary>
      <div class="inside">
        <p class="meta">
          <span>{words.page.entry(String(entry.id))}</span>
          <span>{entry.startedAt} UTC</span>
          {task === NO_TASK || !isHere ? null : (
            <a href={`/tasks/${encodeURIComponent(task)}`}>{words.page.task}</a>
          )}
        </p>
        <Code text={clean(command)} />
        <Part title={words.page.output} text={stdout} clean={clean} />
        <Part title={words.page.errors} text={stderr} clean={clean} />
        <Part title={words.page.problem} text={error} clean={clean} />
      </div>
    </details>
  );
}

function Part({ title, text, clean }: PartProps) {
  if (text === undefined || text === '') return null;
  return (
    <>
      <h3>{title}</h3>
      <Code text={clean(text)} />
    </>
  );
}

interface PartProps {
  readonly title: string;
  readonly text: string | undefined;
  readonly clean: WebRequest['clean'];
}

/** A text that is no date is shown as it is. */
function Moment({ at, request }: { readonly at: string; readonly request: WebRequest }) {
  const atMs = Date.parse(`${at.replace(' ', 'T')}Z`);
  return Number.isNaN(atMs) ? <span>{request.clean(at)}</span> : <When atMs={atMs} request={request} />;
}

export function outcomeOf(
  { decision, exitCode, durationMs }: Pick<AuditEntry, 'decision' | 'exitCode' | 'durationMs'>,
  words: Pick<AuditTexts, 'decision' | 'exit' | 'killed' | 'noResult'>,
): { readonly tone: Tone; readonly label: string } {
  const decided = entryOf(words.decision, decision) ?? decision;
  if (decision === 'deny' || decision === 'ask_rejected') return { tone: 'bad', label: decided };
  if (exitCode === undefined)
    return durationMs === undefined
      ? { tone: 'busy', label: words.noResult }
      : { tone: 'calm', label: words.killed };
  return exitCode === 0 ? { tone: 'good', label: decided } : { tone: 'asks', label: words.exit(exitCode) };
}
