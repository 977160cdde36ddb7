import type { App } from '../app.ts';
import type { ChannelEnd } from '../contracts/channel.ts';

/** What `wasap start` returns when something is left: a question that waits, a parked task, an unsent message. */
const EXIT_UNFINISHED = 1;

/** A message that was there at the start is on its way by then; one that a person types comes later. */
const WARM_AFTER_MS = 300;

/**
 * Runs until every channel has ended or the process is told to. At the end of input what runs is finished first; when
 * the person quits, or the process is asked to end, it stops at the next step and goes on at the next start.
 * @param warm what makes the first message faster; called once, when nothing else is to be done
 * @param unread resolves when nobody sees what a console shows: as if the person had quit
 * @returns the exit code: 0 only when everything was done
 */
export async function runApp(
  app: App,
  warm: () => Promise<void> = async () => undefined,
  unread: Promise<void> = new Promise(() => undefined),
): Promise<number> {
  const asked = whenAskedToEnd();
  await app.gateway.start();
  const warming = setTimeout(() => void warm(), WARM_AFTER_MS);
  const left = unread.then((): ChannelEnd => ({ kind: 'quit' }));
  const end = await Promise.race([endOf(app), asked.ended, left]);
  if (end.kind === 'ended') await Promise.race([app.gateway.idle(), asked.ended, left]);
  asked.release();
  clearTimeout(warming);
  const { allDone } = app.gateway.summary();
  await app.close();
  return allDone && end.kind === 'ended' ? 0 : end.kind === 'quit' ? 0 : EXIT_UNFINISHED;
}

/** At once when the person quits; else when the last channel has ended, as the worst of all ends. */
async function endOf({ channels, log }: App): Promise<ChannelEnd> {
  const ends = channels.map(async ({ name, ended }) => {
    const end = await ended;
    if (end.kind === 'broken') log.error('channel.broken', { channel: name, reason: end.reason });
    return end;
  });
  const quit = new Promise<ChannelEnd>((resolve) => {
    for (const ended of ends) void ended.then((end) => end.kind === 'quit' && resolve(end));
  });
  const last = Promise.all(ends).then((all) => all.find(({ kind }) => kind === 'broken') ?? all[0]);
  return (await Promise.race([quit, last])) ?? { kind: 'ended' };
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
