import * as z from 'zod';
import type { ChatState } from '../../contracts/machines.ts';
import type { Clock } from '../../core/clock.ts';
import type { ApprovalId, ConversationId, InstanceId } from '../../core/ids.ts';
import type { Locale } from '../../core/texts/texts.ts';
import { id } from '../../store/columns.ts';
import type { Database } from '../../store/database.ts';

/** The messages that a chat also hears: the reports of its tasks, or its questions as well. */
export type VoiceScope = 'reports' | 'questions';

/** Something that is to be heard. */
export interface VoiceNote {
  readonly seq: number;
  readonly conversation: ConversationId;
  /** The person who pays for it: the one who started the task. */
  readonly payer: string;
  readonly locale: Locale;
  /** Ready to be spoken, without secrets. */
  readonly text: string;
  /** The question that it is about: an answered one need not be heard. */
  readonly approval: ApprovalId | undefined;
  /** Requests to the speech service so far; one that a killed program made counts. */
  readonly tries: number;
}

export type NewVoiceNote = Omit<VoiceNote, 'seq' | 'tries'> & {
  /** There is never a second one about it. */
  readonly topic: string;
  readonly instance: InstanceId;
  readonly atMs: number;
};

export interface VoiceStore {
  /** Undefined when the chat hears nothing. */
  heardIn(conversation: ConversationId): VoiceScope | undefined;
  /** From now on trouble is reported anew. */
  hear(conversation: ConversationId, hears: VoiceScope, atMs: number): void;
  silence(conversation: ConversationId): void;
  add(note: NewVoiceNote): void;
  /** Not ended yet, of this program, oldest first. */
  due(instance: InstanceId): readonly VoiceNote[];
  countTry(seq: number): void;
  end(seq: number, state: 'sent' | 'dropped' | 'failed'): void;
  /** True for the first trouble of this chat since it heard something. */
  noteTrouble(conversation: ConversationId): boolean;
  forgetTrouble(conversation: ConversationId): void;
  /** Removes ended ones from before then. */
  removeOld(beforeMs: number): void;
}

export type VoiceAction =
  | { readonly kind: 'voice.hear'; readonly hears: VoiceScope }
  | { readonly kind: 'voice.silence' };

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

/** The messages that a moving chat also hears. Trouble with speech is reported anew on the next machine. */
export function voiceState(
  rows: Pick<VoiceStore, 'heardIn' | 'hear' | 'silence'>,
  clock: Pick<Clock, 'nowMs'>,
): ChatState<VoiceScope> {
  return {
    name: 'voice',
    schema: z.enum(['reports', 'questions']),
    read: (conversation) => rows.heardIn(conversation),
    write(conversation, hears) {
      if (hears === undefined) rows.silence(conversation);
      else rows.hear(conversation, hears, clock.nowMs());
    },
  };
}
