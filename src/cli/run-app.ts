import type { App } from '../app.ts';
import type { Channel, ChannelEnd } from '../contracts/channel.ts';

/** What `wasap start` returns when something is left: a question that waits, a parked task, an unsent message. */
const EXIT_UNFINISHED = 1;

/** A message that was there at the start is on its way by then; one that a person types comes later. */
const WARM_AFTER_MS = 300;

/**
 * Runs until the channel ends or the process is told to. At the end of input what runs is finished first; when the
 * person quits, or the process is asked to end, it stops at the next step and goes on at the next start.
 * @param warm what makes the first message faster; called once, when nothing else is to be done
 * @returns the exit code: 0 only when everything was done
 */
export async function runApp(
  app: App,
  channel: Channel,
  warm: () => Promise<void> = async () => undefined,
): Promise<number> {
  const asked = whenAskedToEnd();
  await app.gateway.start();
  const warming = setTimeout(() => void warm(), WARM_AFTER_MS);
  const end = await Promise.race([channel.ended, asked.ended]);
  if (end.kind === 'ended') await Promise.race([app.gateway.idle(), asked.ended]);
  if (end.kind === 'broken') app.log.error('channel.broken', { channel: channel.name, reason: end.reason });
  asked.release();
  clearTimeout(warming);
  const { allDone } = app.gateway.summary();
  await app.close();
  return allDone && end.kind === 'ended' ? 0 : end.kind === 'quit' ? 0 : EXIT_UNFINISHED;
}

/** SIGTERM (a service manager), SIGHUP (a closed terminal), SIGINT (Ctrl-C without a terminal chat). */
function whenAskedToEnd(): { readonly ended: Promise<ChannelEnd>; release(): void } {
  const signals = ['SIGTERM', 'SIGHUP', 'SIGINT'] as const;
  let end: () => void;
  const ended = new Promise<ChannelEnd>((resolve) => {
    end = () => resolve({ kind: 'broken', reason: 'the process was asked to end' });
  });
  const listener = (): void => end();
  for (const signal of signals) process.once(signal, listener);
  return {
    ended,
    release() {
      for (const signal of signals) process.off(signal, listener);
    },
  };
}
