import { tailOf } from '../../base/text.ts';
import type { PullCheck } from '../../contracts/pull-requests.ts';
import { plainText } from '../commands/output.ts';
import { type GitHubParts, openOctokit, REQUEST_TIME_MS } from './octokit.ts';

/** Kept of a log while it is read, in bytes: secrets at its cut edge are cut off again. */
const WINDOW_BYTES = 128 * 1024;
const EDGE_BYTES = 8 * 1024;
/** GitHub writes the time before each line. */
const STAMP = /^\ufeff?\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d+Z /gm;

export interface WatchParts extends GitHubParts {
  nowMs(): number;
  /** Takes secrets out of what others wrote. */
  redact(text: string): string;
}

interface Wanted {
  /** In UTF-16 code units. */
  readonly most: number;
  readonly signal: AbortSignal;
}

/** The end of the log of a check run that GitHub ran itself; for any other, what the check says. */
export async function readLogTail(
  parts: WatchParts,
  check: PullCheck,
  { most, signal }: Wanted,
): Promise<string> {
  const log = check.runId === undefined ? undefined : await jobLog(parts, check.runId, signal);
  if (log === undefined) return tailOf(check.summary, most);
  return tailOf(parts.redact(plainText(log.replaceAll('\r\n', '\n').replaceAll(STAMP, ''))).trimEnd(), most);
}

/** Undefined when there is none. Whatever its size, only its end stays in memory. */
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
    return await endOf(data);
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    // No log is no reason not to ask: the check's own words are shown instead.
    return undefined;
  }
}

async function endOf(body: unknown): Promise<string | undefined> {
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
