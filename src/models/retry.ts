import type { ModelAnswer, ModelFault, ModelReply, ModelRetry } from '../contracts/model.ts';
import { type Clock, MINUTE_MS } from '../core/clock.ts';
import { type Backoff, backoffMs } from '../core/waiting.ts';
import type { TryFailure } from './try-failure.ts';

export type RequestTry =
  | { readonly kind: 'reply'; readonly reply: ModelReply }
  | { readonly kind: 'failed'; readonly failure: TryFailure };

type PassingFailure = Exclude<TryFailure, { readonly kind: 'final' }>;

/** How many tries may end this way before the request is given up. */
const TRIES: Readonly<Record<PassingFailure['kind'], number>> = { connect: 5, busy: 5, broken: 3, silent: 2 };
const WHY: Readonly<Record<PassingFailure['kind'], ModelRetry['why']>> = {
  connect: 'unreachable',
  busy: 'busy',
  broken: 'unreachable',
  silent: 'silent',
};
const BACKOFF: Backoff = { firstMs: 500, mostMs: 8_000 };
/** A server that wants more time than this gets it from the session, which pauses, and not from a sleeping request. */
const MAX_WAIT_MS = MINUTE_MS;

interface RetryParts {
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** Called before each wait. */
  onRetry(retry: ModelRetry): void;
}

/** Asks until there is a reply, a fault that no further try can mend, or a stop. */
export async function withRetries(ask: () => Promise<RequestTry>, parts: RetryParts): Promise<ModelAnswer> {
  const { clock, signal, onRetry } = parts;
  const failed = { connect: 0, busy: 0, broken: 0, silent: 0 };
  for (let tries = 1; !signal.aborted; tries += 1) {
    const answer = await ask();
    if (answer.kind === 'reply') return answer;
    const { failure } = answer;
    if (failure.kind === 'final') return { kind: 'fault', fault: failure.fault };
    failed[failure.kind] += 1;
    const waitMs = waitBefore(failure, tries);
    if (failed[failure.kind] >= TRIES[failure.kind] || waitMs > MAX_WAIT_MS) {
      return { kind: 'fault', fault: modelFault(failure, clock.nowMs()) };
    }
    if (signal.aborted) break;
    onRetry({ attempt: tries, waitMs, why: WHY[failure.kind], reason: failure.detail });
    await clock.sleep(waitMs, signal);
  }
  return { kind: 'fault', fault: { kind: 'stopped' } };
}

function waitBefore(failure: PassingFailure, tries: number): number {
  const named = failure.kind === 'busy' ? failure.retryAfterMs : undefined;
  return named ?? backoffMs(tries - 1, BACKOFF);
}

function modelFault(failure: PassingFailure, nowMs: number): ModelFault {
  const { detail } = failure;
  switch (failure.kind) {
    case 'busy': {
      const { retryAfterMs = 0 } = failure;
      // A shorter time was waited for in vain already: a session that paused for it would come back again and again.
      const isWorthPause = retryAfterMs > MAX_WAIT_MS;
      return { kind: 'busy', detail, ...(isWorthPause ? { retryAtMs: nowMs + retryAfterMs } : {}) };
    }
    default:
      return { kind: WHY[failure.kind], detail };
  }
}
