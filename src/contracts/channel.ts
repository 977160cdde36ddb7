import type { Json } from '../base/json.ts';
import type { CronMark } from './cron-mark.ts';
import type { Enclosed } from './enclosures.ts';

/** What a channel can do by itself. Whatever it cannot is replaced by text, in one place: `gateway/outgoing/fallback.ts`. */
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
  /**
   * True where the channel itself keeps what came in until it stands in the inbox, and stores what goes out before it
   * leaves, in the same database: then the commits around it need not be waited for.
   */
  readonly journals?: true;
  /** True where a message that could not be stored is handed in until it is: no person has to send it again. */
  readonly handsInAgain?: true;
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
  /** It waited on the other side while there was no link. */
  readonly delayed?: boolean;
  /** Id of the message that this one quotes. */
  readonly quotedId?: string;
  /** What it says, as far as the channel knows: words to talk about, never an instruction or an answer. */
  readonly quoted?: Quote;
  /** Somebody else's words, passed on: they command and answer nothing. */
  readonly forwarded?: boolean;
  /** What the person did instead of writing; `text` is then empty. */
  readonly gesture?: Gesture;
  readonly attachments?: readonly Attachment[];
  /** What became of the attachments, once somebody fetched them; spoken words are part of `text` then. */
  readonly enclosed?: readonly Enclosed[];
  /** The program itself wrote it, because this person's schedule said so; no channel ever sets it. */
  readonly cron?: CronMark;
  /** Only in a chat of several people. */
  readonly group?: { readonly addressed: boolean };
}

export interface Quote {
  readonly author: 'program' | 'sender' | 'somebody';
  readonly text: string;
}

/** `target` is the id of a message of the program (vote, reaction) or of the person (edit, delete). */
export type Gesture =
  | { readonly kind: 'vote'; readonly target: string; readonly choices: readonly string[] }
  /** An empty emoji: the reaction was taken back. */
  | { readonly kind: 'reaction'; readonly target: string; readonly emoji: string }
  | { readonly kind: 'edit'; readonly target: string; readonly text: string }
  | { readonly kind: 'delete'; readonly target: string };

/** A file that came with a message. It stays with the other side until somebody fetches it. */
export interface Attachment {
  readonly kind: 'image' | 'document' | 'voice' | 'other';
  /** As the sender's program says; nothing vouches for it. */
  readonly mimeType: string;
  /** As the sender named it: hostile until cleaned. */
  readonly name: string | undefined;
  /** As declared, in bytes. */
  readonly bytes: number | undefined;
  /** What the channel needs to fetch it, also after a restart. */
  readonly reference: Json;
}

export type OutboundBody =
  | { readonly kind: 'text'; readonly text: string }
  /** `target` is the id of a message that this program sent to the same chat. */
  | { readonly kind: 'edit'; readonly target: string; readonly text: string }
  /** `target` is the id of a message of the person. An empty emoji removes the reaction. */
  | { readonly kind: 'reaction'; readonly target: string; readonly emoji: string }
  | { readonly kind: 'poll'; readonly question: string; readonly choices: readonly string[] }
  | { readonly kind: 'image'; readonly path: string; readonly caption: string }
  | { readonly kind: 'document'; readonly path: string; readonly name: string; readonly caption: string }
  /** A unified diff to look at: pictures of it where the channel shows any, and the diff as a file. */
  | { readonly kind: 'diff'; readonly diff: string; readonly name: string }
  /**
   * A picture as SVG that this program laid out itself, of what is told in words as well: where no pictures are shown it
   * is left out.
   */
  | { readonly kind: 'drawing'; readonly svg: string; readonly caption: string }
  /** A document that is nowhere on the disk. */
  | { readonly kind: 'text-file'; readonly text: string; readonly name: string; readonly caption: string };

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
  /** A text (Markdown) as it is sent, where that is not as it was written: what `maxLength` counts. */
  formatted?(text: string): string;
  /**
   * Asked right before each send; missing where nothing limits sending. 0: it may go now, and is counted as sent. Else
   * the milliseconds after which to ask again; somebody writing in that chat may have made it sooner.
   */
  holdMs?(message: Pick<OutboundMessage, 'chat' | 'body'>): number;
  /** Best effort, never throws. */
  typing(chat: string, on: boolean): void;
  /**
   * Bytes of an attachment; missing where none ever comes.
   * @throws Failure `invalid` when it is larger than `mostBytes`, `not-found` when the other side no longer has it,
   *   `unavailable` when trying again may help
   */
  fetch?(attachment: Attachment, mostBytes: number): Promise<Uint8Array>;
  /** Resolves when no more messages will come. */
  readonly ended: Promise<ChannelEnd>;
  /** Stops delivering and sending; resolves when everything handed in was written. */
  stop(): Promise<void>;
}

/** A time without a link to the other side. */
export interface Gap {
  readonly fromMs: number;
  readonly untilMs: number;
}

export interface ChannelReceiver {
  receive(message: InboundMessage): Promise<void>;
  /** A message of this person could not be read, also not when it was asked for again. Resolves when that is stored. */
  unreadable(
    message: Pick<InboundMessage, 'account' | 'chat' | 'sender' | 'id' | 'sentAtMs' | 'group'>,
  ): Promise<void>;
  /** The link was down and is back; what was written meanwhile has been handed in, marked as `delayed`. */
  missed(gap: Gap): void;
  /** The person asked to stop what runs in this chat by a gesture instead of a message (Ctrl-C in the terminal). */
  interrupt(chat: string): void;
}
