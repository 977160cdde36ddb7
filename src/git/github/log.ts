import type { PullCheck } from '../../contracts/pull-requests.ts';
import { tailOf } from '../../core/text.ts';
import { plainText } from '../../processes/output.ts';
import { type GitHubParts, openOctokit, REQUEST_TIME_MS } from './octokit.ts';

/** How much of a log is kept while it is read, in bytes: a secret at its cut edge is removed. */
const WINDOW_BYTES = 128 * 1024;
const EDGE_BYTES = 8 * 1024;
/** GitHub writes the time before each line. */
const STAMP = /^\ufeff?\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d+Z /gm;

export interface WatchParts extends GitHubParts {
  nowMs(): number;
  /** Takes secrets out of other people's texts. */
  redact(text: string): string;
}

interface LogRequest {
  /** Longest text, in UTF-16 code units. */
  readonly most: number;
  readonly signal: AbortSignal;
}

/** The end of a check run's log if GitHub ran it; for any other, the check's own summary. */
export async function readLogTail(
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
    return await endOf(data);
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    // Without a log the check's own summary is shown.
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
