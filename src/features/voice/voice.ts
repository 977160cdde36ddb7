import type { ApprovalId, ConversationId, InstanceId } from '../../core/ids.ts';
import type { Locale } from '../../core/texts/texts.ts';

/** What a chat hears beside the words: the reports of its tasks, or its questions as well. */
export type Hears = 'reports' | 'questions';

/** Something that is to be heard. */
export interface VoiceNote {
  readonly seq: number;
  readonly conversation: ConversationId;
  /** Whose money it costs: who started the task. */
  readonly payer: string;
  readonly locale: Locale;
  /** Ready to be spoken, without secrets. */
  readonly text: string;
  /** The question that it is about: nobody needs to hear one that is answered. */
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
  /** Undefined: nothing. */
  heardIn(conversation: ConversationId): Hears | undefined;
  /** Trouble is told anew after this. */
  hear(conversation: ConversationId, hears: Hears, atMs: number): void;
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
  | { readonly kind: 'voice.hear'; readonly hears: Hears }
  | { readonly kind: 'voice.silence' };
