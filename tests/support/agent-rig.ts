import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as z from 'zod';
import { type Agent, createAgent } from '../../src/agent/agent.ts';
import type {
  AgentModels,
  AgentParts,
  AgentSettings,
  Assignments,
  CommandPorts,
  ReadingPorts,
  SessionPeople,
} from '../../src/agent/parts.ts';
import { createTranscripts } from '../../src/agent/transcript.ts';
import type { Approver } from '../../src/contracts/access.ts';
import type { Bootstrap } from '../../src/contracts/assignment.ts';
import type { CallHooks } from '../../src/contracts/call-hooks.ts';
import type { WorkspaceState } from '../../src/contracts/checkpoints.ts';
import type { ProjectMaps } from '../../src/contracts/code.ts';
import type {
  Block,
  Model,
  ModelAnswer,
  ModelFault,
  ModelReply,
  ModelRequest,
} from '../../src/contracts/model.ts';
import type { Announcer } from '../../src/contracts/run-events.ts';
import type { Outcome, RunLimits, SessionRecord } from '../../src/contracts/session.ts';
import type { Specialist } from '../../src/contracts/specialists.ts';
import { type AnyTool, defineTool, type SessionWorkspace } from '../../src/contracts/tool.ts';
import { type Clock, systemClock } from '../../src/core/clock.ts';
import { Failure } from '../../src/core/failure.ts';
import type { ApprovalId, CallId, InstanceId, SessionId } from '../../src/core/ids.ts';
import type { Json, JsonObject } from '../../src/core/json.ts';
import { silentLog } from '../../src/core/log.ts';
import { awareNote } from '../../src/features/secretary/secretary-file.ts';
import { createWorkspaceFiles } from '../../src/files/workspace-files.ts';
import { reasonOfNo } from '../../src/gateway/questions/answer-words.ts';
import { createPathGuard } from '../../src/policy/path-guard.ts';
import { IN_MEMORY } from '../../src/store/database.ts';
import type { OpenStore } from '../../src/store/open.ts';
import { createToolboxes, type Toolbox } from '../../src/tools/toolbox.ts';
import { fixedWorkspaces } from './fixed-workspaces.ts';
import { tracingInto } from './own-tracing.ts';
import { type SessionDifference, sessionRecord } from './session-record.ts';
import { SHIPPED_SETTINGS } from './shipped-settings.ts';
import { openTestStore } from './test-store.ts';
import { UNLISTED } from './unlisted.ts';

export const SESSION = '20261120-00000001' as SessionId;
const INSTANCE = 'test-instance' as InstanceId;

/** One reply of the scripted model: words, calls, or a fault. */
export type Step =
  | {
      readonly text?: string;
      readonly calls?: readonly (readonly [string, JsonObject])[];
      readonly stop?: ModelReply['stopReason'];
    }
  | { readonly fault: ModelFault }
  | { readonly malformed: string };

export interface AgentRig {
  readonly store: OpenStore;
  readonly requests: ModelRequest[];
  /** What the announcer was told, in order. */
  readonly said: string[];
  /** Names of the tools that really ran, in order of their start, `+` at the start and `-` at the end. */
  readonly ran: string[];
  readonly folder: string;
  create(change?: SessionDifference): void;
  /** A new agent on the same data, as after a restart. */
  agent(): Agent;
  run(signal?: AbortSignal): Promise<Outcome>;
  session(): SessionRecord;
  answer(approved: boolean, words?: string): void;
  /** Throws inside the commit number `n` from now on, before it becomes durable. */
  crashAtCommit(n: number): void;
  /** Commits since the rig was made. */
  commits(): number;
  /** Those of them for which the disk was waited for, and how many a power cut would take back now. */
  flushes(): { readonly all: number; readonly since: number };
  remove(): void;
}

export interface RigOptions {
  readonly steps: readonly Step[];
  /** What every sub-agent of the session says. */
  readonly subSteps?: readonly Step[];
  readonly limits?: Partial<RunLimits>;
  readonly tools?: readonly AnyTool[] | ((store: OpenStore) => readonly AnyTool[]);
  readonly onRequest?: (request: ModelRequest, index: number) => void;
  /** Called when the announcer is told that a run begins. */
  readonly onWorking?: () => void;
  /** A fault in place of the reply to this request. */
  readonly faultOf?: (request: ModelRequest) => ModelFault | undefined;
  /** Pictures that are kept, by their hash; without them the model of the test looks at none. */
  readonly pictures?: ReadonlyMap<string, Uint8Array>;
  /** Files that can be brought, by their absolute path: where they are afterwards, relative to the workspace. */
  readonly documents?: ReadonlyMap<string, string>;
  /** In place of the scripted one, whose steps are then not asked for. */
  readonly model?: Model;
  /** In place of states that hold nothing. */
  readonly checkpoints?: AgentParts['checkpoints'];
  /** Who is asked, when it is not the person of the task. */
  readonly approvers?: (own: Approver) => readonly Approver[];
  /** Without them no session has a project map. */
  readonly maps?: ProjectMaps;
  /** Without it the owner keeps no files for the model. */
  readonly bootstrap?: Bootstrap;
  /** Whether only an owner reads what is answered; default: so it is. */
  readonly ownerAlone?: boolean;
  /** Whom a session may call in; without it nobody. */
  readonly specialists?: readonly Specialist[];
  /** Whether each edit is asked about; default: it is not. */
  readonly edits?: AgentSettings['edits'];
  /** Further models; default: there are none. */
  readonly models?: Partial<AgentSettings['model'] & Pick<AgentModels, 'priceOf'>>;
  /** What assignments come to; without it no session may have one. */
  readonly termsOf?: Assignments['termsOf'];
  /** In place of one in which only git is asked, which finds no repository. */
  readonly workspace?: SessionWorkspace;
  /** Default: that of the machine. */
  readonly clock?: Clock;
  /** All that depends on assignments, made on the store of the rig. */
  readonly assigned?: (store: OpenStore) => Pick<Assignments, 'termsOf' | 'modelOf' | 'checklistOf'>;
  /** Tools that only the session of the test has. */
  readonly sessionTools?: (session: SessionRecord) => Promise<readonly AnyTool[]>;
  /** In place of the notes of the secretary alone. */
  readonly sessionNotes?: (store: OpenStore) => Assignments['sessionNotes'];
  /** What other machines are asked and told; without it there are none. */
  readonly ownership?: CommandPorts['ownership'];
  /** In place of one that knows no secrets. */
  readonly redactor?: AgentParts['redactor'];
  /** What hooks say; without them there are none. */
  readonly hooks?: (store: OpenStore) => CallHooks;
}

export class Crash extends Error {}

/** The agent on a real store, with a scripted model and small tools; no network, no gateway. */
export function agentRig({
  steps,
  subSteps = [],
  limits = {},
  tools = [],
  onRequest,
  onWorking,
  faultOf = () => undefined,
  pictures,
  documents,
  model,
  checkpoints = NO_STATES,
  approvers = (own) => [own],
  maps,
  bootstrap = () => [],
  ownerAlone = true,
  specialists = [],
  edits = 'auto',
  models = {},
  termsOf = () => Promise.reject(new Error('no session of this test has an assignment')),
  assigned,
  workspace,
  sessionNotes,
  hooks,
  sessionTools,
  ownership,
  redactor = { redact: (text) => text, learnSecrets: async () => undefined },
  clock = systemClock,
}: RigOptions): AgentRig {
  const folder = mkdtempSync(path.join(tmpdir(), 'wasap-agent-'));
  const plain = openTestStore({ path: IN_MEMORY });
  let crashIn = Number.POSITIVE_INFINITY;
  let commits = 0;
  let flushes = { all: 0, since: 0 };
  const counted = <T>(work: () => T): T => {
    const result = work();
    crashIn -= 1;
    commits += 1;
    if (crashIn === 0) throw new Crash('killed here');
    return result;
  };
  const store: OpenStore = {
    ...plain,
    atomically(work) {
      const result = plain.atomically(() => counted(work));
      flushes = { all: flushes.all + 1, since: 0 };
      return result;
    },
    unflushed(work) {
      const result = plain.unflushed(() => counted(work));
      flushes = { ...flushes, since: flushes.since + 1 };
      return result;
    },
  };
  const tracing = tracingInto(plain);
  const requests: ModelRequest[] = [];
  const said: string[] = [];
  const ran: string[] = [];
  const all = [...smallTools(ran), ...(typeof tools === 'function' ? tools(store) : tools)];
  const agent = (): Agent =>
    createAgent(
      partsOf({
        store,
        tracer: tracing.tracer,
        folder,
        tools: all,
        announcer: { ...announcerInto(said), announceRun: () => onWorking?.() },
        approvers,
        maps,
        bootstrap,
        ownerAlone: () => ownerAlone,
        assigned: {
          ...(assigned?.(store) ?? { termsOf }),
          ...(sessionNotes && { sessionNotes: sessionNotes(store) }),
          ...(hooks && { calls: hooks(store) }),
        },
        specialists: async () => ({ found: specialists, skipped: [] }),
        edits,
        models,
        workspace,
        sessionTools,
        clock,
        ownership,
        redactor,
        checkpoints,
        sentFiles: {
          imageBytes: ({ hash }) => pictures?.get(hash),
          hasVision: () => pictures !== undefined,
          bringDocument: async ({ workspace, path }) => documents?.get(`${workspace}/${path}`),
        },
        model:
          model ??
          scriptedModel({ steps, subSteps }, (request) => {
            requests.push({ ...request, messages: structuredClone(request.messages) });
            onRequest?.(request, requests.length - 1);
            return faultOf(request);
          }),
        limits: {
          ...SHIPPED_SETTINGS.limits,
          dailyCostMicroUsd: undefined,
          maxTokensUnpriced: 1_000_000,
          outage: { waitsMs: [30_000], longestMs: 0 },
          ...limits,
        },
      }),
    );
  const session = (): SessionRecord => {
    const record = store.sessions.get(SESSION);
    if (record === undefined) throw new Error('no session yet');
    return record;
  };
  return {
    store,
    requests,
    said,
    ran,
    folder,
    create: (change = {}) => {
      store.instances.register({ id: INSTANCE, pid: process.pid, startTime: '0', atMs: 0 });
      store.sessions.create(sessionRecord({ id: SESSION, workspace: folder, instance: INSTANCE }, change));
    },
    agent,
    run: (signal = new AbortController().signal) =>
      agent().run(SESSION, { signal, onEvent: () => undefined }),
    session,
    answer(approved, words = approved ? 'yes' : 'no') {
      const [pending] = store.approvals.listPending(session().conversation);
      store.approvals.decide(pending?.id ?? ('' as ApprovalId), {
        state: approved ? 'approved' : 'rejected',
        answer: words,
        atMs: 1,
      });
    },
    crashAtCommit: (n) => {
      crashIn = n;
    },
    commits: () => commits,
    flushes: () => flushes,
    remove() {
      void tracing.close();
      plain.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The step is the number of assistant messages, so that a restarted agent gets the same reply again. */
function scriptedModel(
  { steps, subSteps }: { readonly steps: readonly Step[]; readonly subSteps: readonly Step[] },
  onRequest: (request: ModelRequest) => ModelFault | undefined,
): Model {
  return {
    name: 'scripted',
    async reply(request) {
      const fault = onRequest(request);
      if (fault !== undefined) return { kind: 'fault', fault };
      if (request.signal.aborted) return { kind: 'fault', fault: { kind: 'stopped' } };
      const place = request.messages.filter((message) => message.role === 'assistant').length;
      const own = request.sessionId.includes('/') ? subSteps : steps;
      const step = own[Math.min(place, own.length - 1)];
      if (step === undefined) throw new Error('the script is empty');
      return answerOf(step, place);
    },
  };
}

function answerOf(step: Step, place: number): ModelAnswer {
  if ('fault' in step) return { kind: 'fault', fault: step.fault };
  const calls =
    'malformed' in step
      ? [{ id: `call_${place}_0` as CallId, name: 'look', input: {} as Json, malformed: step.malformed }]
      : (step.calls ?? []).map(([name, input], n) => ({
          id: `call_${place}_${n}` as CallId,
          name,
          input: input as Json,
        }));
  const text = 'malformed' in step ? '' : (step.text ?? '');
  const content: Block[] = [
    ...(text === '' ? [] : [{ type: 'text', text }]),
    ...calls.map(({ id, name, input }) => ({ type: 'tool_use', id, name, input })),
  ];
  const stopReason = calls.length > 0 ? 'tool_use' : 'end_turn';
  return {
    kind: 'reply',
    reply: {
      content,
      text,
      calls,
      stopReason: 'stop' in step && step.stop !== undefined ? step.stop : stopReason,
      usage: { inputTokens: 100, outputTokens: 10, cacheReadTokens: 0, cacheWriteTokens: 0 },
    },
  };
}

function announcerInto(said: string[]): Announcer {
  const language = ({ locale }: SessionRecord) => (locale === 'en' ? '' : `${locale}: `);
  return {
    announceRun: () => undefined,
    ask: ({ approval, session }) =>
      void said.push(`${language(session)}ask ${approval.question.tool}: ${approval.question.details}`),
    announceTerms: (_session, notice) => void said.push(`began: ${notice}`),
    announceGitTrouble: (_session, { kind, mending }) => void said.push(`git ${kind}: ${mending}`),
    announceProgress: ({ round, isLastRound, session }) =>
      void said.push(`${language(session)}round ${round}${isLastRound ? ' (last)' : ''}`),
    announceCommandEnd: (_session, { command, fate }) =>
      void said.push(`${fate.kind} in the background: ${command}`),
    announceFallback: ({ prompt: { model } }, from) => void said.push(`fell back from ${from} to ${model}`),
    announceCompaction: (_session, outcome) =>
      void said.push(`compacted: ${typeof outcome === 'string' ? outcome : outcome.method}`),
    announceEnd: (session, outcome) => void said.push(`${language(session)}${JSON.stringify(outcome)}`),
  };
}

/** `look` reads, `change` writes, `danger` must be asked, `slow` waits until it is stopped. */
function smallTools(ran: string[]): readonly AnyTool[] {
  const Input = z.object({ name: z.string().optional() });
  const output = z.object({ name: z.string() });
  const track = async (name: string): Promise<{ text: string; data: { name: string } }> => {
    ran.push(`+${name}`);
    await Promise.resolve();
    ran.push(`-${name}`);
    return { text: `did ${name}`, data: { name } };
  };
  return [
    defineTool({
      name: 'look',
      description: 'Looks.',
      effect: 'reads',
      ...UNLISTED,
      input: Input,
      output,
      run: ({ name = 'look' }) => track(name),
    }),
    defineTool({
      name: 'change',
      description: 'Changes.',
      effect: 'writes',
      ...UNLISTED,
      input: Input,
      output,
      run: ({ name = 'change' }) => track(name),
    }),
    defineTool({
      name: 'danger',
      description: 'Asks.',
      effect: 'writes',
      ...UNLISTED,
      input: Input,
      output,
      review: async ({ name = 'danger' }) => ({
        verdict: {
          kind: 'ask',
          rule: 'test',
          reason: 'It is dangerous.',
          risk: { writesOutsideGit: 'no', network: 'no', undoable: 'no' },
        },
        binding: name,
        details: name,
      }),
      run: ({ name = 'danger' }) => track(name),
    }),
    defineTool({
      name: 'slow',
      description: 'Waits.',
      effect: 'executes',
      ...UNLISTED,
      input: Input,
      output,
      run: (_input, { signal }) =>
        new Promise((_resolve, reject) => {
          ran.push('+slow');
          signal.addEventListener('abort', () => reject(new Failure('stopped', 'slow was stopped')), {
            once: true,
          });
        }),
    }),
  ];
}

const NO_HOOKS: CallHooks = {
  before: async () => undefined,
  mayChangeFiles: async () => false,
  after: async () => '',
  beforeEnd: async () => undefined,
};

const NOTHING_KEPT: WorkspaceState = { trees: [], skipped: [], moreSkipped: 0, exclude: '', git: null };

const NO_STATES: AgentParts['checkpoints'] = {
  take: async () => NOTHING_KEPT,
  takeFiles: async (_workspace, _paths, state = NOTHING_KEPT) => ({ state, onDisk: Promise.resolve() }),
};

interface RigParts
  extends Pick<AgentParts, 'checkpoints' | 'clock' | 'redactor'>,
    Pick<CommandPorts, 'ownership'>,
    Pick<ReadingPorts, 'maps' | 'sentFiles' | 'bootstrap' | 'specialists'>,
    Pick<SessionPeople, 'ownerAlone'>,
    Pick<AgentSettings, 'edits'>,
    Required<Pick<RigOptions, 'models'>> {
  readonly store: OpenStore;
  readonly tracer: AgentParts['tracer'];
  readonly folder: string;
  readonly tools: readonly AnyTool[];
  readonly announcer: Announcer;
  approvers(own: Approver): readonly Approver[];
  readonly model: Model;
  readonly limits: RunLimits;
  readonly workspace: SessionWorkspace | undefined;
  readonly sessionTools: RigOptions['sessionTools'];
  readonly assigned: Pick<Assignments, 'termsOf'> &
    Partial<Pick<Assignments, 'modelOf' | 'checklistOf' | 'sessionNotes' | 'calls'>>;
}

/** Ports that the small tools never touch; reaching for one fails the test. */
function partsOf(parts: RigParts): AgentParts {
  const { store, tracer, folder, tools, announcer, approvers, model, limits, sentFiles, checkpoints, maps } =
    parts;
  const { bootstrap, ownerAlone, specialists, edits, models, workspace, sessionTools, clock, assigned } =
    parts;
  const { helper, fallback, priceOf = () => PRICE } = models;
  const untouched = new Proxy(
    {},
    {
      get: (_target, name) => {
        throw new Error(`${String(name)} is not part of this test`);
      },
    },
  );
  const toolbox: Toolbox = {
    tools,
    specs: () =>
      tools.map(({ name, description }) => ({ name, description, input_schema: { type: 'object' } })),
  };
  return {
    store,
    transcripts: createTranscripts(path.join(folder, 'agent_sessions')),
    models: { model, priceOf, windowOf: () => limits.contextTokens },
    settings: {
      ...SHIPPED_SETTINGS,
      limits,
      model: { helper, fallback },
      access: { writeEnabled: true },
      edits,
    },
    toolboxes:
      sessionTools === undefined
        ? { common: toolbox, of: async () => toolbox }
        : createToolboxes(tools, fixedWorkspaces(folder), sessionTools),
    outgoing: { announcer, nudge: () => undefined, lookBeforeEnd: async () => undefined },
    assignments: {
      modelOf: () => model,
      checklistOf: async () => undefined,
      calls: NO_HOOKS,
      sessionNotes: async ({ project }) => [await awareNote(project)].filter((note) => note !== undefined),
      ...assigned,
    },
    people: {
      approversOf: ({ owner, conversation }) => approvers({ requester: owner, conversation }),
      ownerAlone,
      reasonOfNo,
    },
    reading: {
      workspace: () =>
        workspace ?? {
          guard: { resolve: async (path: string) => ({ relative: path }) } as never,
          files: createWorkspaceFiles({ guard: createPathGuard({ root: folder }), searchProgram: undefined }),
          code: untouched as never,
          documents: untouched as never,
          checks: undefined,
          // The one thing the agent itself asks of a workspace: what was dirty before it changed anything.
          git: {
            status: () => Promise.reject(new Failure('not-found', 'There is no repository.')),
            findTrouble: () => Promise.resolve(undefined),
          } as never,
          github: undefined,
          missingGitHub: '',
        },
      isRealFolder: () => true,
      maps,
      prompts: {
        system: (mode) => `system prompt for ${mode}`,
        compaction: (words) => `summarise; keep: ${words}`,
      },
      bootstrap,
      specialists,
      sentFiles,
    },
    commands: { policy: untouched as never, supervisor: untouched as never, ownership: parts.ownership },
    redactor: parts.redactor,
    checkpoints,
    clock,
    log: silentLog,
    tracer,
  };
}

/** In millionths of a dollar for a million tokens. */
const PRICE = {
  input: 2_000_000,
  output: 10_000_000,
  cacheRead: 200_000,
  cacheWrite: 2_500_000,
  cacheWriteHour: 4_000_000,
};
