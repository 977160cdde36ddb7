import * as z from 'zod';
import type { SpendingStore } from '../contracts/session-stores.ts';
import type { Database } from './database.ts';

/** How many tasks an estimate uses. */
const MAX_PAST = 20;

const Usage = z.object({
  inputTokens: z.int(),
  outputTokens: z.int(),
  cacheReadTokens: z.int(),
  cacheWriteTokens: z.int(),
});

export function createSpendingStore(database: Database): SpendingStore {
  const insert = database.write(`
    INSERT INTO spending (session, round, conversation, person, model, input_tokens, output_tokens, cache_read_tokens,
      cache_write_tokens, micro_usd, at_ms)
    VALUES (@session, @round, @conversation, @person, @model, @inputTokens, @outputTokens, @cacheReadTokens,
      @cacheWriteTokens, @microUsd, @atMs)`);
  const since = database.read(
    `SELECT (SELECT coalesce(sum(micro_usd), 0) FROM spending WHERE person = @person AND at_ms >= @sinceMs)
       + (SELECT coalesce(sum(micro_usd), 0) FROM spent_elsewhere WHERE person = @person AND day_ms >= @sinceMs) AS spent`,
    z.object({ spent: z.int() }),
  );
  // To group by person, SQLite would go through everything that was ever spent in the order of people.
  const byPerson = database.read(
    `SELECT person, sum(micro_usd) AS microUsd FROM (
       SELECT person, micro_usd FROM spending INDEXED BY spending_by_day WHERE at_ms >= @sinceMs
       UNION ALL SELECT person, micro_usd FROM spent_elsewhere WHERE day_ms >= @sinceMs)
     GROUP BY person ORDER BY microUsd DESC, person`,
    z.object({ person: z.string(), microUsd: z.int() }),
  );
  const usage = database.read(
    `SELECT coalesce(sum(input_tokens), 0) AS inputTokens, coalesce(sum(output_tokens), 0) AS outputTokens,
       coalesce(sum(cache_read_tokens), 0) AS cacheReadTokens, coalesce(sum(cache_write_tokens), 0) AS cacheWriteTokens
     FROM spending WHERE session = @session`,
    Usage,
  );
  const rounds = database.read(
    `SELECT round, sum(micro_usd) AS microUsd, sum(input_tokens) AS inputTokens, sum(output_tokens) AS outputTokens,
       sum(cache_read_tokens) AS cacheReadTokens, sum(cache_write_tokens) AS cacheWriteTokens
     FROM spending WHERE session = @session AND round IS NOT NULL GROUP BY round ORDER BY round`,
    Usage.extend({ round: z.int(), microUsd: z.int() }),
  );
  const past = database.read(
    `SELECT cost_micro_usd AS cost FROM sessions
     WHERE project = @project AND mode = 'agent' AND status = 'done' AND cost_known = 1 AND cost_micro_usd > 0
       AND ended_at_ms <= @beforeMs
     ORDER BY seq DESC LIMIT ${MAX_PAST}`,
    z.object({ cost: z.int() }),
  );

  return {
    add: ({ usage: tokens, conversation, round, model, ...entry }) =>
      void insert.run({ ...entry, round, conversation, model, ...tokens }),
    sumSince: (person, sinceMs) => since.get({ person, sinceMs })?.spent ?? 0,
    byPerson: (sinceMs) => byPerson.all({ sinceMs }),
    byRound: (session) =>
      rounds.all({ session }).map(({ round, microUsd, ...tokens }) => ({ round, microUsd, usage: tokens })),
    usageOf: (session) => usage.get({ session }) ?? NOTHING,
    pastCosts: (project, beforeMs) => past.all({ project, beforeMs }).map(({ cost }) => cost),
  };
}

const NOTHING = { inputTokens: 0, outputTokens: 0, cacheReadTokens: 0, cacheWriteTokens: 0 };
