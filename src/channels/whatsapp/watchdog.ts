import type { Clock } from '../../base/clock.ts';
import { messageOf } from '../../base/failure.ts';
import type { SocketEvent } from './link-state.ts';
import type { LiveSocket } from './socket.ts';

const LOOK_MS = 5000;
/** Together with the time for an answer and that until the next look: a dead line is noticed within 30 s. */
const QUIET_MS = 15_000;
const ANSWER_WITHIN_MS = 10_000;
const STUCK_AFTER_MS = 60_000;

/**
 * Looks after one socket until `signal` aborts. Chats may be silent for days: only a question that stays without an
 * answer tells that nobody is there.
 */
export async function watchSocket(
  socket: Pick<LiveSocket, 'lastFrameUpMs' | 'isBuffering' | 'probe'>,
  { clock, tell }: { readonly clock: Clock; tell(event: SocketEvent): void },
  signal: AbortSignal,
): Promise<void> {
  const isStuck = stuckFor(STUCK_AFTER_MS);
  while (!signal.aborted) {
    await clock.sleep(LOOK_MS, signal);
    if (signal.aborted) return;
    const upMs = clock.upMs();
    if (isStuck(socket.isBuffering(), upMs)) tell({ type: 'stuck' });
    const isQuiet = upMs - socket.lastFrameUpMs >= QUIET_MS;
    const why = isQuiet ? await unanswered(socket, clock) : undefined;
    if (why !== undefined && !signal.aborted) tell({ type: 'silent', why });
  }
}

/** Tells whether something has been so at every look for this long. */
function stuckFor(ms: number): (isSo: boolean, upMs: number) => boolean {
  let sinceMs: number | undefined;
  return (isSo, upMs) => {
    sinceMs = isSo ? (sinceMs ?? upMs) : undefined;
    return sinceMs !== undefined && upMs - sinceMs >= ms;
  };
}

/** Why the other side is not there; undefined when it answered in time. */
async function unanswered(socket: Pick<LiveSocket, 'probe'>, clock: Clock): Promise<string | undefined> {
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
