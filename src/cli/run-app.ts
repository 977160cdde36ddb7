import { type App, type AppParts, createApp } from '../app.ts';
import type { ChannelEnd } from '../contracts/channel.ts';
import type { CliHost } from '../contracts/sub-command.ts';
import type { Settings } from '../settings/settings.ts';
import type { LogEcho } from '../telemetry/log.ts';

/**
 * Creates the app. A console listens from its first moment: when the app fails it is released, or the process would
 * never end.
 */
export async function openApp(parts: AppParts): Promise<App> {
  try {
    return await createApp(parts);
  } catch (error) {
    await Promise.all(parts.channels.map((channel) => channel.stop()));
    throw error;
  }
}

/** Exit code of `wasap start` when something is left: an open question, a parked task, an unsent message. */
const EXIT_UNFINISHED = 1;

/** A message that was there at the start is being handled by then; one that a person types comes later. */
const SETTLED_AFTER_MS = 300;

/** The parts of a program that its run needs. */
interface RunnableApp extends Pick<App, 'channels' | 'log' | 'close'> {
  readonly gateway: Pick<App['gateway'], 'start' | 'idle' | 'summary'>;
}

export interface AfterStart {
  /** Work that is not urgent but needed soon; called once. */
  readonly settled?: () => void;
  /**
   * Work that makes the first message faster; called once, when nothing else is to be done: it would slow down a
   * task.
   */
  readonly idle?: () => Promise<void>;
  /** Says how many tasks continue at the next start; called when the process was asked to end and there are any. */
  readonly interrupted?: ((tasks: number) => void) | undefined;
}

/**
 * Runs until every channel has ended or the process is asked to end. At the end of input running work is finished
 * first; when the person quits, or the process is asked to end, it stops at the next step and continues at the next
 * start.
 * @param unread resolves when nobody sees the console any more: as if the person had quit
 * @returns the exit code: 0 only when everything was done
 */
export async function runApp(
  app: RunnableApp,
  after: AfterStart = {},
  unread: Promise<void> = new Promise(() => undefined),
): Promise<number> {
  const asked = whenAskedToEnd();
  await app.gateway.start();
  const beside = afterStart(app, after);
  const left = unread.then((): ChannelEnd => ({ kind: 'quit' }));
  const end = await Promise.race([channelsEnd(app), asked.ended, left]);
  beside.inputEnded();
  if (end.kind === 'ended') await Promise.race([app.gateway.idle(), asked.ended, left]);
  asked.release();
  beside.end();
  const { allDone, unprovenSessions, ongoingSessions } = app.gateway.summary();
  await app.close();
  if (asked.wasAsked() && ongoingSessions > 0) after.interrupted?.(ongoingSessions);
  if (end.kind === 'quit') return 0;
  return allDone && unprovenSessions === 0 && end.kind === 'ended' ? 0 : EXIT_UNFINISHED;
}

interface BesideTheChat {
  /** No message will come that could be faster. */
  inputEnded(): void;
  end(): void;
}

function afterStart({ gateway }: RunnableApp, { settled, idle }: AfterStart): BesideTheChat {
  let mayComeMore = true;
  const timer = setTimeout(() => {
    settled?.();
    void gateway.idle().then(() => (mayComeMore ? idle?.() : undefined));
  }, SETTLED_AFTER_MS);
  return {
    inputEnded() {
      mayComeMore = false;
    },
    end: () => clearTimeout(timer),
  };
}

/** At once when the person quits; else when the last channel has ended, with the worst of all ends. */
async function channelsEnd({ channels, log }: RunnableApp): Promise<ChannelEnd> {
  const awaited = channels.filter(({ capabilities }) => capabilities.beside !== true);
  const ends = awaited.map(async ({ name, ended }) => {
    const end = await ended;
    if (end.kind === 'broken') log.error('cli.channel_broken', { channel: name, reason: end.reason });
    return end;
  });
  const quit = new Promise<ChannelEnd>((resolve) => {
    for (const ended of ends) void ended.then((end) => end.kind === 'quit' && resolve(end));
  });
  const last = Promise.all(ends).then((all) => all.find(({ kind }) => kind === 'broken') ?? all[0]);
  return (await Promise.race([quit, last])) ?? { kind: 'ended' };
}

/** SIGTERM (a service manager), SIGHUP (a closed terminal), SIGINT (Ctrl-C without a terminal chat). */
export function whenAskedToEnd(): {
  readonly ended: Promise<ChannelEnd>;
  wasAsked(): boolean;
  release(): void;
} {
  const signals = ['SIGTERM', 'SIGHUP', 'SIGINT'] as const;
  let end: () => void;
  const ended = new Promise<ChannelEnd>((resolve) => {
    end = () => resolve({ kind: 'broken', reason: 'the process was asked to end' });
  });
  let isAsked = false;
  const listener = (): void => {
    isAsked = true;
    end();
  };
  for (const signal of signals) process.once(signal, listener);
  return {
    ended,
    wasAsked: () => isAsked,
    release() {
      for (const signal of signals) process.off(signal, listener);
    },
  };
}

/** Echoes the log where no chat needs the output: readable on a terminal, JSON for log collectors. */
export function echoOn({ output }: CliHost, { hostEnvironment }: Settings): LogEcho {
  const colours = hostEnvironment.NO_COLOR === undefined;
  return { pretty: output.isTTY, colours, write: (text) => void output.write(text) };
}
