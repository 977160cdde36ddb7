import * as z from 'zod';
import type { SpendingStore } from '../contracts/session-stores.ts';
import type { Database } from './database.ts';

export function createSpendingStore(database: Database): SpendingStore {
  const insert = database.write(`
    INSERT INTO spending (session, person, input_tokens, output_tokens, cache_read_tokens, cache_write_tokens,
      micro_usd, at_ms)
    VALUES (@session, @person, @inputTokens, @outputTokens, @cacheReadTokens, @cacheWriteTokens, @microUsd, @atMs)`);
  const since = database.read(
    'SELECT coalesce(sum(micro_usd), 0) AS spent FROM spending WHERE person = @person AND at_ms >= @sinceMs',
    z.object({ spent: z.int() }),
  );

  return {
    add: ({ usage, ...entry }) => void insert.run({ ...entry, ...usage }),
    since: (person, sinceMs) => since.get({ person, sinceMs })?.spent ?? 0,
  };
}
