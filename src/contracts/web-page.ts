import type { Child } from 'hono/jsx';
import type { ConversationId } from '../core/ids.ts';
import type { Texts } from '../core/texts/texts.ts';
import type { Role } from './access.ts';
import type { Gesture } from './channel.ts';

/** A page of the console in the browser. Everything that it shows comes from rows. */
export interface WebPage {
  /** `/tasks`, `/tasks/:id`: a name after a colon stands for one part. */
  readonly path: string;
  /** Its entry in the navigation; missing: other pages lead to it. */
  label?(texts: Texts): string;
  /** Loads the code of the page, when it is asked for. */
  load(): Promise<WebView>;
}

export interface WebView {
  /** Undefined: there is no such thing, or this person may not see it. */
  show(request: WebRequest): Promise<WebContent | undefined>;
  /**
   * What a form of this page asks for, as a message of the person; undefined: nothing that may be asked here. Only
   * decides. Missing: the page has no form.
   */
  submit?(request: WebRequest, form: WebForm): SpokenMessage | undefined;
}

/** The person in the browser. Their rights are read anew for each request. */
export interface WebVisitor {
  /** As in a chat: digits of a phone number, or the name of the person at the machine. */
  readonly sender: string;
  readonly role: Role;
  readonly isAtMachine: boolean;
}

export interface WebRequest {
  readonly visitor: WebVisitor;
  /** In their language. */
  readonly texts: Texts;
  readonly nowMs: number;
  /** A named part of the path. */
  param(name: string): string;
  /** A value behind the question mark; empty when it is missing. */
  query(name: string): string;
  /** A text from rows as it may be shown: without secrets, and with hidden characters made visible. */
  clean(text: string): string;
}

export interface WebContent {
  readonly title: string;
  /** What takes long to make is made once for each request, and then stays as it is. Missing: regions are live. */
  readonly isStill?: true;
  readonly regions: readonly WebRegion[];
}

/** A part of a page that is replaced by itself when what it shows has changed. */
export interface WebRegion {
  /** Unique on its page: lower-case letters and dashes. */
  readonly name: string;
  /** Made with the page, and never replaced: somebody types in it. */
  readonly isStill?: true;
  readonly body: Child;
}

/** The fields of a form by their names. */
export type WebForm = Readonly<Record<string, string>>;

/** What somebody says in a chat by pressing a button: from here on it goes the way of everything they write there. */
export interface SpokenMessage {
  readonly conversation: ConversationId;
  /** In whose name. */
  readonly sender: string;
  /** The same for the same wish, which is then heard once. */
  readonly key: string;
  readonly text: string;
  readonly gesture?: Gesture | undefined;
}
