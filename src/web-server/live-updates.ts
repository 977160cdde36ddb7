import { type Clock, SECOND_MS } from '../core/clock.ts';
import { messageOf } from '../core/failure.ts';
import type { Log } from '../core/log.ts';
import { withTimeLimit } from '../core/waiting.ts';
import type { ConsoleContext } from './guard.ts';
import { streamSSE } from './hono.ts';
import { changedRegions, type RenderedPage, versionsOf, withIdempotencyKeys } from './render-page.ts';

/** How often the rows are checked for changes, while a window is open. */
const LOOK_MS = 100;
/** Pages are sent anew this often without a change: times on them get older, and a proxy closes a silent connection. */
const QUIET_MS = 15 * SECOND_MS;
/** A window that takes nothing for this long is closed: the data that waits for it stays in memory. */
const MAX_WRITE_MS = 10 * SECOND_MS;
const MAX_WINDOWS = 64;
const MAX_WINDOWS_OF_SESSION = 24;
/** When a browser tries again after the connection broke. */
const RETRY_MS = 1000;

/** An open window of a page. */
export interface LiveWindow {
  readonly session: string;
  /** Equal for windows that show the same. */
  readonly key: string;
  /** The versions that it shows. */
  readonly since: string;
  /** The page as it is now; undefined when it may no longer be shown. */
  render(): Promise<RenderedPage | undefined>;
}

export interface LiveUpdates {
  /** Sends the regions that change, until the window is closed. Undefined when there are too many windows. */
  open(c: ConsoleContext, window: LiveWindow): Response | undefined;
  /** Closes all windows. */
  close(): void;
}

interface LiveParts {
  changes(): string;
  readonly clock: Clock;
  readonly log: Log;
}

/**
 * Keeps windows up to date with the rows. Each event is the state and no history: a window that missed events gets the
 * differences from what it shows, once. So a reconnect, a second window and a restart of the program need no code of
 * their own.
 */
export function createLiveUpdates({ changes, clock, log }: LiveParts): LiveUpdates {
  const pulse = createPulse(changes, clock);
  const rendered = new Map<
    string,
    { readonly beat: number; readonly page: ReturnType<LiveWindow['render']> }
  >();
  const bySession = new Map<string, number>();

  /** Windows that show the same share the work of one change. */
  const renderOnce = ({ key, render }: LiveWindow): ReturnType<LiveWindow['render']> => {
    const known = rendered.get(key);
    if (known?.beat === pulse.beat()) return known.page;
    // No window shows these pages any more.
    for (const [old, { beat }] of rendered) if (beat !== pulse.beat()) rendered.delete(old);
    const page = render();
    rendered.set(key, { beat: pulse.beat(), page });
    return page;
  };

  const count = (session: string, change: 1 | -1): void => {
    const left = (bySession.get(session) ?? 0) + change;
    if (left === 0) bySession.delete(session);
    else bySession.set(session, left);
    pulse.need(change);
    if (pulse.needs() === 0) rendered.clear();
  };

  return {
    open(c, window) {
      const own = bySession.get(window.session) ?? 0;
      if (pulse.needs() >= MAX_WINDOWS || own >= MAX_WINDOWS_OF_SESSION) return undefined;
      count(window.session, 1);
      // Keeps a proxy from buffering events that have to be seen at once.
      c.header('X-Accel-Buffering', 'no');
      const response = streamSSE(c, async (stream) => {
        const gone = new AbortController();
        stream.onAbort(() => gone.abort());
        const write = async (message: Parameters<typeof stream.writeSSE>[0] | 'still here') => {
          const written = message === 'still here' ? stream.write(': \n\n') : stream.writeSSE(message);
          if ((await withTimeLimit<unknown>(written, MAX_WRITE_MS, clock)) !== 'late') return;
          log.warn('web_server.slow_window', { after_s: MAX_WRITE_MS / SECOND_MS });
          gone.abort();
          c.env.outgoing.destroy();
        };
        try {
          await sendUpdates(window, { write, gone: gone.signal, pulse, render: () => renderOnce(window) });
        } catch (error) {
          log.error('web_server.window_failed', { error: messageOf(error) });
        } finally {
          count(window.session, -1);
        }
      });
      // Set for every page: its content may be secret (a code to link a phone), so it may not be cached.
      response.headers.set('Cache-Control', 'no-store');
      return response;
    },
    close: () => pulse.end(),
  };
}

interface LiveStream {
  write(
    message:
      | { readonly event?: string; readonly id?: string; readonly data: string; readonly retry?: number }
      | 'still here',
  ): Promise<void>;
  readonly gone: AbortSignal;
  readonly pulse: Pulse;
  render(): Promise<RenderedPage | undefined>;
}

async function sendUpdates(
  { since }: Pick<LiveWindow, 'since'>,
  { write, gone, pulse, render }: LiveStream,
): Promise<void> {
  await write({ event: 'hello', data: '', retry: RETRY_MS });
  for (let shown = since; !gone.aborted && !pulse.isOver(); ) {
    const beat = pulse.beat();
    const page = await render();
    if (page === undefined) return await write({ event: 'over', data: '' });
    const versions = versionsOf(page);
    // All regions of one change go in one event: after each event the window shows one moment, whose name is the
    // event's id.
    const regions = changedRegions(shown, page).map(({ name, html }) => ({
      name,
      html: withIdempotencyKeys(html),
    }));
    if (regions.length > 0) await write({ event: 'regions', id: versions, data: JSON.stringify(regions) });
    else await write('still here');
    shown = versions;
    await pulse.after(beat, gone);
  }
}

interface Pulse {
  /** Number of the present beat: it moves with every change. */
  beat(): number;
  /** Resolves when there was a beat after this one. */
  after(beat: number, signal: AbortSignal): Promise<void>;
  need(change: 1 | -1): void;
  needs(): number;
  isOver(): boolean;
  end(): void;
}

/** Beats when a row has changed, and when nothing has changed for a while. It rests while no window needs it. */
function createPulse(changes: () => string, clock: Clock): Pulse {
  let [beat, needs, isOver, isRunning] = [0, 0, false, false];
  let waiting: (() => void)[] = [];
  const wake = (): void => {
    beat += 1;
    const woken = waiting;
    waiting = [];
    for (const resume of woken) resume();
  };
  const run = async (): Promise<void> => {
    isRunning = true;
    let [last, beatAtMs] = [changes(), clock.upMs()];
    while (needs > 0 && !isOver) {
      await clock.sleep(LOOK_MS);
      if (isOver) break;
      const now = changes();
      if (now === last && clock.upMs() - beatAtMs < QUIET_MS) continue;
      [last, beatAtMs] = [now, clock.upMs()];
      wake();
    }
    isRunning = false;
  };
  return {
    beat: () => beat,
    needs: () => needs,
    isOver: () => isOver,
    after: (past, signal) =>
      new Promise((resolve) => {
        if (beat !== past || isOver || signal.aborted) return resolve();
        const go = (): void => {
          // A window lives for days: without this, a listener for each beat would stay until its end.
          signal.removeEventListener('abort', go);
          resolve();
        };
        waiting.push(go);
        signal.addEventListener('abort', go, { once: true });
      }),
    need(change) {
      needs += change;
      if (needs > 0 && !isRunning && !isOver) void run();
    },
    end() {
      isOver = true;
      wake();
    },
  };
}
