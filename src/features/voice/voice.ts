import type { ApprovalId, ConversationId, InstanceId } from '../../core/ids.ts';
import type { Locale } from '../../core/texts/texts.ts';

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
