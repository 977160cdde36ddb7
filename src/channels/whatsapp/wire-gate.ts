export type Send = (data: string | Uint8Array, done?: (error?: Error) => void) => void;

export interface GateParts {
  /** Resolves when all commits so far are on the disk. */
  flushed(): Promise<void>;
  /** Nothing more is sent. */
  failed(error: unknown): void;
}

/**
 * Delays sending until the data it depends on is on the disk: a receipt waits for its message, a message for the keys
 * that encrypted it. The sender continues at once, because written bytes say nothing about arrival anyway; so in a
 * burst many messages share one wait for the disk.
 */
export function holdUntilStored(send: Send, { flushed, failed }: GateParts): Send {
  let waiting: Parameters<Send>[0][] = [];
  let isOpen = true;
  let isWaiting = false;
  const fail = (error: unknown): void => {
    if (!isOpen) return;
    isOpen = false;
    waiting = [];
    failed(error);
  };
  const letOut = async (): Promise<void> => {
    isWaiting = true;
    try {
      while (waiting.length > 0) {
        const batch = waiting;
        waiting = [];
        await flushed();
        for (const data of batch) send(data, (error) => error && fail(error));
      }
    } catch (error) {
      fail(error);
    } finally {
      isWaiting = false;
    }
  };
  return (data, done) => {
    if (isOpen) waiting.push(data);
    if (!isWaiting) void letOut();
    done?.(isOpen ? undefined : new Error('nothing leaves any more'));
  };
}
