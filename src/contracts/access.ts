import type { ConversationId } from '../core/ids.ts';

/** What a person may do: an owner everything, a member tasks in named projects, a reader only questions. */
export type Role = 'owner' | 'member' | 'reader';

export interface Person {
  /** Digits with country code, from the channel's server; for another agent, its name as a sender. */
  readonly phone: string;
  readonly role: Role;
  /** Names of project folders; undefined = all of them. */
  readonly workspaces: readonly string[] | undefined;
}

/** A chat of several people. Rights from elsewhere do not count: people have to be listed for the group again. */
export interface AllowedGroup {
  /** Address of the chat, as the channel gives it. */
  readonly id: string;
  readonly people: readonly string[];
}

export interface AccessList {
  readonly people: readonly Person[];
  readonly groups: readonly AllowedGroup[];
}

/** The person who answers a question, and the chat where it is asked. */
export interface Approver {
  readonly requester: string;
  readonly conversation: ConversationId;
}

/** A code that admits one person; the person at the machine passes it on. */
export interface Invitation {
  readonly seq: number;
  /** SHA-256 of the code. */
  readonly codeHash: string;
  readonly role: Role;
  readonly workspaces: readonly string[] | undefined;
  readonly expiresAtMs: number;
  /** How many wrong codes may still be tried, by anybody. */
  readonly triesLeft: number;
}

export interface PeopleStore {
  /** People admitted by an invitation. */
  all(): readonly Person[];
  /** One of them. */
  get(phone: string): Person | undefined;
  /** False when there is no person with this number. */
  remove(phone: string): boolean;
  /** Opens an invitation; an earlier open one is closed. */
  invite(invitation: Omit<Invitation, 'seq' | 'triesLeft'> & { readonly tries: number }): void;
  /** Unused, with tries left; it may have expired. */
  openInvitation(): Invitation | undefined;
  spendTry(seq: number): void;
  /** Marks the invitation as used. */
  accept(seq: number, person: Person, atMs: number): void;
  /** The last direct chat with this person. */
  directChat(person: string): ConversationId | undefined;
  noteDirectChat(person: string, conversation: ConversationId, atMs: number): void;
}

/** Another agent that may give tasks here, by a token. It is never an owner. */
export interface OutsideAgent {
  /** Used only once: no two agents, not even former ones, have the same. */
  readonly name: string;
  readonly role: Exclude<Role, 'owner'>;
  /** Names of project folders; undefined = all of them. */
  readonly workspaces: readonly string[] | undefined;
  readonly madeAtMs: number;
  /** Undefined when its token still counts. */
  readonly revokedAtMs: number | undefined;
}

export interface OutsideAgentStore {
  /** All agents that ever existed, by name. */
  all(): readonly OutsideAgent[];
  /** Undefined also for an agent whose token was revoked. */
  findByName(name: string): OutsideAgent | undefined;
  /** The agent with this token; undefined for a wrong and for a revoked one. */
  findByToken(token: string): OutsideAgent | undefined;
  /**
   * Stores only the token's hash. False when the name was used before: the new agent would see the tasks of the old
   * one.
   */
  add(agent: Omit<OutsideAgent, 'revokedAtMs'>, token: string): boolean;
  /** False when there is none of this name whose token still counts. */
  revoke(name: string, atMs: number): boolean;
}
