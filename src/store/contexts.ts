import * as z from 'zod';
import type { ContextStore, SessionRest } from '../contracts/context-store.ts';
import type { ModelMessage } from '../contracts/model.ts';
import { optionalInt, ownJson } from './columns.ts';
import type { Database } from './database.ts';

const Row = z.object({
  upTo: z.int(),
  messages: ownJson<readonly ModelMessage[]>(),
  summary: z.string(),
  method: z.enum(['summary', 'digest', 'switch']),
  tokensBefore: z.int(),
  tokensAfter: z.int(),
  windowTokens: optionalInt,
  microUsd: z.int(),
  atMs: z.int(),
});

const SELECT = `
  SELECT up_to AS upTo, messages, summary, method, tokens_before AS tokensBefore, tokens_after AS tokensAfter,
    window_tokens AS windowTokens, micro_usd AS microUsd, at_ms AS atMs
  FROM compactions WHERE session = @session`;

export function createContextStore(database: Database): ContextStore {
  const latest = database.read(`${SELECT} ORDER BY seq DESC LIMIT 1`, Row);
  const all = database.read(`${SELECT} ORDER BY seq`, Row);
  const insert = database.write(`
    INSERT INTO compactions (session, up_to, messages, summary, method, tokens_before, tokens_after, window_tokens,
      micro_usd, at_ms)
    VALUES (@session, @upTo, @messages, @summary, @method, @tokensBefore, @tokensAfter, @windowTokens, @microUsd,
      @atMs)`);
  const measured = database.read(
    'SELECT messages, tokens FROM measured_contexts WHERE session = @session',
    z.object({ messages: z.int(), tokens: z.int() }),
  );
  const measure = database.write(`
    INSERT INTO measured_contexts (session, messages, tokens) VALUES (@session, @messages, @tokens)
    ON CONFLICT (session) DO UPDATE SET messages = excluded.messages, tokens = excluded.tokens`);
  const forgetMeasured = database.write('DELETE FROM measured_contexts WHERE session = @session');

  return {
    latest: (session) => latest.get({ session }),
    all: (session) => all.all({ session }),
    add: (session, compaction) =>
      database.atomically(() => {
        insert.run({ ...compaction, session, messages: JSON.stringify(compaction.messages) });
        forgetMeasured.run({ session });
      }),
    findMeasured: (session) => measured.get({ session }),
    setMeasured: (session, size) => void measure.run({ session, ...size }),
    forgetMeasured: (session) => void forgetMeasured.run({ session }),
    ...createCompactionRequests(database),
  };
}

function createCompactionRequests(
  database: Database,
): Pick<ContextStore, 'findRequest' | 'setRequest' | 'forgetRequest'> {
  const requested = database.read(
    'SELECT words, back_to AS backTo FROM compaction_requests WHERE session = @session',
    z.object({ words: z.string(), backTo: ownJson<SessionRest>().nullable() }),
  );
  const request = database.write(`
    INSERT INTO compaction_requests (session, words, back_to) VALUES (@session, @words, @backTo)
    ON CONFLICT (session) DO UPDATE SET words = excluded.words, back_to = excluded.back_to`);
  const forget = database.write('DELETE FROM compaction_requests WHERE session = @session');

  return {
    findRequest(session) {
      const row = requested.get({ session });
      if (row === undefined) return undefined;
      const { words, backTo } = row;
      if (backTo === null) return { words, backTo: undefined };
      // JSON has no undefined: missing members must be restored.
      const { status, reason, endedAtMs } = backTo;
      return { words, backTo: { status, reason, endedAtMs } };
    },
    setRequest: (session, { words, backTo }) =>
      void request.run({ session, words, backTo: backTo && JSON.stringify(backTo) }),
    forgetRequest: (session) => void forget.run({ session }),
  };
}
