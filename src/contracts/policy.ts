import type { JsonObject } from '../core/json.ts';
import type { Execution } from './exec.ts';
import type { GrantOffers, LaunchChange, LaunchFacts } from './grants.ts';
import type { WorktreeKind } from './worktrees.ts';

/** What can happen after a yes; each is a fact from rules, not a guess of the model. */
export interface Risk {
  readonly writesOutsideGit: 'no' | 'yes' | 'unknown';
  readonly network: 'no' | 'yes' | 'unknown';
  /**
   * `files`: it is only known to change files of the project, whose content from before `/undo` has: not of every file.
   */
  readonly undoable: 'yes' | 'files' | 'no' | 'unknown';
}

/** `rule` is a stable name for logs and tests; `reason` a sentence for a person. Deny over ask over allow. */
export type Verdict =
  | { readonly kind: 'allow'; readonly rule: string }
  | { readonly kind: 'ask'; readonly rule: string; readonly reason: string; readonly risk: Risk }
  | { readonly kind: 'deny'; readonly rule: string; readonly reason: string };

/** The model's shell command: a line to parse, or an argv without parsing. */
export type CommandRequest = (
  | { readonly kind: 'line'; readonly line: string }
  | { readonly kind: 'argv'; readonly argv: readonly string[] }
) & {
  /** True when it asks for the network, which a person must approve. Missing = only where its words need it. */
  readonly network?: boolean;
};

/** Where a command runs. All are canonical folders. */
export interface CommandFolders {
  readonly root: string;
  readonly cwd: string;
  /** Where the search for programs of the project begins; it ends at `root`. Missing = in `cwd`. */
  readonly programsFrom?: string;
}

export interface CommandVerdict {
  readonly verdict: Verdict;
  /** The command to run, decided now and run unchanged; undefined when denied. */
  readonly execution: Execution | undefined;
  /** How far a yes may reach, and what it is bound to; only for asked commands. Reads files each time. */
  readonly offers?: () => Promise<GrantOffers>;
  /** First word of the command, for texts and spans: `npm`. */
  readonly base: string;
  /** The whole command, decoded, control characters escaped, never shortened. */
  readonly display: string;
}

/** The configured commands of this platform, in the order of the file. */
export interface CommandList {
  readonly platform: 'posix' | 'windows';
  readonly commands: readonly ListedCommand[];
}

export interface ListedCommand {
  readonly name: string;
  readonly description: string;
  /** Empty for a command without sub-commands. */
  readonly subcommands: readonly { readonly name: string; readonly description: string }[];
}

export interface CommandPolicy {
  /** Never throws: an undecidable command is asked, an unparsable one is denied. */
  judge(request: CommandRequest, where: CommandFolders): Promise<CommandVerdict>;
  /** Changes since `facts` were collected. Never throws: an unreadable file counts as changed. */
  changesSince(facts: LaunchFacts): Promise<readonly LaunchChange[]>;
  list(): Promise<CommandList>;
}

/** Input of the general rules, for any tool. */
export interface CallFacts {
  readonly tool: string;
  readonly effect: 'reads' | 'writes' | 'executes' | 'network' | 'asks';
  readonly input: JsonObject;
  /** `talk` sessions only read. */
  readonly mode: 'agent' | 'talk';
  readonly writeEnabled: boolean;
  /** True for a tool that talks may use, too. */
  readonly inTalk?: boolean | undefined;
  /** Kind of its worktree; undefined = in the workspace. */
  readonly worktree?: WorktreeKind | undefined;
}

/** Ordered, named rules for every tool (write gate, read-only talk). Undefined = the rule does not apply. */
export type CallRules = (facts: CallFacts) => Verdict | undefined;

export interface Redactor {
  /** Replaces known token formats and the values of configured secrets by `[secret]`. */
  redact(text: string): string;
}

/** Rule of a command that would be allowed if it did not ask for the network. */
export const WANTS_NETWORK = 'network';

/** Rule of a command that would be allowed if the project's code ran in a sandbox; nothing else is wrong with it. */
export const PROJECT_SCRIPT = 'project-script';
