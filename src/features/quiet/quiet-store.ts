import * as z from 'zod';
import { flag, optionalInt } from '../../store/columns.ts';
import type { Database } from '../../store/database.ts';
import type { QuietStore } from './quiet.ts';

const Row = z.object({ isChosen: flag, from: optionalInt, to: optionalInt, heardAtMs: optionalInt });

export function createQuietStore(database: Database): QuietStore {
  const one = database.read(
    `SELECT is_chosen AS isChosen, from_minute AS "from", to_minute AS "to", heard_at_ms AS heardAtMs
     FROM quiet_chats WHERE conversation = @conversation`,
    Row,
  );
  const choose = database.write(`
    INSERT INTO quiet_chats (conversation, is_chosen, from_minute, to_minute) VALUES (@conversation, 1, @from, @to)
    ON CONFLICT (conversation) DO UPDATE
      SET is_chosen = 1, from_minute = excluded.from_minute, to_minute = excluded.to_minute`);
  const unchoose = database.write(`
    UPDATE quiet_chats SET is_chosen = 0, from_minute = NULL, to_minute = NULL WHERE conversation = @conversation`);
  const heard = database.write(`
    INSERT INTO quiet_chats (conversation, is_chosen, heard_at_ms) VALUES (@conversation, 0, @atMs)
    ON CONFLICT (conversation) DO UPDATE SET heard_at_ms = excluded.heard_at_ms`);
  return {
    findChosen(conversation) {
      const row = one.get({ conversation });
      if (row === undefined || !row.isChosen) return undefined;
      const { from, to } = row;
      return { hours: from === undefined || to === undefined ? undefined : { from, to } };
    },
    choose: (conversation, { hours }) =>
      void choose.run({ conversation, from: hours?.from ?? null, to: hours?.to ?? null }),
    unchoose: (conversation) => void unchoose.run({ conversation }),
    heardAtMs: (conversation) => one.get({ conversation })?.heardAtMs,
    noteHeard: (conversation, atMs) => void heard.run({ conversation, atMs }),
  };
}
