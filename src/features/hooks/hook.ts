/** The moments at which hooks run; others that a file names are not used. */
export const HOOK_EVENTS = ['PreToolUse', 'PostToolUse', 'Stop', 'SessionStart'] as const;
export type HookEvent = (typeof HOOK_EVENTS)[number];

/** A command that a file of the project wants to be run. */
export interface Hook {
  readonly event: HookEvent;
  /** Which tools it is about; empty: all. */
  readonly matcher: string;
  /** For `bash`, as it is written. */
  readonly command: string;
  readonly timeoutMs: number;
}

export interface HooksFile {
  /** Relative to the project. */
  readonly path: string;
  /** SHA-256 of its bytes. */
  readonly hash: string;
  readonly hooks: readonly Hook[];
  /** Entries of other kinds or moments, which are not used. */
  readonly ignored: number;
}

export type HooksFault = 'closed' | 'too-large' | 'not-json' | 'too-many';

/** A file whose hooks are not used. */
export interface BrokenHooksFile {
  readonly path: string;
  readonly fault: HooksFault;
}

export interface FoundHooks {
  readonly files: readonly HooksFile[];
  readonly broken: readonly BrokenHooksFile[];
}

/** The hooks of a project (canonical path), read from the disk each time. Never throws for what lies there. */
export type HooksOf = (project: string) => Promise<FoundHooks>;

/** Its name where files are accepted. */
export function trustName({ path }: Pick<HooksFile, 'path'>): string {
  return path.replace('.claude/', 'hooks/');
}

/** A step of a session for which hooks run once; stored with what they said. */
export type HookStep =
  | { readonly event: 'PreToolUse' | 'PostToolUse'; readonly call: string }
  /** `words`: with which it would end; after a resume another reply may have the same number. */
  | { readonly event: 'Stop'; readonly round: number; readonly words: string }
  | { readonly event: 'SessionStart' };

export type StoredAnswer =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'deny' | 'ask' | 'note'; readonly text: string };
