/** What a channel can do by itself. Whatever it cannot is replaced by text, in one place: `gateway/fallback.ts`. */
export interface ChannelCapabilities {
  /** Whose text can be replaced: of no message that was sent, of the newest only, or of any. */
  readonly edit: 'no' | 'newest' | 'any';
  /** How long after it was sent, in milliseconds. */
  readonly editWindowMs: number;
  readonly reaction: boolean;
  readonly poll: boolean;
  readonly image: boolean;
  readonly document: boolean;
  readonly typing: boolean;
  /** Longest text one message may hold, in UTF-16 code units. */
  readonly maxLength: number;
  /** Shortest time between two edits of one message, in milliseconds. */
  readonly editIntervalMs: number;
  /** True when whoever reaches this channel already owns the machine (the terminal): no allow-list applies. */
  readonly localOwner: boolean;
  /** True where people write one thought in several messages: those that come quickly after each other are one. */
  readonly gather: boolean;
}

/** A message as the channel saw it. `account`, `chat`, `sender`, `id` together are unique for ever. */
export interface InboundMessage {
  /** Which of the program's own accounts received it: `console`, or the bot's own number. */
  readonly account: string;
  /** Address of the chat within the channel; replies go there. */
  readonly chat: string;
  /** Server-supplied identity of the author; never a display name. */
  readonly sender: string;
  readonly id: string;
  readonly text: string;
  readonly sentAtMs: number;
  /** Id of the message that this one quotes. */
  readonly quotedId?: string;
}

export type OutboundBody =
  | { readonly kind: 'text'; readonly text: string }
  /** `target` is the id of a message that this program sent to the same chat. */
  | { readonly kind: 'edit'; readonly target: string; readonly text: string }
  /** `target` is the id of a message of the person. An empty emoji removes the reaction. */
  | { readonly kind: 'reaction'; readonly target: string; readonly emoji: string }
  | { readonly kind: 'poll'; readonly question: string; readonly choices: readonly string[] }
  | { readonly kind: 'image'; readonly path: string; readonly caption: string }
  | { readonly kind: 'document'; readonly path: string; readonly name: string; readonly caption: string };

export interface OutboundMessage {
  /** Preset: a repeated send carries the same id, so that the other side can drop it. */
  readonly id: string;
  readonly chat: string;
  readonly body: OutboundBody;
  /** True when an earlier try may have arrived (the program died between sending and recording it). */
  readonly mayRepeat: boolean;
}

/**
 * Why a channel ended. `ended`: no more messages will come; what runs may finish. `quit`: the person left and wants
 * the program to stop now; what runs goes on at the next start.
 */
export type ChannelEnd =
  | { readonly kind: 'ended' }
  | { readonly kind: 'quit' }
  | { readonly kind: 'broken'; readonly reason: string };

export interface Channel {
  /** `console`, `whatsapp`: first half of a conversation id. */
  readonly name: string;
  readonly capabilities: ChannelCapabilities;
  /**
   * Begins to deliver messages, in order of arrival. `receive` resolves once the message is stored; only then may
   * the channel acknowledge it to the other side.
   */
  start(receiver: ChannelReceiver): Promise<void>;
  /** Resolves when the other side has taken the message. Rejects with a Failure (`unavailable`: try again). */
  send(message: OutboundMessage): Promise<void>;
  /** Best effort, never throws. */
  typing(chat: string, on: boolean): void;
  /** Resolves when no more messages will come. */
  readonly ended: Promise<ChannelEnd>;
  /** Stops delivering and sending; resolves when everything handed in was written. */
  stop(): Promise<void>;
}

export interface ChannelReceiver {
  receive(message: InboundMessage): Promise<void>;
  /** The person asked to stop what runs in this chat by a gesture instead of a message (Ctrl-C in the terminal). */
  interrupt(chat: string): void;
}
