/** A plugin of a workspace: a folder with `commands/` and `agents/` of its own. */
export interface Plugin {
  /** Its name, the first half of a reference (`name:agent`). */
  readonly plugin: string;
  /** Canonical path, inside the workspace. */
  readonly folder: string;
}

/**
 * Why a file of commands or agents is not used.
 * - `link`: leads out of its place. - `not-a-file`: a folder, a pipe, a device. - `not-text`: not UTF-8.
 * - `unreadable`: the system refuses it. - `too-large`: `detail` is the limit. - `too-many`: it is beyond the last
 * file that is read. - `taken`: `detail` is the file that has this name already. - the others: faults of its
 * contents.
 */
export type SpecialistSkipReason =
  | 'link'
  | 'not-a-file'
  | 'not-text'
  | 'unreadable'
  | 'too-large'
  | 'too-many'
  | 'taken'
  | 'marketplace'
  | 'plugin-name'
  | 'plugin-reserved'
  | 'plugin-source'
  | 'plugin-folder'
  | 'no-header'
  | 'bad-header'
  | 'name'
  | 'description'
  | 'tools'
  | 'model'
  | 'limits';

/** A file that is skipped, without affecting the others. */
export interface SkippedSpecialistFile {
  /** Relative to the workspace, or absolute. */
  readonly file: string;
  readonly why: SpecialistSkipReason;
  /** Empty when the reason is enough. */
  readonly detail: string;
}

/** An agent in lists outside of the program. */
export interface AgentRecord {
  readonly plugin: string;
  readonly name: string;
  readonly description: string;
  /** The tools as its file names them; a single `*` means all tools of the session. */
  readonly tools: readonly string[];
}

/**
 * `run_command` for these command lines alone: with `isWhole` exactly these words, else every line that begins with
 * them.
 */
export interface CommandGrant {
  readonly words: readonly string[];
  readonly isWhole: boolean;
}

/** What a list of tool names permits, at most: a session does not gain tools by it. */
export interface ToolGrants {
  /** Names of our own tools, sorted. */
  readonly tools: readonly string[];
  /** Limits of `run_command`; undefined when only the policy limits it. Empty when the tool is not among `tools`. */
  readonly commands: readonly CommandGrant[] | undefined;
  /** Names that grant nothing. */
  readonly unknown: readonly string[];
}

/** Limits of one run of a specialist; each only narrows the session's. */
export interface SpecialistLimits {
  readonly maxRounds?: number;
  readonly maxSeconds?: number;
  readonly maxCostUsd?: number;
}

/**
 * Where an agent file was found. The authors of a workspace wrote its files (`plugin`, `project`); `mine` is the
 * person's own folder, `wasap` ships with the program.
 */
export type SpecialistOrigin = 'plugin' | 'project' | 'mine' | 'wasap';

export interface Specialist {
  /** `plugin:name`; unique within a list. */
  readonly reference: string;
  readonly origin: SpecialistOrigin;
  readonly plugin: string;
  readonly name: string;
  /** Untrusted text, except for trusted origins; on one line. */
  readonly description: string;
  /** When undefined, it has the tools of the session. */
  readonly grants: ToolGrants | undefined;
  /** The tools as the file names them; undefined when it names none. */
  readonly tools: readonly string[] | undefined;
  /**
   * The file's model; for a family (`sonnet`) the configured one, if there is a single one. When undefined, the
   * session's.
   */
  readonly model: string | undefined;
  readonly limits: SpecialistLimits;
  /** The text after its header. */
  readonly instructions: string;
  /** English, a sentence for the file's author: its header is not valid YAML, and how it was read. */
  readonly warning?: string;
  readonly file: string;
  /** SHA-256 of the whole file. */
  readonly hash: string;
}

/** The fields of a specialist that name it; `hash` identifies the file. */
export type NamedSpecialist = Pick<Specialist, 'reference' | 'origin' | 'name' | 'hash'>;

export interface SpecialistIndex {
  /** In the order of the searched places, by file name within each. */
  readonly found: readonly Specialist[];
  readonly skipped: readonly SkippedSpecialistFile[];
}

/** The specialists for a task in this workspace (canonical path), read from the disk. */
export type Specialists = (workspace: string) => Promise<SpecialistIndex>;

/** True for a specialist that the authors of a project wrote: its plugins are theirs, too. */
export function isForeign({ origin }: Pick<Specialist, 'origin'>): boolean {
  return origin === 'project' || origin === 'plugin';
}
