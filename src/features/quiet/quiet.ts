import type { ConversationId } from '../../core/ids.ts';
import type { QuietHours } from '../../core/quiet-hours.ts';

/** What a chat has chosen; undefined hours: none, whatever the settings say. */
export interface ChosenQuiet {
  readonly hours: QuietHours | undefined;
}

export interface QuietStore {
  /** Undefined: the chat has the hours of the settings. */
  chosen(conversation: ConversationId): ChosenQuiet | undefined;
  choose(conversation: ConversationId, chosen: ChosenQuiet): void;
  /** It has the hours of the settings again. */
  unchoose(conversation: ConversationId): void;
  /** When somebody last wrote there while it had quiet hours; undefined: never. */
  heardAtMs(conversation: ConversationId): number | undefined;
  heard(conversation: ConversationId, atMs: number): void;
}

/** Undefined hours: none. */
export type QuietAction = { readonly kind: 'quiet.choose' } & ChosenQuiet;
