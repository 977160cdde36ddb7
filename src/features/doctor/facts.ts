import type { LinkState } from '../../channels/whatsapp/link-state.ts';
import type { StoredLink } from '../../channels/whatsapp/stored-link.ts';
import type { LinkCheck } from '../../channels/whatsapp/whatsapp-channel.ts';
import type { ClusterSnapshot } from '../../cluster/overview/cluster-snapshot.ts';
import type { AccessList } from '../../contracts/access.ts';
import type { BootstrapFile } from '../../contracts/assignment.ts';
import type { SandboxState } from '../../contracts/exec.ts';
import type { GitIdentity } from '../../git/repository.ts';
import type { KeyAnswer } from '../../models/check-key.ts';
import type { PendingSender, Soundness } from '../../store/inspect.ts';

/** Measured facts, not yet judged. Each check takes the part that it is about. */
export interface DoctorFacts {
  readonly versions: { readonly program: string; readonly node: string };
  readonly clock: ClockFacts;
  readonly whatsApp: WhatsAppFacts;
  /** Undefined when the program is no cell of several machines. */
  readonly cell: CellFacts | undefined;
  readonly model: ModelProbe;
  readonly project: ProjectHealth;
  /** Undefined when PROJECTS_ROOT is not set. */
  readonly projects: ProjectsFacts | undefined;
  /** False: tasks only read. */
  readonly writeEnabled: boolean;
  /** Why the person's own `tool-commands.yaml` cannot be used: then no program starts. */
  readonly commandsProblem: string | undefined;
  readonly sandbox: SandboxFacts;
  readonly hasRipgrep: boolean;
  readonly disk: DiskFacts;
  readonly database: DatabaseFacts;
  readonly setup: SetupFacts;
}

export interface ClockFacts {
  readonly nowMs: number;
  readonly timeZone: string;
}

/** The link, and who may write over it. */
export interface WhatsAppFacts {
  /** The channels that are set; undefined: the console, and WhatsApp once a device is linked. */
  readonly channels: readonly ('console' | 'whatsapp')[] | undefined;
  readonly access: AccessList;
  readonly link: LinkFacts;
}

export interface SandboxFacts {
  readonly state: SandboxState;
  /** True: no program starts without a sandbox. */
  readonly isRequired: boolean;
}

/** What need not be set up. */
export interface SetupFacts {
  /** The owner's files for a task that begins now. */
  readonly bootstrap: readonly BootstrapFile[];
  /** Skills for a task in this project; undefined when there are none. */
  readonly skills: SkillFacts | undefined;
  /** Undefined when no METRICS_PORT is set. */
  readonly metricsPort: PortFacts | undefined;
  /** The value of TZ if it is not a time zone. */
  readonly wrongZone: string | undefined;
  /** Undefined when no speech service is set up. */
  readonly speech: SpeechFacts | undefined;
  readonly mcp: McpFacts;
  /** Undefined when no PIN and no codes are set up. */
  readonly lock: LockFacts | undefined;
}

/** How a cell is connected with its cluster. */
export interface CellFacts {
  readonly name: string;
  /** True while a running program holds the cell's name. */
  readonly isHeld: boolean;
  /** Undefined when PostgreSQL answers. `no-url`: DATABASE_URL is not set. */
  readonly away: { readonly ms: number } | 'no-url' | undefined;
  /** All machines; undefined when they were never seen. */
  readonly seen?: ClusterSnapshot | undefined;
}

export interface LockFacts {
  /** `broken`: what codes are compared with is missing. */
  readonly kind: 'pin' | 'totp' | 'broken';
  /** How many owners' chats are locked. */
  readonly locked: number;
}

/** What the speech service did when it was asked to say a word with each voice. */
export type SpeechFacts =
  | { readonly kind: 'skipped' }
  | { readonly kind: 'speaks'; readonly tookMs: number }
  | { readonly kind: 'fails'; readonly why: string };

/** MCP servers of the owner and of PROJECT_ROOT, of which nothing is started; and who works over MCP. */
export interface McpFacts {
  readonly servers: number;
  /** Files and entries that cannot be used. */
  readonly faults: readonly {
    readonly file: string;
    readonly name: string | undefined;
    readonly why: string;
  }[];
  /** Names of other agents that may give tasks. */
  readonly outsideAgents: readonly string[];
}

/**
 * `served`: our metrics. `taken`: another program. `open`: our metrics, also reachable for others, at this address.
 */
export type PortFacts =
  | { readonly at: 'served' | 'free' | 'taken'; readonly port: number }
  | { readonly at: 'open'; readonly port: number; readonly address: string };

/** What a running program says of its link. */
export interface LiveLink {
  readonly state: LinkState;
  /** When this state began. */
  readonly sinceMs: number;
  /** Digits of the own number, once a device is linked. */
  readonly number?: string | undefined;
}

export interface LinkFacts {
  readonly device: StoredLink['device'];
  /** Undefined when no program uses the device. */
  readonly lease: LeaseFacts | undefined;
  /** Undefined when no program answered. */
  readonly live: LiveLink | undefined;
  /** Undefined when there was no link to test. */
  readonly check: LinkCheck | undefined;
  readonly owners: readonly { readonly phone: string; readonly lid: string | undefined }[];
  readonly pending: readonly PendingSender[];
}

export interface LeaseFacts {
  readonly pid: number;
  readonly isAlive: boolean;
}

export type DiskFacts = { readonly freeBytes: number } | { readonly problem: string };

export type DatabaseFacts =
  | { readonly kind: 'none' }
  /** `unusable`: not even a database in memory could be opened. */
  | { readonly kind: 'unreadable'; readonly why: string }
  | { readonly kind: 'unusable'; readonly why: string }
  | {
      readonly kind: 'opened';
      readonly soundness: Soundness;
      readonly bytes: number;
      readonly walBytes: number;
    };

export type ModelProbe =
  | { readonly kind: 'skipped' }
  | { readonly kind: 'asked'; readonly id: string; readonly answer: KeyAnswer; readonly tookMs: number };

export interface ProjectsFacts {
  readonly root: string;
  /** Number of projects in it, with PROJECT_ROOT if that is one. */
  readonly count: number;
  /** False when no project can be added. */
  readonly isWritable: boolean;
}

export type ProjectHealth =
  | { readonly kind: 'no-repository'; readonly path: string }
  | { readonly kind: 'git-fails'; readonly why: string }
  | {
      readonly kind: 'repository';
      readonly path: string;
      readonly identity: GitIdentity | undefined;
      readonly remote: RemoteFacts;
    };

export interface SkillFacts {
  readonly usable: number;
  /** Folders of skills that cannot be used. */
  readonly unusable: readonly string[];
}

export type RemoteFacts =
  | { readonly kind: 'none' }
  /** `reach`: undefined when it was not tried. */
  | {
      readonly kind: 'set';
      readonly url: string;
      readonly reach: 'reached' | { readonly why: string } | undefined;
    };
