import type { SessionId } from '../core/ids.ts';
import type { Json } from '../core/json.ts';
import type { Locale } from '../core/texts/texts.ts';
import type { AttachmentResult } from './enclosures.ts';

/** How far a sent message can still change: for cards that show progress. */
export interface EditCapabilities {
  /** Which sent messages can be edited: none, only the newest, or any. */
  readonly edit: 'no' | 'newest' | 'any';
  /** How long after it was sent, in milliseconds. */
  readonly editWindowMs: number;
  /** Shortest time between two edits of one message, in milliseconds. */
  readonly editIntervalMs: number;
  /**
   * Interval at which the time on a card is shown anew, in milliseconds, where an edit costs nothing. When missing, it
   * is shown anew only when something else changes, or takes long.
   */
  readonly tickMs?: number;
}

/** What can be sent: for what fits a message to its channel, and for what offers choices and pictures. */
export interface ShownCapabilities {
  readonly reaction: boolean;
  readonly poll: boolean;
  readonly image: boolean;
  readonly document: boolean;
  /** True where a voice note can be played. */
  readonly voiceNote?: true;
  readonly typing: boolean;
  /** Longest text one message may hold, in UTF-16 code units. */
  readonly maxLength: number;
}

/** Whom messages come from, and what is kept of them on the way: for what takes them in. */
export interface IncomingCapabilities {
  /** True when everybody who can use this channel already owns the machine (the terminal): no allow-list applies. */
  readonly localOwner: boolean;
  /** True where people split one thought into several messages: quick successive ones are merged. */
  readonly gather: boolean;
  /**
   * True where the channel itself keeps incoming messages until they are in the inbox, and stores outgoing ones
   * before sending, in the same database: then the commits around it need not be waited for.
   */
  readonly journals?: true;
  /**
   * True where a message that could not be stored is delivered again until it is: no person has to send it again.
   */
  readonly handsInAgain?: true;
  /**
   * True for a channel beside those where people are found: it does not keep the program running, and a person who has
   * another chat is written to there.
   */
  readonly beside?: true;
}

/** What a channel supports. Everything else is replaced by text, in one place: `gateway/outgoing/fit-body.ts`. */
export interface ChannelCapabilities extends EditCapabilities, ShownCapabilities, IncomingCapabilities {}

/** What wrote a message in a person's name at a set time. */
export interface ScheduledMark {
  /** Number of its row, with the feature that wrote it. */
  readonly id: number;
  /** What it is called in its chat. */
  readonly name: string;
  /** The time that the schedule gave. */
  readonly nominalMs: number;
  /** How long after its time, in milliseconds; 0 for one that is on time. */
  readonly lateMs: number;
  /** Canonical path of the project that it keeps to; undefined when it uses that of its chat. */
  readonly workspace?: string | undefined;
}

/**
 * What another agent asks for by a call, in place of a chat's words: it is never read as a command or an answer.
 * `start`: begins what `text` says, in the project of this name, else in the usual one. `notify`: words for a task.
 * `cancel`: stops it.
 */
export type OutsideCall =
  | { readonly kind: 'start'; readonly project?: string | undefined }
  | { readonly kind: 'tell'; readonly session: SessionId }
  | { readonly kind: 'cancel'; readonly session: SessionId };

/**
 * The program's verdict on a code that came with a message. `wrong`: not the right one; `used`: of a time step that was
 * used before; `too-soon`: not checked, because of earlier wrong ones; `lost`: the program ended before it was checked;
 * `uncounted`: from a person whose codes do not count, or forwarded; `unusable`: it cannot be checked, because the
 * stored secret cannot be read.
 */
export type CodeCheck = 'right' | 'wrong' | 'used' | 'too-soon' | 'lost' | 'uncounted' | 'unusable';

/** Together unique for ever: for the inbox, and for what looks a message up in it. */
export interface MessageIdentity {
  /** The program's account that received it: `console`, or the bot's own number. */
  readonly account: string;
  /** Address of the chat within the channel; replies go there. */
  readonly chat: string;
  /** Server-supplied identity of the author; never a display name. */
  readonly sender: string;
  readonly id: string;
}

/** What a person wrote, and what they wrote it about: for whatever reads commands and answers. */
export interface MessageWords {
  readonly text: string;
  /** Id of the message that this one quotes. */
  readonly quotedId?: string;
  /** Text of the quoted message, as far as the channel knows it: context, never an instruction or an answer. */
  readonly quoted?: Quote;
  /** A forwarded message: it commands and answers nothing. */
  readonly forwarded?: boolean;
  /** A gesture instead of text; `text` is then empty. */
  readonly gesture?: Gesture;
}

/** A message from a channel. */
export interface InboundMessage extends MessageIdentity, MessageWords {
  readonly sentAtMs: number;
  /** True when it waited on the server while there was no link. */
  readonly delayed?: boolean;
  readonly attachments?: readonly Attachment[];
  /** Results of fetching the attachments; `text` then includes spoken words. */
  readonly enclosed?: readonly AttachmentResult[];
  /** The program itself wrote it for this person, at a time that they had set; no channel ever sets it. */
  readonly scheduled?: ScheduledMark;
  /** Only from another agent. */
  readonly call?: OutsideCall;
  /**
   * The verdict on a code that was in it. The code itself is kept nowhere. The program sets it, no channel ever does.
   */
  readonly code?: CodeCheck;
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
  /** An empty emoji: the reaction was removed. */
  | { readonly kind: 'reaction'; readonly target: string; readonly emoji: string }
  | { readonly kind: 'edit'; readonly target: string; readonly text: string }
  | { readonly kind: 'delete'; readonly target: string };

/** A file that came with a message. It stays on the server until it is fetched. */
export interface Attachment {
  readonly kind: 'image' | 'document' | 'voice' | 'other';
  /** According to the sender's program; unverified. */
  readonly mimeType: string;
  /** The sender's name for it: hostile until cleaned. */
  readonly name: string | undefined;
  /** Declared size in bytes. */
  readonly bytes: number | undefined;
  /** Data that the channel needs to fetch it, also after a restart. */
  readonly reference: Json;
}

export type OutboundBody =
  | { readonly kind: 'text'; readonly text: string }
  /** `target` is the id of a message that this program sent to the same chat. */
  | { readonly kind: 'edit'; readonly target: string; readonly text: string }
  /** `target` is the id of a message of the person. An empty emoji removes the reaction. */
  | { readonly kind: 'reaction'; readonly target: string; readonly emoji: string }
  /** Takes a message of the person out of the chat, for everybody; only where `Channel.canDelete` says so. */
  | { readonly kind: 'delete'; readonly target: string }
  | { readonly kind: 'poll'; readonly question: string; readonly choices: readonly string[] }
  | { readonly kind: 'image'; readonly path: string; readonly caption: string }
  | { readonly kind: 'document'; readonly path: string; readonly name: string; readonly caption: string }
  /**
   * A unified diff to show: as pictures where the channel has them, and as a file. `locale`: of the words in the
   * pictures.
   */
  | {
      readonly kind: 'diff';
      readonly diff: string;
      readonly name: string;
      readonly locale: Locale;
    }
  /**
   * A picture as SVG that the program drew, of something that is also said in words: it is left out where no pictures
   * are shown.
   */
  | { readonly kind: 'drawing'; readonly svg: string; readonly caption: string }
  /**
   * A recording on the disk, Opus in Ogg, of something that is also said in words: it is left out where nothing can be
   * played.
   */
  | { readonly kind: 'voice-note'; readonly path: string; readonly seconds: number }
  /** A document that is not on the disk. */
  | { readonly kind: 'text-file'; readonly text: string; readonly name: string; readonly caption: string };

export interface OutboundMessage {
  /** Preset: a repeated send carries the same id, so that the recipient can drop it. */
  readonly id: string;
  readonly chat: string;
  readonly body: OutboundBody;
  /** True when an earlier try may have arrived (the program died between sending and recording it). */
  readonly mayRepeat: boolean;
}

/**
 * Why a channel ended. `ended`: no more messages will come; running tasks may finish. `quit`: the person left and
 * wants the program to stop now; running tasks continue at the next start.
 */
export type ChannelEnd =
  | { readonly kind: 'ended' }
  | { readonly kind: 'quit' }
  | { readonly kind: 'broken'; readonly reason: string };

export interface Channel {
  /** `console`, `whatsapp`, `web`: first half of a conversation id. */
  readonly name: string;
  readonly capabilities: ChannelCapabilities;
  /**
   * Begins to deliver messages, in order of arrival. `receive` resolves once the message is stored; only then may the
   * channel acknowledge it to the other side.
   */
  start(receiver: ChannelReceiver): Promise<void>;
  /** Resolves when the server has accepted the message. Rejects with a Failure (`unavailable`: try again). */
  send(message: OutboundMessage): Promise<void>;
  /** A text (Markdown) in the form in which it is sent, if that differs: `maxLength` counts that form. */
  format?(text: string): string;
  /**
   * Asked right before each send; missing where nothing limits sending. 0 means that the message may be sent now, and
   * is counted; any other number is the milliseconds after which to ask again. A message in that chat may shorten the
   * wait.
   */
  holdMs?(message: Pick<OutboundMessage, 'chat' | 'body'>): number;
  /** True where it can take messages of people out of this chat for everybody; missing when it can do so nowhere. */
  canDelete?(chat: string): boolean;
  /** Best effort, never throws. */
  setTyping(chat: string, on: boolean): void;
  /**
   * Bytes of an attachment; missing where there are none.
   * @throws Failure `invalid` when it is larger than `mostBytes`, `not-found` when the server no longer has it,
   *    `unavailable` when trying again may help
   */
  fetch?(attachment: Attachment, mostBytes: number): Promise<Uint8Array>;
  /** Resolves when no more messages will come. */
  readonly ended: Promise<ChannelEnd>;
  /** Stops delivering and sending; resolves when all accepted messages are written. */
  stop(): Promise<void>;
}

/** A time without a link to the other side. */
export interface Gap {
  readonly fromMs: number;
  readonly untilMs: number;
}

export interface ChannelReceiver {
  receive(message: InboundMessage): Promise<void>;
  /** A message of this person could not be read, even after it was requested again. Resolves when that is stored. */
  receiveUnreadable(message: MessageIdentity & Pick<InboundMessage, 'sentAtMs' | 'group'>): Promise<void>;
  /** The link was down and is back; messages from the gap have been delivered, marked as `delayed`. */
  receiveGap(gap: Gap): void;
  /** The person asked by a gesture to stop these sessions of this chat (Ctrl-C in the terminal), and nothing else. */
  interrupt(chat: string, sessions: readonly SessionId[]): void;
}
