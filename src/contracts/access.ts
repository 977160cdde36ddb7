import type { ConversationId } from '../base/ids.ts';

/** What a person may do: an owner everything, a member tasks in named projects, a reader questions. */
export type Role = 'owner' | 'member' | 'reader';

export interface Person {
  /** Digits with country code: what the channel's server vouches for. */
  readonly phone: string;
  readonly role: Role;
  /** Names of project folders; undefined = all of them. */
  readonly workspaces: readonly string[] | undefined;
}

/** A chat of several people. What somebody may do elsewhere gives nothing here: they have to be listed again. */
export interface AllowedGroup {
  /** Address of the chat, as the channel gives it. */
  readonly id: string;
  readonly people: readonly string[];
}

export interface AccessList {
  readonly people: readonly Person[];
  readonly groups: readonly AllowedGroup[];
}

/** Who answers a question, and where it is asked. */
export interface Approver {
  readonly requester: string;
  readonly conversation: ConversationId;
}

/** A code that lets one person in; whoever sits at the machine passes it on. */
export interface Invitation {
  readonly seq: number;
  /** SHA-256 of the code. */
  readonly codeHash: string;
  readonly role: Role;
  readonly workspaces: readonly string[] | undefined;
  readonly expiresAtMs: number;
  /** Wrong codes that may still be tried, by whomever. */
  readonly triesLeft: number;
}

export interface PeopleStore {
  /** Who was let in by an invitation. */
  all(): readonly Person[];
  /** False when there was nobody of this number. */
  remove(phone: string): boolean;
  /** Opens an invitation; one that was open before is closed. */
  invite(invitation: Omit<Invitation, 'seq' | 'triesLeft'> & { readonly tries: number }): void;
  /** Not used, with tries left; it may have expired. */
  openInvitation(): Invitation | undefined;
  spendTry(seq: number): void;
  /** Uses the invitation up. */
  accept(seq: number, person: Person, atMs: number): void;
  /** Where this person was last talked to alone. */
  directChat(person: string): ConversationId | undefined;
  noteDirectChat(person: string, conversation: ConversationId, atMs: number): void;
}
