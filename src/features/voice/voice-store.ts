import * as z from 'zod';
import { id } from '../../store/columns.ts';
import type { Database } from '../../store/database.ts';
import type { VoiceStore } from './voice.ts';

const Note = z.object({
  seq: z.int(),
  conversation: id<'conversation'>(),
  payer: z.string(),
  locale: z.enum(['en', 'es']),
  text: z.string(),
  approval: id<'approval'>()
    .nullable()
    .transform((value) => value ?? undefined),
  tries: z.int(),
});

export function createVoiceStore(database: Database): VoiceStore {
  const heard = database.read(
    'SELECT hears FROM voice_chats WHERE conversation = @conversation',
    z.object({ hears: z.enum(['reports', 'questions']) }),
  );
  const hear = database.write(`
    INSERT INTO voice_chats (conversation, hears, at_ms) VALUES (@conversation, @hears, @atMs)
    ON CONFLICT (conversation) DO UPDATE SET hears = excluded.hears, at_ms = excluded.at_ms, trouble_told = 0`);
  const silence = database.write('DELETE FROM voice_chats WHERE conversation = @conversation');
  const add = database.write(`
    INSERT INTO voice_notes (topic, instance, conversation, payer, locale, text, approval, state, added_at_ms)
    VALUES (@topic, @instance, @conversation, @payer, @locale, @text, @approval, 'due', @atMs)
    ON CONFLICT (topic) DO NOTHING`);
  const due = database.read(
    `SELECT seq, conversation, payer, locale, text, approval, tries FROM voice_notes
     WHERE state = 'due' AND instance = @instance ORDER BY seq`,
    Note,
  );
  const countTry = database.write('UPDATE voice_notes SET tries = tries + 1 WHERE seq = @seq');
  const end = database.write("UPDATE voice_notes SET state = @state WHERE seq = @seq AND state = 'due'");
  const noteTrouble = database.write(
    'UPDATE voice_chats SET trouble_told = 1 WHERE conversation = @conversation AND trouble_told = 0',
  );
  const forgetTrouble = database.write(
    'UPDATE voice_chats SET trouble_told = 0 WHERE conversation = @conversation AND trouble_told = 1',
  );
  const removeOld = database.write(
    "DELETE FROM voice_notes WHERE state <> 'due' AND added_at_ms < @beforeMs",
  );
  return {
    heardIn: (conversation) => heard.get({ conversation })?.hears,
    hear: (conversation, hears, atMs) => void hear.run({ conversation, hears, atMs }),
    silence: (conversation) => void silence.run({ conversation }),
    add: (note) => void add.run({ ...note }),
    due: (instance) => due.all({ instance }),
    countTry: (seq) => countTry.runOnRow({ seq }),
    end: (seq, state) => end.runOnRow({ seq, state }),
    noteTrouble: (conversation) => noteTrouble.run({ conversation }).changes === 1,
    forgetTrouble: (conversation) => void forgetTrouble.run({ conversation }),
    removeOld: (beforeMs) => void removeOld.run({ beforeMs }),
  };
}
