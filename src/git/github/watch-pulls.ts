import * as z from 'zod';
import type { ConversationId } from '../../core/ids.ts';
import { cutAt, tailOf } from '../../core/text.ts';
import { plainText } from '../../processes/output.ts';
import {
  createPages,
  type GitHubPage,
  type GitHubPages,
  type GitHubParts,
  openOctokit,
  type PageRequest,
  REQUEST_TIME_MS,
} from './octokit.ts';
import type { CommitsBehind, PullCheck, PullFacts, PullLook, PullRemark, PullWatch } from './pull-watch.ts';

interface WatchParts extends GitHubParts {
  nowMs(): number;
  /** Takes secrets out of other people's texts. */
  redact(text: string): string;
}

export function createPullWatch(parts: WatchParts): PullWatch {
  const pages = createPages(parts, parts.nowMs);
  const { owner, name } = parts.repository;
  return {
    repository: `${owner}/${name}`,
    look: (number, signal) =>
      lookAtPull(() => readPullFacts(number, { pages, signal, redact: parts.redact })),
    close: (number, conversation, signal) =>
      lookAtPull(() => closePull(number, conversation, { pages, signal, redact: parts.redact })),
    logTail: (check, most, signal) => readLogTail(parts, check, { most, signal }),
  };
}

async function lookAtPull(work: () => Promise<PullFacts>): Promise<PullLook> {
  try {
    return { kind: 'facts', facts: await work() };
  } catch (error) {
    if (error instanceof NoData) return lookWithout(error.page);
    throw error;
  }
}

function lookWithout(page: NoData['page']): PullLook {
  if (page.kind === 'limited') return page;
  if (page.kind === 'unreachable') return { kind: 'unavailable', detail: page.detail };
  if (page.status === 401 || page.status === 403) return { kind: 'denied' };
  if (page.status === 404 || page.status === 410) return { kind: 'gone' };
  return { kind: 'unavailable', detail: `GitHub answered ${page.status}` };
}

interface PullReader {
  readonly pages: GitHubPages;
  readonly signal: AbortSignal;
  redact(text: string): string;
}

const PULLS = 'GET /repos/{owner}/{repo}/pulls';
const ISSUES = 'GET /repos/{owner}/{repo}/issues';
const COMMITS = 'GET /repos/{owner}/{repo}/commits';
const COMPARE = 'GET /repos/{owner}/{repo}/compare/{basehead}';

const Pull = z.object({
  state: z.string(),
  merged: z.boolean().default(false),
  mergeable: z.boolean().nullish(),
  head: z.object({ sha: z.string() }),
  base: z.object({ ref: z.string() }),
});

async function readPullFacts(number: number, reader: PullReader): Promise<PullFacts> {
  const pull = await readPage({ route: `${PULLS}/{number}`, values: { number } }, Pull, reader);
  const head = pull.head.sha;
  const state = pull.merged ? 'merged' : pull.state === 'open' ? 'open' : 'closed';
  const known = { state, head, base: pull.base.ref, conflicts: conflictsIn(pull) } as const;
  if (state !== 'open') return { ...known, behind: undefined, checks: [], remarks: [] };
  // A commit that was force-pushed away is no longer known: the next check sees its replacement.
  const within: PullReader = {
    ...reader,
    pages: {
      ...reader.pages,
      get: async (request, signal) => unreachableIf404(await reader.pages.get(request, signal)),
    },
  };
  const behind = await commitsBehind(known, reader);
  const runs = await checkRuns(head, within);
  const statuses = await commitStatuses(head, within);
  return { ...known, behind, checks: [...runs, ...statuses], remarks: await remarksOn(number, within) };
}

function unreachableIf404(page: GitHubPage): GitHubPage {
  return page.kind === 'status' && page.status === 404
    ? { kind: 'unreachable', detail: 'it changed meanwhile' }
    : page;
}

function conflictsIn({ mergeable }: z.infer<typeof Pull>): boolean | undefined {
  return mergeable === undefined || mergeable === null ? undefined : !mergeable;
}

const Comparison = z.object({ behind_by: z.int(), base_commit: z.object({ sha: z.string() }) });

/** Undefined for a commit or a base that is gone, and for a token that may not read the code. */
async function commitsBehind(
  { base, head }: Pick<PullFacts, 'base' | 'head'>,
  { pages, signal }: PullReader,
): Promise<CommitsBehind | undefined> {
  // Its second page holds neither commits nor files, only what is counted.
  const values = { basehead: `${base}...${head}`, per_page: 1, page: 2 };
  const page = await pages.get({ route: COMPARE, values }, signal);
  if (page.kind === 'status') return undefined;
  const { behind_by: commits, base_commit } = parsePage(page, Comparison);
  return { commits, base: base_commit.sha };
}

const PER_PAGE = 100;
/** GitHub lists these oldest first: after 300 checks of one commit, reviews or comments the rest is not read. */
const MAX_PAGES = 3;

const CheckRuns = z.object({
  total_count: z.int(),
  check_runs: z.array(
    z.object({
      id: z.int(),
      name: z.string(),
      status: z.string(),
      conclusion: z.string().nullable(),
      output: z
        .object({ title: z.string().nullish(), summary: z.string().nullish(), text: z.string().nullish() })
        .nullish(),
    }),
  ),
});

async function checkRuns(ref: string, reader: PullReader): Promise<readonly PullCheck[]> {
  const checks: PullCheck[] = [];
  for (let page = 1; page <= MAX_PAGES; page += 1) {
    const request = { route: `${COMMITS}/{ref}/check-runs`, values: { ref, per_page: PER_PAGE, page } };
    const { total_count: total, check_runs: runs } = await readPage(request, CheckRuns, reader);
    for (const { id, name, status, conclusion, output } of runs) {
      const summary = [output?.title, output?.summary, output?.text].filter((part) => part).join('\n');
      const state = status === 'completed' ? stateOfRun(conclusion) : 'pending';
      checks.push({ name: reader.redact(name), state, runId: id, summary: shortenRemark(summary, reader) });
    }
    if (checks.length >= total || runs.length === 0) break;
  }
  return checks;
}

function stateOfRun(conclusion: string | null): PullCheck['state'] {
  return ['success', 'neutral', 'skipped'].includes(conclusion ?? '') ? 'passed' : 'failed';
}

const Statuses = z.object({
  statuses: z.array(z.object({ context: z.string(), state: z.string(), description: z.string().nullish() })),
});

async function commitStatuses(ref: string, reader: PullReader): Promise<readonly PullCheck[]> {
  const request = { route: `${COMMITS}/{ref}/status`, values: { ref, per_page: PER_PAGE } };
  const { statuses } = await readPage(request, Statuses, reader);
  return statuses.map(({ context, state, description }) => ({
    name: reader.redact(context),
    state: state === 'success' ? 'passed' : state === 'pending' ? 'pending' : 'failed',
    runId: undefined,
    summary: shortenRemark(description ?? '', reader),
  }));
}

const Author = z.object({ login: z.string() }).nullish();
const Review = z.object({
  id: z.int(),
  user: Author,
  state: z.string(),
  body: z.string().nullish(),
  submitted_at: z.string().nullish(),
});
const Comment = z.object({ id: z.int(), user: Author, body: z.string().nullish(), created_at: z.string() });
const CodeComments = z.array(Comment.extend({ path: z.string(), line: z.int().nullish() }));

/** Reviews, comments on lines, and those on the whole, which GitHub stores with the issue of the same number. */
async function remarksOn(number: number, reader: PullReader): Promise<readonly PullRemark[]> {
  const reviews = await oldestFirst({ route: `${PULLS}/{number}/reviews`, number }, Review, reader);
  const newest = { number, per_page: PER_PAGE, sort: 'created', direction: 'desc' };
  const inCode = await readPage(
    { route: `${PULLS}/{number}/comments`, values: newest },
    CodeComments,
    reader,
  );
  const onWhole = await oldestFirst({ route: `${ISSUES}/{number}/comments`, number }, Comment, reader);
  const timed = [
    ...inCode.map((comment) => {
      const { path, line } = comment;
      const place = line === undefined || line === null ? path : `${path}:${line}`;
      return commentBy(comment, { id: `comment-${comment.id}`, place }, reader);
    }),
    ...onWhole.map((comment) => commentBy(comment, { id: `whole-${comment.id}`, place: undefined }, reader)),
    ...reviews.flatMap(({ id, user, state, body, submitted_at: at }) => {
      const kind = KINDS.get(state);
      if (kind === undefined || (kind === 'comment' && (body ?? '') === '')) return [];
      const text = shortenRemark(body ?? '', reader);
      const author = user?.login ?? '?';
      return [{ at: at ?? '', remark: { id: `review-${id}`, author, kind, text, place: undefined } }];
    }),
  ];
  // All times are UTC in one form; sorting keeps the order of equal times.
  return timed.sort((one, other) => compare(one.at, other.at)).map((entry) => entry.remark);
}

const KINDS: ReadonlyMap<string, PullRemark['kind']> = new Map([
  ['CHANGES_REQUESTED', 'changes-requested'],
  ['APPROVED', 'approved'],
  ['COMMENTED', 'comment'],
]);

function commentBy(
  { user, body, created_at: at }: z.infer<typeof Comment>,
  { id, place }: Pick<PullRemark, 'id' | 'place'>,
  reader: PullReader,
): { readonly at: string; readonly remark: PullRemark } {
  const author = user?.login ?? '?';
  return { at, remark: { id, author, kind: 'comment', text: shortenRemark(body ?? '', reader), place } };
}

async function oldestFirst<T>(
  { route, number }: { readonly route: string; readonly number: number },
  schema: z.ZodType<T>,
  reader: PullReader,
): Promise<readonly T[]> {
  const all: T[] = [];
  for (let page = 1; page <= MAX_PAGES; page += 1) {
    const request = { route, values: { number, per_page: PER_PAGE, page } };
    const some = await readPage(request, z.array(schema), reader);
    all.push(...some);
    if (some.length < PER_PAGE) break;
  }
  return all;
}

function compare(one: string, other: string): number {
  return one === other ? 0 : one < other ? -1 : 1;
}

/** Longest remark, in UTF-16 code units. */
const MAX_REMARK_LENGTH = 4000;

function shortenRemark(text: string, { redact }: PullReader): string {
  return cutAt(redact(text), MAX_REMARK_LENGTH);
}

async function closePull(
  number: number,
  conversation: ConversationId,
  reader: PullReader,
): Promise<PullFacts> {
  const before = await readPullFacts(number, reader);
  if (before.state !== 'open') return before;
  const request = {
    route: 'PATCH /repos/{owner}/{repo}/pulls/{number}',
    values: { number, state: 'closed' },
  };
  const sent = await reader.pages.send(request, reader.signal, conversation);
  if (sent.kind !== 'data') throw new NoData(sent);
  return readPullFacts(number, reader);
}

async function readPage<T>(
  request: PageRequest,
  schema: z.ZodType<T>,
  { pages, signal }: PullReader,
): Promise<T> {
  return parsePage(await pages.get(request, signal), schema);
}

function parsePage<T>(page: GitHubPage, schema: z.ZodType<T>): T {
  if (page.kind !== 'data') throw new NoData(page);
  const parsed = schema.safeParse(page.data);
  if (parsed.success) return parsed.data;
  throw new NoData({
    kind: 'unreachable',
    detail: `an answer that cannot be read: ${z.prettifyError(parsed.error)}`,
  });
}

/** Thrown to leave a check of GitHub halfway; caught where the check began. */
class NoData extends Error {
  readonly page: Exclude<GitHubPage, { kind: 'data' }>;
  constructor(page: Exclude<GitHubPage, { kind: 'data' }>) {
    super(page.kind);
    this.page = page;
  }
}

interface LogRequest {
  /** Longest text, in UTF-16 code units. */
  readonly most: number;
  readonly signal: AbortSignal;
}

/** GitHub writes the time before each line. */
const STAMP = /^\ufeff?\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d+Z /gm;

/** The end of a check run's log if GitHub ran it; for any other, the check's own summary. */
async function readLogTail(
  parts: WatchParts,
  check: PullCheck,
  { most, signal }: LogRequest,
): Promise<string> {
  const log = check.runId === undefined ? undefined : await jobLog(parts, check.runId, signal);
  if (log === undefined) return tailOf(check.summary, most);
  return tailOf(parts.redact(plainText(log.replaceAll('\r\n', '\n').replaceAll(STAMP, ''))).trimEnd(), most);
}

/** Undefined when there is none. Only its end is kept in memory, whatever its size. */
async function jobLog(parts: WatchParts, jobId: number, signal: AbortSignal): Promise<string | undefined> {
  const octokit = await openOctokit(parts);
  const { owner, name } = parts.repository;
  try {
    const { data } = await octokit.request('GET /repos/{owner}/{repo}/actions/jobs/{job_id}/logs', {
      owner,
      repo: name,
      job_id: jobId,
      request: {
        parseSuccessResponseBody: false,
        signal: AbortSignal.any([signal, AbortSignal.timeout(REQUEST_TIME_MS)]),
      },
    });
    return await readTail(data);
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    // Without a log the check's own summary is shown.
    return undefined;
  }
}

/** How much of a log is kept while it is read, in bytes: a secret at its cut edge is removed. */
const WINDOW_BYTES = 128 * 1024;
const EDGE_BYTES = 8 * 1024;

async function readTail(body: unknown): Promise<string | undefined> {
  if (!(body instanceof ReadableStream)) return undefined;
  let kept = Buffer.alloc(0);
  let isCut = false;
  for await (const chunk of body as AsyncIterable<Uint8Array>) {
    const all = Buffer.concat([kept, chunk]);
    isCut ||= all.length > WINDOW_BYTES;
    kept = all.subarray(Math.max(0, all.length - WINDOW_BYTES));
  }
  return kept.subarray(isCut ? EDGE_BYTES : 0).toString('utf8');
}
