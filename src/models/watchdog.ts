export interface Watchdog {
  /** Aborts when nothing was heard for too long, or when the caller's signal does. */
  readonly signal: AbortSignal;
  /** True once it has aborted for silence. */
  readonly fired: boolean;
  heard(): void;
  stop(): void;
}

/**
 * Watches a stream for silence. Real time on purpose: what is measured is a socket, which no test clock drives.
 * Pings do not count as something heard, because the client library does not show them.
 */
export function startWatchdog(idleTimeoutMs: number, outer: AbortSignal): Watchdog {
  const controller = new AbortController();
  let fired = false;
  const timer = setTimeout(() => {
    fired = true;
    controller.abort();
  }, idleTimeoutMs);
  const follow = (): void => controller.abort();
  if (outer.aborted) follow();
  outer.addEventListener('abort', follow);
  return {
    signal: controller.signal,
    get fired() {
      return fired;
    },
    heard: () => void timer.refresh(),
    stop() {
      clearTimeout(timer);
      // The signal lives as long as the session: listeners of finished requests would pile up.
      outer.removeEventListener('abort', follow);
    },
  };
}
