import type { ModelMessage } from '../contracts/model.ts';
import type { RunLimits } from '../contracts/session.ts';
import type { ActiveSession } from './active-session.ts';
import { sendableMessages } from './context/compaction-message.ts';
import { withoutRefused } from './context/file-pictures.ts';
import { textBlock } from './context/person-blocks.ts';
import { frameTokens } from './context/session-context.ts';
import { tokensOf } from './context/token-counts.ts';
import { notices } from './notices.ts';

interface Overload {
  /** Waits in a row for the present model. */
  readonly waits: number;
  /** The wait that would follow; undefined when the task would be given up. */
  readonly nextMs: number | undefined;
  /** When the server wants to be asked again, from now. */
  readonly retryInMs: number;
}

/** The model that replaces one that is overloaded for long; undefined when the session waits for the present one. */
export function fallbackFor(
  session: ActiveSession,
  { waits, nextMs, retryInMs }: Overload,
): string | undefined {
  const { record, parts } = session;
  const { limits, model } = parts.settings;
  const { fallback } = model;
  if (fallback === undefined || fallback.model === record.prompt.model) return undefined;
  const isLong = waitedMs(waits, limits.outage) >= fallback.afterMs || retryInMs >= fallback.afterMs;
  return isLong || nextMs === undefined ? fallback.model : undefined;
}

/** How long a session has waited after so many waits in a row. */
export function waitedMs(waits: number, { waitsMs }: Pick<RunLimits['outage'], 'waitsMs'>): number {
  const each = Array.from({ length: waits }, (_, at) => waitsMs[Math.min(at, waitsMs.length - 1)] ?? 0);
  return each.reduce((sum, ms) => sum + ms, 0);
}

/**
 * From here on another model goes on with the task, also after a restart. Thinking is bound to the model that thought
 * it, and the API refuses it elsewhere: the history is sent without, as it is after a compaction.
 */
export function switchModel(session: ActiveSession, model: string): void {
  const { parts, record } = session;
  const { context } = session.history;
  const { contexts } = parts.store;
  const requested = contexts.findRequest(record.id);
  const sees = parts.reading.sentFiles.hasVision(model);
  const sent = sendableMessages(withoutRefused(context.messages));
  const messages = sees ? sent : sent.map(withoutPictures);
  session.writes.change({ prompt: { model }, state: { outageWaits: undefined } });
  session.history.replace(
    {
      upTo: context.count,
      messages,
      summary: context.compaction?.summary ?? '',
      method: 'switch',
      tokensBefore: context.tokens(record.prompt),
      tokensAfter: frameTokens(record.prompt) + tokensOf(messages),
      // What its server said of the other model does not hold for this one.
      windowTokens: undefined,
      microUsd: 0,
      atMs: parts.clock.nowMs(),
    },
    () => {
      // A compaction that the person asked for is still to be done.
      if (requested !== undefined) contexts.setRequest(record.id, requested);
      parts.outgoing.announcer.announceFallback(session.record, record.prompt.model);
    },
  );
}

function withoutPictures({ role, content }: ModelMessage): ModelMessage {
  return {
    role,
    content: content.map((block) => (block.type === 'image' ? textBlock(notices.pictureNotKept) : block)),
  };
}
