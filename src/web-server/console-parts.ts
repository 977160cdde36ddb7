import type { SpokenMessage, WebDownload, WebPage, WebResource, WebVisitor } from '../contracts/web-page.ts';
import type { Clock } from '../core/clock.ts';
import type { Log } from '../core/log.ts';
import type { Locale } from '../core/texts/texts.ts';
import type { ListenSettings } from './listen-address.ts';

/** Signed-in visitors. Secrets are random, and only their hashes are kept. */
export interface Visits {
  /**
   * The secret for the cookie of a visitor with the code of a one-time link; undefined for a code that does not work.
   */
  enter(code: string): string | undefined;
  /** Undefined when they have signed out, their time is over, or they are no longer among the people who may write. */
  visitor(secret: string): WebVisitor | undefined;
  leave(secret: string): void;
  /** The owner of this token for the read API. */
  reader(token: string): WebVisitor | undefined;
  /** True while this person's chats are locked: nothing is shown to them, and nothing taken from them. */
  isLocked(visitor: WebVisitor): boolean;
}

/** What the console shows, and what other programs may read. */
export interface ConsoleContent {
  /** In the order of the navigation. */
  readonly pages: readonly WebPage[];
  /** Files that pages lead to. */
  readonly downloads: readonly WebDownload[];
  readonly resources: readonly WebResource[];
}

/** What visitors say with buttons and forms. */
export interface VisitorMessages {
  /** Resolves when the message is handled, or after a moment. */
  say(message: SpokenMessage): Promise<SpokenResult>;
  /** Stores a message of a chat in the browser, whose page shows the result. */
  write(message: SpokenMessage): Promise<void>;
  /** The result of a message that this visitor said; undefined if they said none with this number. */
  heard(seq: number, visitor: WebVisitor): SpokenResult | undefined;
}

/** The result of a message that a person said by pressing a button. */
export interface SpokenResult {
  readonly seq: number;
  readonly state: 'accepted' | 'done' | 'refused';
  /** The replies in the chat, oldest first. */
  readonly replies: readonly string[];
}

/** What the console in the browser is made of. */
export interface ConsoleParts {
  readonly listen: ListenSettings;
  /** Folder of its script and its style. */
  readonly assets: string;
  /** Folder for files of forms while they come, on the disk where they are kept. */
  readonly uploadFolder: string;
  readonly content: ConsoleContent;
  readonly version: string;
  /** Its name among several machines; missing when it is alone. */
  readonly machine?: string | undefined;
  readonly visits: Visits;
  readonly messages: VisitorMessages;
  /** Another text after every change of a row, by any program, and of what pages show beside rows. Cheap. */
  changes(): string;
  localeOf(visitor: WebVisitor | undefined): Locale | undefined;
  redact(text: string): string;
  readonly clock: Clock;
  readonly log: Log;
}
