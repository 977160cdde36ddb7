import { type Clock, MINUTE_MS } from '../../core/clock.ts';
import { messageOf } from '../../core/failure.ts';
import type { SocketEvent } from './link-state.ts';
import type { LiveSocket } from './socket.ts';

const LOOK_MS = 5000;
/** With the time limit for an answer and the interval of checks, a dead line is noticed within 30 s. */
const QUIET_MS = 15_000;
const ANSWER_WITHIN_MS = 10_000;
const STUCK_AFTER_MS = MINUTE_MS;

/**
 * Watches one socket until `signal` aborts. Chats may be silent for days: only an unanswered query shows that the
 * other side is gone.
 */
export async function watchSocket(
  socket: Pick<LiveSocket, 'lastFrameUpMs' | 'isBuffering' | 'probe'>,
  { clock, notify }: { readonly clock: Clock; notify(event: SocketEvent): void },
  signal: AbortSignal,
): Promise<void> {
  const isStuck = createStuckCheck(STUCK_AFTER_MS);
  while (!signal.aborted) {
    await clock.sleep(LOOK_MS, signal);
    if (signal.aborted) return;
    const upMs = clock.upMs();
    if (isStuck(socket.isBuffering(), upMs)) notify({ type: 'stuck' });
    const isQuiet = upMs - socket.lastFrameUpMs >= QUIET_MS;
    const why = isQuiet ? await probeForProblem(socket, clock) : undefined;
    if (why !== undefined && !signal.aborted) notify({ type: 'silent', why });
  }
}

/** Reports whether a condition has held at every check for this long. */
function createStuckCheck(ms: number): (isSo: boolean, upMs: number) => boolean {
  let sinceMs: number | undefined;
  return (isSo, upMs) => {
    sinceMs = isSo ? (sinceMs ?? upMs) : undefined;
    return sinceMs !== undefined && upMs - sinceMs >= ms;
  };
}

/** Why the other side seems gone; undefined when it answered in time. */
async function probeForProblem(socket: Pick<LiveSocket, 'probe'>, clock: Clock): Promise<string | undefined> {
  const limit = new AbortController();
  const answer = socket.probe().then(
    () => undefined,
    (error: unknown) => messageOf(error),
  );
  const late = clock
    .sleep(ANSWER_WITHIN_MS, limit.signal)
    .then(() => `no answer to a question within ${ANSWER_WITHIN_MS / 1000} s`);
  const why = await Promise.race([answer, late]);
  limit.abort();
  return why;
}
