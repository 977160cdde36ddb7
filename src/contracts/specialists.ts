/** A plugin of a workspace: a folder with `commands/` and `agents/` of its own. */
export interface Plugin {
  /** Its name, the first half of a reference (`name:agent`). */
  readonly plugin: string;
  /** Canonical path, inside the workspace. */
  readonly folder: string;
}

/**
 * Why a file of commands or agents is not used.
 * - `link`: leads out of its place. - `not-a-file`: a folder, a pipe, a device. - `not-text`: no UTF-8.
 * - `unreadable`: the system refuses it. - `too-large`: `detail` is the most it may hold. - `too-many`: it stands behind
 * the last that is looked at. - `taken`: `detail` is the file that has this name already. - the others: what it says.
 */
export type SkipReason =
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

/** A file that is passed over, while the others go on. */
export interface SkippedFile {
  /** As a person finds it: below the workspace, or with its whole path. */
  readonly file: string;
  readonly why: SkipReason;
  /** Empty where the reason says it all. */
  readonly detail: string;
}

/** How an agent is listed outside of the program. */
export interface AgentRecord {
  readonly plugin: string;
  readonly name: string;
  readonly description: string;
  /** As its file names them; `*` alone: whatever the session has. */
  readonly tools: readonly string[];
}

/** `run_command` for these command lines alone: with `isWhole` the very words, else whatever begins with them. */
export interface CommandGrant {
  readonly words: readonly string[];
  readonly isWhole: boolean;
}

/** What a list of tool names opens, at most: a session that does not have a tool does not gain it. */
export interface ToolGrants {
  /** Names of our own tools, sorted. */
  readonly tools: readonly string[];
  /** What `run_command` is held to; undefined: to nothing beyond the policy. Empty when the tool is not among `tools`. */
  readonly commands: readonly CommandGrant[] | undefined;
  /** Names that grant nothing. */
  readonly unknown: readonly string[];
}

/** What one run of a specialist may take; each only narrows what the session has. */
export interface SpecialistLimits {
  readonly maxRounds?: number;
  readonly maxSeconds?: number;
  readonly maxCostUsd?: number;
}

/**
 * Where an agent file was found. What comes with a workspace (`plugin`, `project`) was written by whoever wrote that;
 * `mine` is the person's own folder, `wasap` ships with the program.
 */
export type SpecialistOrigin = 'plugin' | 'project' | 'mine' | 'wasap';

export interface Specialist {
  /** `plugin:name`; no two of one list have the same. */
  readonly reference: string;
  readonly origin: SpecialistOrigin;
  readonly plugin: string;
  readonly name: string;
  /** Somebody else's words unless the origin says otherwise; on one line. */
  readonly description: string;
  /** Undefined: the tools of the session. */
  readonly grants: ToolGrants | undefined;
  /** As the file names them; undefined: it names none. */
  readonly tools: readonly string[] | undefined;
  /** That the file names: of a family (`sonnet`) the configured one, when there is one alone. Undefined: that of the session. */
  readonly model: string | undefined;
  readonly limits: SpecialistLimits;
  /** The text behind its header. */
  readonly instructions: string;
  /** English, a sentence for whoever wrote the file: its header is no YAML, and how it was read. */
  readonly warning?: string;
  readonly file: string;
  /** SHA-256 of the whole file. */
  readonly hash: string;
}

/** What is known of one by whoever only has to name it; `hash` says which file was meant. */
export type NamedSpecialist = Pick<Specialist, 'reference' | 'origin' | 'name' | 'hash'>;

export interface SpecialistIndex {
  /** In the order in which the places are looked at, by name of the file within each. */
  readonly found: readonly Specialist[];
  readonly skipped: readonly SkippedFile[];
}

/** The specialists that a task in this workspace (canonical path) can be handed to, as the disk is now. */
export type Specialists = (workspace: string) => Promise<SpecialistIndex>;

export const ACTIVATION_MODES = ['manual', 'aware', 'proactive'] as const;
export type ActivationMode = (typeof ACTIVATION_MODES)[number];

/** What a person has set for a workspace. No mode takes away the question before something begins. */
export interface SecretaryPreferences {
  readonly activationMode: ActivationMode;
  /** Names or references; of two that fit equally well, the one named first. */
  readonly preferredReviewAgents: readonly string[];
}

export const USUAL_PREFERENCES: SecretaryPreferences = {
  activationMode: 'manual',
  preferredReviewAgents: [],
};
