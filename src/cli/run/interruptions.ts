/** Requests from outside to end early. */
export interface Interruptions {
  /** Ctrl-C: the task is to be cancelled, and its report to be shown. */
  readonly cancel: AbortSignal;
  /** SIGTERM, SIGHUP, a second Ctrl-C, or nobody reads the output any more: end at the next step. */
  readonly end: AbortSignal;
  release(): void;
}

/** @param unread resolves when nobody reads the output any more */
export function watchInterruptions(unread: Promise<void>): Interruptions {
  const [cancel, end] = [new AbortController(), new AbortController()];
  const onEnd = (): void => end.abort();
  const onCancel = (): void => (cancel.signal.aborted ? end : cancel).abort();
  process.on('SIGINT', onCancel).on('SIGTERM', onEnd).on('SIGHUP', onEnd);
  void unread.then(onEnd);
  return {
    cancel: cancel.signal,
    end: end.signal,
    release: () => void process.off('SIGINT', onCancel).off('SIGTERM', onEnd).off('SIGHUP', onEnd),
  };
}
