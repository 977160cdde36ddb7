import type { Octokit } from '@octokit/rest';
import type { OwnsItsWork } from '../own-work.ts';

export type { Octokit } from '@octokit/rest';

export interface GitHubParts {
  readonly token: string;
  readonly repository: { readonly owner: string; readonly name: string };
  /** Undefined: api.github.com. */
  readonly apiUrl: string | undefined;
  /** Asked right before a pull request is opened or closed; missing: it always does. */
  readonly ownsItsWork?: OwnsItsWork | undefined;
}

/** Limit for one request. */
export const REQUEST_TIME_MS = 30_000;

/** Loaded when it is called: most sessions never need it, and start-up time counts. */
export async function openOctokit({ token, apiUrl }: GitHubParts): Promise<Octokit> {
  const { Octokit: Client } = await import('@octokit/rest');
  return new Client({
    auth: token,
    userAgent: 'wasap-agent',
    log: { debug: ignoreLog, info: ignoreLog, warn: ignoreLog, error: ignoreLog },
    ...(apiUrl === undefined ? {} : { baseUrl: apiUrl }),
  });
}

/** Octokit would print to the terminal, which belongs to the chat. */
function ignoreLog(): void {
  return;
}
