import * as z from 'zod';
import { latestNarration } from '../../../agent/latest-narration.ts';
import type { OutboundBody } from '../../../contracts/channel.ts';
import type { ModelMessage } from '../../../contracts/model.ts';
import type { CallRecord, Store } from '../../../contracts/store.ts';
import type { SessionId } from '../../../core/ids.ts';
import { ownJson } from '../../../store/columns.ts';
import type { Database } from '../../../store/database.ts';

/** One reply of the model, with what it led to. */
export interface RoundShown {
  readonly round: number;
  /** What the model said before its calls; empty when it said nothing. */
  readonly words: string;
  readonly calls: readonly CallRecord[];
}

export interface TaskAccounts {
  /** Oldest first; calls of sub-agents are with the call that delegated to them. */
  rounds(session: SessionId): readonly RoundShown[];
  /** The last report as the chat was told it; undefined before there was one, and once its words were removed. */
  report(session: SessionId): string | undefined;
}

/** What a task did, from its rows. */
export function createTaskAccounts(
  database: Database,
  store: Pick<Store, 'calls' | 'history'>,
): TaskAccounts {
  const reported = database.read(
    `SELECT body FROM outbox WHERE dedupe_key >= @from AND dedupe_key < @until AND body <> '{}' ORDER BY seq`,
    z.object({ body: ownJson<OutboundBody>() }),
  );
  return {
    rounds(session) {
      const words = narrations(store.history.all(session));
      const rounds = new Map<number, CallRecord[]>();
      for (const call of store.calls.all(session)) {
        const calls = rounds.get(call.round) ?? [];
        calls.push(call);
        rounds.set(call.round, calls);
      }
      return [...rounds].map(([round, calls]) => ({
        round,
        words: calls.map(({ id }) => words.get(id)).find((said) => said !== undefined) ?? '',
        calls,
      }));
    },
    report(session) {
      // Every key of a report of this session: a semicolon is the sign after a colon.
      const rows = reported.all({ from: `ended:${session}:`, until: `ended:${session};` });
      const texts = rows.flatMap(({ body }) => (body.kind === 'text' ? [body.text] : []));
      return texts.at(-1);
    },
  };
}

/** What was said before each call, by the id of the call. */
function narrations(messages: readonly ModelMessage[]): ReadonlyMap<string, string> {
  const said = new Map<string, string>();
  for (const { role, content } of messages) {
    if (role !== 'assistant') continue;
    const words = latestNarration(content);
    for (const { type, id } of content)
      if (type === 'tool_use' && typeof id === 'string') said.set(id, words);
  }
  return said;
}
