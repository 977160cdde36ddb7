import type { ApprovalId, CallId, ConversationId, SessionId } from '../base/ids.ts';
import type { Access } from './exec.ts';

/**
 * What a person may answer besides no. `prefix`: always here, for every command that begins like this one. `finish`:
 * only to a question about money.
 */
export type ApprovalScope = 'once' | 'session' | 'always' | 'prefix' | 'finish';

/** A file that a command runs or reads as a program. `hash`: SHA-256 of its bytes; null = there is none. */
export type ScriptFile = { readonly path: string; readonly hash: string | null };

/** What a yes to a command is bound to beyond its words; looked at again right before it starts. */
export type LaunchFacts = {
  /** The program as it would be started: an absolute path, or a bare name that was not found. */
  readonly program: string;
  /** Where that leads, links followed; null = nowhere. */
  readonly executable: string | null;
  /** The folder it starts in, links followed. */
  readonly folder: string;
  /** SHA-256 of the environment that commands get. */
  readonly environment: string;
  readonly scripts: readonly ScriptFile[];
};

/** What is no longer as it was. `command`: something else, such as what the command may touch. */
export type LaunchChange =
  | { readonly kind: 'executable' | 'folder' | 'environment' | 'command' }
  | { readonly kind: 'script'; readonly path: string };

/**
 * Why a yes cannot cover more than one command. `sensitive`: it names secrets, or files that decide what other
 * programs run. `alias`: git may know it by a name of the repository's own. `unlisted`: its beginning is not that of a
 * configured script of the project.
 */
export type OfferRefusal =
  | 'compound'
  | 'hidden'
  | 'shell'
  | 'wrapper'
  | 'interpreter'
  | 'package-runner'
  | 'alias'
  | 'not-found'
  | 'sensitive'
  | 'unlisted';

/** Name of a grant: lines of several commands of which each would run unasked. */
export const ALLOWED_PARTS = 'allowed-parts';

/** `words`: what would be covered, an exact argv or the beginning of one. `named`: every question of this kind. */
export type Offer =
  | { readonly kind: 'offered'; readonly words: readonly string[] }
  | { readonly kind: 'named'; readonly name: string }
  | { readonly kind: 'refused'; readonly why: OfferRefusal };

/** What a yes to a shell command is bound to, and how far it may reach. */
export type Offers = {
  readonly facts: LaunchFacts;
  /** Places outside the project that it names, sorted. */
  readonly outside: readonly string[];
  readonly access: Access;
  readonly session: Offer;
  readonly always: Offer;
  readonly prefix: Offer;
};

/**
 * An approval that outlives its question. It covers calls of one conversation, person and workspace, of one session
 * or of all (`always`), and only what was approved: the same words, program, scripts, places and access, or less.
 */
export interface Grant {
  /** Unique for ever, in order of granting. */
  readonly seq: number;
  readonly scope: 'session' | 'always';
  /** `name`: a kind of question, such as `push`; `words` is that one name. */
  readonly kind: 'argv' | 'prefix' | 'name';
  readonly conversation: ConversationId;
  readonly session: SessionId;
  readonly workspace: string;
  readonly words: readonly string[];
  /** Undefined for a name. */
  readonly executable: string | undefined;
  readonly scripts: readonly ScriptFile[];
  readonly outside: readonly string[];
  /** Undefined = it covers no command that runs in a sandbox. */
  readonly access: Access | undefined;
  /** For a person; may be shortened where it is shown. */
  readonly display: string;
  readonly grantedBy: string;
  readonly grantedAtMs: number;
}

export interface GrantStore {
  /** `approval`: the newest of this id. */
  add(grant: Omit<Grant, 'seq'> & { readonly approval: ApprovalId }): void;
  /** In force for calls of this session, oldest first. */
  forSession(session: {
    readonly id: SessionId;
    readonly conversation: ConversationId;
    readonly workspace: string;
    readonly owner: string;
  }): readonly Grant[];
  /** In force in this conversation, whatever its workspace, oldest first; those of a session until it ends. */
  ofConversation(conversation: ConversationId): readonly (Grant & { readonly uses: number })[];
  /** False when it was revoked before, or was never there. */
  revoke(seq: number, atMs: number): boolean;
  /** All of a conversation, those of sessions that have ended and may be resumed included. Returns how many. */
  revokeAll(conversation: ConversationId, atMs: number): number;
  /** Remembers once that a grant let this call through. */
  noteUse(use: {
    readonly grant: number;
    readonly session: SessionId;
    readonly call: CallId;
    readonly atMs: number;
  }): void;
}
