import type { ConversationId } from '../../core/ids.ts';
import type { QuietHours } from '../../core/quiet-hours.ts';

/** The chat's own choice; with undefined hours there are none, even if the settings have some. */
export interface ChosenQuiet {
  readonly hours: QuietHours | undefined;
}

export interface QuietStore {
  /** Undefined when the chat has the hours of the settings. */
  findChosen(conversation: ConversationId): ChosenQuiet | undefined;
  choose(conversation: ConversationId, chosen: ChosenQuiet): void;
  /** It has the hours of the settings again. */
  unchoose(conversation: ConversationId): void;
  /** When a person last wrote there while it had quiet hours; undefined when no one has. */
  heardAtMs(conversation: ConversationId): number | undefined;
  noteHeard(conversation: ConversationId, atMs: number): void;
}

/** Undefined hours mean none. */
export type QuietAction = { readonly kind: 'quiet.choose' } & ChosenQuiet;
