import type { ApprovalId, CallId, ConversationId, SessionId } from '../core/ids.ts';
import type { Access } from './exec.ts';

/**
 * Possible answers besides no. `prefix`: always here, for every command with the same beginning. `finish`: only to a
 * question about money.
 */
export type ApprovalScope = 'once' | 'session' | 'always' | 'prefix' | 'finish';

/** A file that a command runs or reads as a program. `hash`: SHA-256 of its bytes; null = there is none. */
export type ScriptFile = { readonly path: string; readonly hash: string | null };

/** Facts that a yes to a command is bound to beyond its words; checked again right before it starts. */
export type LaunchFacts = {
  /** The program to start: an absolute path, or a bare name that was not found. */
  readonly program: string;
  /** Its target, links followed; null = none. */
  readonly executable: string | null;
  /** The folder it starts in, links followed. */
  readonly folder: string;
  /** SHA-256 of the environment that commands get. */
  readonly environment: string;
  readonly scripts: readonly ScriptFile[];
};

/** A fact that has changed. `command`: something else, such as what the command may touch. */
export type LaunchChange =
  | { readonly kind: 'executable' | 'folder' | 'environment' | 'command' }
  | { readonly kind: 'script'; readonly path: string };

/**
 * Why a yes cannot cover more than one command. `sensitive`: it names secrets, or files that decide what other
 * programs run. `alias`: git may know it by a name of the repository's own. `unlisted`: its beginning is not that of
 * a configured script of the project.
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

/** Name of a grant: lines of several commands that would each run without a question. */
export const ALLOWED_PARTS = 'allowed-parts';

/** `words`: the covered argv or prefix. `named`: every question of this kind. */
export type GrantOffer =
  | { readonly kind: 'offered'; readonly words: readonly string[] }
  | { readonly kind: 'named'; readonly name: string }
  | { readonly kind: 'refused'; readonly why: OfferRefusal };

/** What a yes to a shell command is bound to, and how far it may reach. */
export type GrantOffers = {
  readonly facts: LaunchFacts;
  /** Places outside the project that it names, sorted. */
  readonly outside: readonly string[];
  readonly access: Access;
  readonly session: GrantOffer;
  readonly always: GrantOffer;
  readonly prefix: GrantOffer;
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
  /** Undefined = it covers no command in a sandbox. */
  readonly access: Access | undefined;
  /** For people; may be shortened for display. */
  readonly display: string;
  readonly grantedBy: string;
  readonly grantedAtMs: number;
}

export interface GrantStore {
  /** `approval`: the newest with this id. */
  add(grant: Omit<Grant, 'seq'> & { readonly approval: ApprovalId }): void;
  /** Valid for calls of this session, oldest first. */
  listForSession(session: {
    readonly id: SessionId;
    readonly conversation: ConversationId;
    readonly workspace: string;
    /** Always a name holds in every worktree of its project; a command is bound to its folder. */
    readonly project: string;
    readonly owner: string;
  }): readonly Grant[];
  /** Valid in this conversation for any workspace, oldest first; those of a session until it ends. */
  listOfChat(conversation: ConversationId): readonly (Grant & { readonly uses: number })[];
  /** False when it was revoked before, or never existed. */
  revoke(seq: number, atMs: number): boolean;
  /** Revokes all of a conversation, including those of ended sessions that may be resumed. Returns how many. */
  revokeAll(conversation: ConversationId, atMs: number): number;
  /** Records once that a grant permitted this call. */
  noteUse(use: {
    readonly grant: number;
    readonly session: SessionId;
    readonly call: CallId;
    readonly atMs: number;
  }): void;
}

/** A command file of a workspace, with its bytes at that time. */
export interface TrustedFile {
  /** Canonical path. */
  readonly workspace: string;
  readonly name: string;
  readonly path: string;
  readonly hash: string;
  /** The person who was shown it, or accepted it. */
  readonly person: string;
  readonly atMs: number;
}

/** Command files whose pre-approvals an owner has accepted: by their bytes, so that a changed file is a new one. */
export interface TrustStore {
  /** Records that a person is asked about a file; replaces an earlier question about it. */
  show(file: TrustedFile): void;
  /** The last question about a file of this name, to any person. */
  findShown(workspace: string, name: string): TrustedFile | undefined;
  /** The newest that this person was asked about since then, and has not accepted. */
  findShownTo(person: string, sinceMs: number): TrustedFile | undefined;
  /** Replaces the file that was accepted under this name. */
  accept(file: TrustedFile): void;
  /** False when nothing was accepted. */
  revoke(workspace: string, name: string): boolean;
  isAccepted(file: Pick<TrustedFile, 'workspace' | 'name' | 'path' | 'hash'>): boolean;
  /** Accepted files, by name. */
  list(workspace: string): readonly TrustedFile[];
}
