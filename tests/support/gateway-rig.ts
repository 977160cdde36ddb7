import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { WebChats } from '../../src/app/web-chats.ts';
import type { AccessList } from '../../src/contracts/access.ts';
import type { Checkpoints } from '../../src/contracts/checkpoints.ts';
import type { ChatCommand, ProgramFacts } from '../../src/contracts/commands.ts';
import type { SentFiles } from '../../src/contracts/enclosures.ts';
import type { Feature } from '../../src/contracts/feature.ts';
import type { RetentionTimes } from '../../src/contracts/maintenance.ts';
import type { RunControl } from '../../src/contracts/run-events.ts';
import { MONEY_QUESTION, type Outcome, type SessionRecord } from '../../src/contracts/session.ts';
import type { Specialists } from '../../src/contracts/specialists.ts';
import type { ApprovalRecord, QuestionFacts, Store } from '../../src/contracts/store.ts';
import type { Tracer } from '../../src/contracts/trace.ts';
import type { Worktrees } from '../../src/contracts/worktrees.ts';
import type { ApprovalId, CallId, InstanceId, SessionId } from '../../src/core/ids.ts';
import { silentLog } from '../../src/core/log.ts';
import type { Locale } from '../../src/core/texts/texts.ts';
import type { CommandFileRegistry } from '../../src/features/command-files/command-file.ts';
import { commandsOf } from '../../src/features/contributions.ts';
import { finding } from '../../src/features/doctor/check-ups.ts';
import { createFeatures } from '../../src/features/index.ts';
import type { PlanJob } from '../../src/features/jobs/job.ts';
import { createLockStore } from '../../src/features/lock/lock.ts';
import type { StoredFactor } from '../../src/features/lock/pin-and-totp.ts';
import type { OwnerNotes } from '../../src/features/notes/note.ts';
import type {
  AboutProgram,
  ClaudeFiles,
  FeatureParts,
  OutsideServices,
  WorkPorts,
} from '../../src/features/parts.ts';
import type { SecretaryPorts } from '../../src/features/secretary/secretary-worker.ts';
import type { Skills } from '../../src/features/skills/skill.ts';
import { createGateway, type Gateway } from '../../src/gateway/gateway.ts';
import { takeOverGone } from '../../src/gateway/maintenance/instances.ts';
import { createOutgoing, type OutgoingMessages } from '../../src/gateway/outgoing/outgoing.ts';
import { createAccessCheck } from '../../src/gateway/people/access.ts';
import { knownPeople } from '../../src/gateway/people/known-people.ts';
import { createColourLines } from '../../src/pictures/colour-lines.ts';
import type { Settings } from '../../src/settings/settings.ts';
import { IN_MEMORY } from '../../src/store/database.ts';
import type { OpenStore } from '../../src/store/open.ts';
import { type ApprovalDifference, differentApproval } from './approval-difference.ts';
import { FakeChannel } from './fake-channel.ts';
import { FakeClock, settled } from './fake-clock.ts';
import { fixedWorkspaces } from './fixed-workspaces.ts';
import { NO_MCP } from './no-mcp.ts';
import { NO_NOTES } from './no-notes.ts';
import { NO_SECRETARY } from './no-secretary.ts';
import { NO_VOICE } from './no-voice.ts';
import { NO_WEB } from './no-web.ts';
import { noWebChats } from './no-web-chats.ts';
import { tracingInto } from './own-tracing.ts';
import { programsSeen } from './seen-programs.ts';
import type { SessionDifference } from './session-record.ts';
import { SHIPPED_SETTINGS } from './shipped-settings.ts';
import { openTestStore } from './test-store.ts';

/** The folder of the drawing program. */
const PICTURES = path.resolve(import.meta.dirname, '../../dist/pictures');

export const INSTANCE = 'test-instance' as InstanceId;
export const ANA = '34600111222';

const PROGRAM: ProgramFacts = {
  name: 'wasap',
  version: '0.1.0',
  model: 'scripted-model',
  models: [{ name: 'scripted-model', price: undefined, windowTokens: 150_000, effort: undefined }],
  workspaces: fixedWorkspaces('/projects/shop'),
  writeEnabled: true,
  sandbox: () => ({ kind: 'on', name: 'bubblewrap', version: '0.8.0' }),
  policyMode: 'interactive',
  bootstrap: () => [],
  timezone: undefined,
  worktrees: {
    folderOf: (session) => `/nowhere/worktrees/${session}`,
    maxParallelTasks: 1,
    hasRepository: () => false,
    canOpenPullRequests: false,
  },
  limits: {
    ...SHIPPED_SETTINGS.limits,
    sessionTimeoutMs: 600_000,
    maxCostMicroUsd: 1_000_000,
    dailyCostMicroUsd: 5_000_000,
    maxTokensUnpriced: 1_000_000,
    outage: { waitsMs: [30_000], longestMs: 0 },
  },
};

const NONE_KEPT = async () => Promise.reject(new Error('no state of a project is kept in this test'));
const NO_STATES: Checkpoints = {
  take: NONE_KEPT,
  takeFiles: NONE_KEPT,
  plan: NONE_KEPT,
  apply: NONE_KEPT,
  revert: NONE_KEPT,
  diff: NONE_KEPT,
  countLines: async () => new Map(),
  readLeftFiles: NONE_KEPT,
  removeOld: async () => undefined,
};

const NONE_APART = async () => Promise.reject(new Error('nothing works apart in this test'));
const NO_WORKTREES: Worktrees = {
  make: NONE_APART,
  planApply: NONE_APART,
  planMerge: NONE_APART,
  land: NONE_APART,
  commitRest: NONE_APART,
  countBehind: NONE_APART,
  remove: NONE_APART,
};

const NOTHING_REMOVED: RetentionTimes = {
  messagesMs: undefined,
  sessionsMs: undefined,
  tracesMs: undefined,
  auditMs: undefined,
};

const NO_PLAN: PlanJob = async () => ({ kind: 'refused', reason: 'Nothing is planned in this test.' });

const NO_POLICY: AboutProgram['policy'] = {
  judge: async () => Promise.reject(new Error('no command is judged in this test')),
  list: async () => ({ platform: 'posix', commands: [] }),
};

/** What the program would say of itself. */
const NOTHING_OF_ITSELF: AboutProgram = {
  policy: NO_POLICY,
  shownSettings: async () => ({ variables: [], inFile: [], file: '/nowhere/.env' }),
  checkUp: async (locale) => [finding('program', 'ok', { text: `checked up in ${locale}` })],
};
const NO_SPECIALISTS: Specialists = async () => ({ found: [], skipped: [] });

const NO_SKILLS: Skills = {
  in: async () => ({ found: [], unusable: [] }),
  read: async () => Promise.reject(new Error('no skill is loaded in this test')),
  filesOf: async () => ({ paths: [], leftOut: 0 }),
};

const NONE_RUN = async () => Promise.reject(new Error('no hook is run in this test'));
const NO_HOOKS: ClaudeFiles['hooks'] = {
  hooksOf: async () => ({ files: [], broken: [] }),
  policy: { judge: NONE_RUN },
  supervisor: { start: NONE_RUN, wait: NONE_RUN, output: NONE_RUN },
  transcriptOf: (session) => `/nowhere/${session}.jsonl`,
};

const NO_FILES: SentFiles = {
  limits: { fileBytes: 1_000_000, dayBytes: 3_000_000 },
  hasVision: () => false,
  keepImage: async () => Promise.reject(new Error('no picture is kept in this test')),
  imageBytes: () => undefined,
  keepDocument: async () => Promise.reject(new Error('no file is kept in this test')),
  bringDocument: async ({ path }) => path,
  transcribe: undefined,
  removeOld: async () => 0,
};

/** Stands for the agent: what a run does with its session. */
export type FakeRun = (session: SessionRecord, agent: FakeAgent, control: RunControl) => Promise<Outcome>;

/** What the real agent does at the ends of a run, each in one transaction. */
export interface FakeAgent {
  end(outcome: Exclude<Outcome, { kind: 'waiting' | 'suspended' }>): Outcome;
  ask(change?: ApprovalDifference): Outcome;
  change(change: SessionDifference): void;
  readonly outgoing: OutgoingMessages;
}

export interface RigOptions {
  readonly run?: FakeRun;
  readonly channels?: readonly FakeChannel[];
  /** Chats in the browser; without it there are none. */
  readonly chats?: (store: OpenStore, clock: FakeClock) => WebChats;
  readonly locale?: Locale;
  /** Owners; default Ana. */
  readonly allowed?: readonly string[];
  readonly access?: AccessList;
  /** What is not as it is shipped. */
  readonly settings?: Partial<Settings>;
  /** What codes of owners are compared with; without it no code is needed. */
  readonly factor?: StoredFactor;
  /** As a cell has them; without it the program is alone. */
  readonly machines?: FeatureParts['running']['machines'];
  /** Where the clock begins. */
  readonly startMs?: number;
  /** How tests end that are run unasked; without it they are not run. */
  readonly runTests?: WorkPorts['runTests'];
  readonly maxPages?: number;
  /** Whether the rows lie in a file, where something else than the program looks for them. */
  readonly inFile?: true;
  readonly program?: Partial<ProgramFacts>;
  /** What becomes of files; without it pictures and speech are not understood and nothing is kept. */
  readonly sentFiles?: Partial<SentFiles>;
  readonly checkpoints?: Partial<Checkpoints>;
  readonly worktrees?: Partial<Worktrees>;
  readonly beat?: () => Promise<boolean>;
  readonly endCommands?: (session: SessionRecord) => Promise<void>;
  readonly recordEnds?: () => Promise<void>;
  /** What reaches MCP servers; without it there are none. */
  readonly mcp?: Partial<OutsideServices['mcp']>;
  /** How the console in the browser is served; without it the program serves none. */
  readonly console?: FeatureParts['console']['served'];
  /** What makes speech; without it nothing does. */
  readonly voice?: Partial<OutsideServices['voice']>;
  /** The owner's files; without it nothing is remembered. */
  readonly notes?: (store: OpenStore, clock: FakeClock) => OwnerNotes;
  /** Plans jobs; without it none is. */
  readonly planJob?: PlanJob;
  readonly savedJobs?: () => readonly string[];
  readonly commands?: readonly ChatCommand[];
  /** Without it there are none. */
  readonly commandFiles?: Partial<CommandFileRegistry>;
  /** Without it there are none. */
  readonly skills?: Partial<Skills>;
  /** Without them the project has none. */
  readonly hooks?: Partial<ClaudeFiles['hooks']>;
  /** Who fits a request; without it nobody is looked for. */
  readonly secretary?: Partial<SecretaryPorts>;
  /** What a check-up finds; without it that it was made. */
  readonly checkUp?: AboutProgram['checkUp'];
  /** Without it there are none. */
  readonly shownSettings?: AboutProgram['shownSettings'];
  /** Decides about commands; without it none is judged. */
  readonly policy?: AboutProgram['policy'];
  /** Agent files of a project; without it there are none. */
  readonly specialists?: Specialists;
  readonly restoreSession?: (id: SessionId, store: Store) => boolean;
}

export interface GatewayRig {
  readonly store: OpenStore;
  readonly features: readonly Feature[];
  readonly clock: FakeClock;
  readonly phone: FakeChannel;
  readonly gateway: Gateway;
  readonly outgoing: OutgoingMessages;
  /** Tasks of the runs that began, in order. */
  readonly started: string[];
  /** A new program on the same data; the old one is forgotten as if it had been killed. */
  restart(change?: {
    readonly store?: OpenStore;
    readonly run?: FakeRun;
    readonly planJob?: PlanJob;
    readonly locale?: Locale;
  }): Promise<GatewayRig>;
  /** Says something and lets everything settle. */
  say(text: string, change?: Parameters<FakeChannel['say']>[1]): Promise<void>;
  /** Newest first. */
  sessions(): readonly SessionRecord[];
  remove(): Promise<void>;
}

/** The whole gateway on a real store, with a phone, a clock and an agent of the test's own. */
export async function gatewayRig(options: RigOptions = {}): Promise<GatewayRig> {
  const { maxPages, inFile } = options;
  const folder = inFile && mkdtempSync(path.join(tmpdir(), 'wasap-gateway-'));
  const file = folder === undefined ? IN_MEMORY : path.join(folder, 'wasap.db');
  const store = openTestStore({ path: file, ...(maxPages === undefined ? {} : { maxPages }) });
  const clock = new FakeClock(options.startMs);
  if (options.factor !== undefined) createLockStore(store.database).setUp(options.factor.kind, clock.nowMs());
  const channels = options.channels ?? [new FakeChannel()];
  // One for all its programs: what a killed one gathered would keep its timer running.
  const tracing = tracingInto(store, clock);
  const remove = async () => {
    await tracing.close();
    store.close();
    if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
  };
  return assemble({ options, store, plain: store, clock, tracer: tracing.tracer, channels, remove });
}

function owners(phones: readonly string[]): AccessList {
  return { people: phones.map((phone) => ({ phone, role: 'owner', workspaces: undefined })), groups: [] };
}

interface Assembly {
  readonly options: RigOptions;
  /** What the program sees; `plain` is the same data without the test's faults. */
  readonly store: OpenStore;
  readonly plain: OpenStore;
  readonly clock: FakeClock;
  readonly tracer: Tracer;
  readonly channels: readonly FakeChannel[];
  remove(): Promise<void>;
}

function chatsOf({ options, store, clock }: Assembly): WebChats {
  return options.chats?.(store, clock) ?? noWebChats(store);
}

async function assemble(assembly: Assembly): Promise<GatewayRig> {
  const { options, store, plain, clock, tracer } = assembly;
  const phone = assembly.channels[0];
  if (phone === undefined) throw new Error('a rig needs a channel');
  const chats = chatsOf(assembly);
  const channels = [...assembly.channels, ...chats.channels];
  const access = options.access ?? owners(options.allowed ?? [ANA]);
  const program = { ...PROGRAM, ...options.program };
  const settings: Settings = {
    ...SHIPPED_SETTINGS,
    access: { ...SHIPPED_SETTINGS.access, list: access },
    locale: options.locale,
    timezone: program.timezone,
    keep: NOTHING_REMOVED,
    terminalLocale: options.locale ?? 'en',
    ...options.settings,
  };
  const outgoing = createOutgoing({
    lookIn: () => ({ faultsIn: async () => [], uncommittedIn: async () => [] }),
    store,
    channels,
    instance: INSTANCE,
    clock,
    log: silentLog,
    tracer,
    limits: program.limits,
    maxParallelTasks: program.worktrees.maxParallelTasks,
    checkpoints: { ...NO_STATES, ...options.checkpoints },
    features: () => features,
    openFor: (member, locale) => gateway.openFor(member, locale),
  });
  const started: string[] = [];
  const run = options.run ?? (async (_session, agent) => agent.end({ kind: 'done', text: 'All done.' }));
  const accessCheck = createAccessCheck(access, store.people, store.outsideAgents);
  const { endCommands = async () => undefined, specialists = NO_SPECIALISTS } = options;
  const { policy, shownSettings, checkUp } = { ...NOTHING_OF_ITSELF, ...options };
  const features = createFeatures({
    store,
    settings,
    program,
    outgoing,
    people: { accessCheck, ...knownPeople({ access: { list: access } }, store, channels) },
    gateway: {
      wake: () => gateway.wake(),
      cancel: (session) => gateway.cancel(session),
      isFull: (conversation) => gateway.isFull(conversation),
      handIn: (rows) => gateway.handIn(rows),
      openQuestions: (member, locale) => gateway.openQuestions(member, locale),
      wouldAct: (member, words, locale) => gateway.wouldAct(member, words, locale),
    },
    running: {
      instance: INSTANCE,
      clock,
      everyMinute: async () => async () => undefined,
      log: silentLog,
      tracer,
      machines: options.machines,
    },
    work: {
      checkpoints: { ...NO_STATES, ...options.checkpoints },
      worktrees: { ...NO_WORKTREES, ...options.worktrees },
      removeStrayWorktrees: async () => 0,
      endCommands,
      runTests: options.runTests ?? (async () => 'unknown'),
      jobs: {
        planJob: options.planJob ?? NO_PLAN,
        savedJobs: () => options.savedJobs?.() ?? [],
      },
      secretary: {
        ports: { ...NO_SECRETARY, ...options.secretary },
        specialists,
      },
    },
    services: {
      mcp: { ...NO_MCP, ...options.mcp },
      web: { reader: NO_WEB, search: undefined },
      voice: { ...NO_VOICE, ...options.voice },
      followedPulls: undefined,
    },
    claudeFiles: {
      commandFiles: {
        find: async () => undefined,
        list: async () => [],
        load: async () => Promise.reject(new Error('no command file is expanded in this test')),
        ...options.commandFiles,
      },
      skills: { ...NO_SKILLS, ...options.skills },
      hooks: { ...NO_HOOKS, ...options.hooks },
    },
    about: { checkUp, shownSettings, policy },
    console: {
      served: options.console,
      redact: (text) => text,
      chats,
      colourLines: createColourLines(PICTURES),
    },
    notes: options.notes?.(store, clock) ?? NO_NOTES,
    factorFile: { path: '/nowhere/factor.json', read: () => options.factor, replace: () => undefined },
  });
  const gateway = createGateway({
    store,
    outgoing,
    commands: options.commands ?? commandsOf(features),
    features,
    accessCheck,
    program,
    sentFiles: { ...NO_FILES, ...options.sentFiles },
    settings,
    sessions: {
      async run(id, control) {
        const session = store.sessions.get(id);
        if (session === undefined) throw new Error(`no session ${id}`);
        started.push(session.task);
        store.sessions.update(id, { state: { status: 'running' }, atMs: clock.nowMs() });
        outgoing.announcer.announceRun(session);
        // The real one lets hear from itself when its first request is on its way; this shows nothing.
        control.onEvent({ kind: 'tool-ended', tool: '', ok: true, durationMs: 0, data: null });
        return run(session, fakeAgent(id, { store, clock, outgoing }), control);
      },
      restore: async (id) => options.restoreSession?.(id, store) ?? false,
      recordEnds: options.recordEnds ?? (async () => undefined),
      endCommands,
      removeTranscript: () => undefined,
    },
    maintenance: {
      everyFiveMinutes: async () => async () => undefined,
      checkpoints: { ...NO_STATES, ...options.checkpoints },
      collectProcesses: async () => ({ removed: [], killed: [] }),
      beat: options.beat ?? (async () => true),
      takeOverGone: () => takeOverGone(INSTANCE, { store, programs: programsSeen('gone'), clock }),
    },
    instance: INSTANCE,
    clock,
    log: silentLog,
    tracer,
  });
  await gateway.start();
  await settled();
  return {
    features,
    store: plain,
    clock,
    phone,
    gateway,
    outgoing,
    started,
    async restart(change = {}) {
      outgoing.stop();
      clock.kill();
      const { store, ...others } = change;
      const again = { ...options, ...others };
      return assemble({ ...assembly, options: again, store: store ?? plain });
    },
    async say(text, change) {
      await phone.say(text, change);
      await settled();
    },
    sessions: () =>
      plain.sessions
        .listByStatus(
          ['queued', 'running', 'waiting', 'paused', 'parked', 'done', 'failed', 'cancelled'],
          INSTANCE,
        )
        .toReversed(),
    remove: assembly.remove,
  };
}

interface AgentParts {
  readonly store: OpenStore;
  readonly clock: FakeClock;
  readonly outgoing: OutgoingMessages;
}

function fakeAgent(id: SessionId, { store, clock, outgoing }: AgentParts): FakeAgent {
  const record = () => {
    const session = store.sessions.get(id);
    if (session === undefined) throw new Error(`no session ${id}`);
    return session;
  };
  return {
    outgoing,
    change: (change) => store.sessions.update(id, { ...change, atMs: clock.nowMs() }),
    end(outcome) {
      store.atomically(() => {
        const reason = outcome.kind === 'parked' ? outcome.reason : undefined;
        const wakeAtMs = outcome.kind === 'paused' ? outcome.untilMs : undefined;
        store.sessions.update(id, { state: { status: outcome.kind, reason, wakeAtMs }, atMs: clock.nowMs() });
        outgoing.announcer.announceEnd(record(), outcome);
      });
      outgoing.nudge();
      return outcome;
    },
    ask(change = {}) {
      const approval = approvalRecord({
        session: id,
        conversation: record().conversation,
        requester: record().owner,
        askedAtMs: clock.nowMs(),
        ...change,
      });
      store.atomically(() => {
        store.sessions.update(id, { state: { status: 'waiting' }, atMs: clock.nowMs() });
        store.approvals.create(approval);
        outgoing.announcer.ask({ approval, session: record() });
      });
      outgoing.nudge();
      return { kind: 'waiting', approvalId: approval.id };
    },
  };
}

const UNKNOWN_COMMAND: QuestionFacts = {
  reason: 'curl is not in the list of commands',
  rule: 'unknown-command',
  risk: { writesOutsideGit: 'unknown', network: 'yes', undoable: 'no' },
};

/** A pending question about a command, changed by `change`. */
export function approvalRecord(change: ApprovalDifference = {}): ApprovalRecord {
  const usual: ApprovalRecord = {
    id: 'k7x' as ApprovalId,
    session: '20261120-00000001' as SessionId,
    call: 'call-1' as CallId,
    conversation: 'phone:ana' as ApprovalRecord['conversation'],
    requester: ANA,
    messageId: 'Q1',
    question: {
      tool: 'run_command',
      bindingHash: 'hash',
      grant: undefined,
      offers: undefined,
      changes: [],
      text: 'curl is not in the list of commands',
      details: 'curl https://example.com',
      facts: change.question?.tool === MONEY_QUESTION ? undefined : UNKNOWN_COMMAND,
    },
    state: 'pending',
    askedAtMs: 0,
    remindedAtMs: undefined,
    answer: undefined,
    used: false,
  };
  return differentApproval(usual, change);
}
