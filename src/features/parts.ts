import type { Machines } from '../cluster/machines.ts';
import type { Checkpoints } from '../contracts/checkpoints.ts';
import type { ProgramFacts } from '../contracts/commands.ts';
import type { Tracer } from '../contracts/trace.ts';
import type { Clock } from '../core/clock.ts';
import type { InstanceId } from '../core/ids.ts';
import type { Log } from '../core/log.ts';
import type { Gateway } from '../gateway/gateway.ts';
import type { EveryMinute } from '../gateway/maintenance/maintenance.ts';
import type { OutgoingMessages } from '../gateway/outgoing/outgoing.ts';
import type { AccessCheck } from '../gateway/people/access.ts';
import type { ConsoleVisitors } from '../gateway/people/console-visitors.ts';
import type { Settings } from '../settings/settings.ts';
import type { OpenStore } from '../store/open.ts';
import type { CommandFilesFeatureParts } from './command-files/command-files-feature.ts';
import type { DoctorPorts } from './doctor/doctor-feature.ts';
import type { FollowUpWorkerParts } from './follow-ups/follow-ups-feature.ts';
import type { HooksFeatureParts } from './hooks/hooks-feature.ts';
import type { JobsFeatureParts } from './jobs/jobs-feature.ts';
import type { FactorFile } from './lock/pin-and-totp.ts';
import type { McpPorts } from './mcp/mcp-feature.ts';
import type { OwnerNotes } from './notes/note.ts';
import type { SessionNotesPorts } from './notes/remember.ts';
import type { PolicyFeatureParts } from './policy/policy-feature.ts';
import type { PullFollowOptions } from './pull-requests/pull-requests-feature.ts';
import type { SecretaryFeatureParts } from './secretary/secretary-feature.ts';
import type { SessionsFeatureParts } from './sessions/sessions-feature.ts';
import type { SettingsPageParts } from './settings/pages/settings.tsx';
import type { Skills } from './skills/skill.ts';
import type { VoiceParts } from './voice/voice-feature.ts';
import type { WebFeatureParts } from './web/web-feature.ts';
import type { WebChatFeatureParts } from './web-chat/web-chat-feature.ts';
import type { WebConsoleFeatureParts } from './web-console/web-console-feature.ts';
import type { KnownWorkspacesPorts } from './workspaces/tools/known-workspaces.ts';
import type { WorktreesFeatureParts } from './worktrees/worktrees-feature.ts';

/** What the program offers to features. The call of each factory writes out what that feature gets. */
export interface FeatureParts {
  readonly store: OpenStore;
  /** Each feature says which of them it reads. */
  readonly settings: Settings;
  readonly program: ProgramFacts;
  readonly outgoing: OutgoingMessages;
  readonly people: FeaturePeople;
  readonly gateway: Pick<Gateway, 'cancel' | 'handIn' | 'isFull' | 'openQuestions' | 'wake' | 'wouldAct'>;
  readonly running: RunningProgram;
  readonly work: WorkPorts;
  readonly services: OutsideServices;
  readonly claudeFiles: ClaudeFiles;
  readonly about: AboutProgram;
  readonly console: Pick<WebConsoleFeatureParts, 'served' | 'redact'> &
    Pick<SessionsFeatureParts, 'colourLines'> & {
      readonly chats: Pick<WebChatFeatureParts, 'files' | 'rows'> & Pick<WebConsoleFeatureParts, 'write'>;
    };
  /** Lines that the owner has kept. */
  readonly notes: OwnerNotes;
  /** The file that owners' codes are compared with. */
  readonly factorFile: FactorFile;
}

/** What begins, changes or takes back work in projects. */
export interface WorkPorts
  extends Pick<WorktreesFeatureParts, 'endCommands' | 'removeStrayWorktrees' | 'worktrees'> {
  readonly checkpoints: Checkpoints;
  /** Runs tests in a project where they need no question. */
  readonly runTests: FollowUpWorkerParts['runTests'];
  readonly jobs: Pick<JobsFeatureParts, 'planJob' | 'savedJobs'>;
  readonly secretary: Pick<SecretaryFeatureParts, 'ports' | 'specialists'>;
}

/** What other programs do for this one. */
export interface OutsideServices {
  /** Connections to MCP servers. */
  readonly mcp: McpPorts;
  readonly web: WebFeatureParts;
  /** Turns text into speech. */
  readonly voice: VoiceParts;
  /** Undefined when pull requests are not followed. */
  readonly followedPulls: PullFollowOptions | undefined;
}

/** What the program can say of itself. */
export interface AboutProgram {
  /** Checks everything that has to work, which takes some seconds. */
  readonly checkUp: DoctorPorts['checkUp'];
  /** The settings as they are written now, without secrets. */
  readonly shownSettings: SettingsPageParts['settings'];
  /** Decides about commands, in every project. */
  readonly policy: PolicyFeatureParts['policy'];
}

/** Files of projects and of the owner in the format of Claude Code. */
export interface ClaudeFiles {
  readonly commandFiles: CommandFilesFeatureParts['files'];
  readonly skills: Skills;
  readonly hooks: Pick<HooksFeatureParts, 'hooksOf' | 'policy' | 'supervisor' | 'transcriptOf'>;
}

/** What features need to know about the people of sessions. */
export interface FeaturePeople
  extends Pick<SessionNotesPorts, 'isOwners' | 'ownerAlone'>,
    Pick<KnownWorkspacesPorts, 'rightsOf'> {
  readonly accessCheck: AccessCheck;
  readonly consoleVisitors: ConsoleVisitors;
}

/** This run of the program. */
export interface RunningProgram {
  readonly instance: InstanceId;
  readonly clock: Clock;
  readonly everyMinute: EveryMinute;
  readonly log: Log;
  readonly tracer: Tracer;
  /** Undefined when it is alone, and no cell of several machines. */
  readonly machines?: Machines | undefined;
}
