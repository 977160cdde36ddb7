export type Send = (data: string | Uint8Array, done?: (error?: Error) => void) => void;

export interface GateParts {
  /** Resolves when everything that is committed by now is on the disk. */
  flushed(): Promise<void>;
  /** Nothing more leaves. */
  failed(error: unknown): void;
}

/**
 * Lets nothing leave before what it rests on is on the disk: a receipt before the message that it confirms, a message
 * before the keys that it was encrypted with. Whoever sends goes on at once, because the bytes of a connection say
 * nothing about their arrival anyway; so that in a burst many messages wait for the disk together.
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
