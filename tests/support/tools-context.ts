import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import { createCodeReader } from '../../src/code-reading/code-reader.ts';
import type { CommandPolicy, CommandVerdict } from '../../src/contracts/policy.ts';
import type { TaskPlan } from '../../src/contracts/session.ts';
import type {
  AnyTool,
  BackgroundProcess,
  CallRecovery,
  Review,
  SessionLedger,
  ToolAnswer,
  ToolContext,
  WrittenFile,
} from '../../src/contracts/tool.ts';
import { systemClock } from '../../src/core/clock.ts';
import type { CallId, ProcessId, SessionId } from '../../src/core/ids.ts';
import type { Json } from '../../src/core/json.ts';
import { silentLog } from '../../src/core/log.ts';
import { describedTools } from '../../src/features/contributions.ts';
import { createDocumentReader } from '../../src/files/documents/document-reader.ts';
import { folderAt } from '../../src/files/look-at-path.ts';
import { createWorkspaceFiles } from '../../src/files/workspace-files.ts';
import { createGit } from '../../src/git/git.ts';
import { createPathGuard } from '../../src/policy/path-guard.ts';
import { createRedactor } from '../../src/policy/redaction.ts';
import { commandEnvironment } from '../../src/processes/command-environment.ts';
import { hostProcesses } from '../../src/processes/process-table.ts';
import { createSupervisor } from '../../src/processes/supervisor.ts';
import { firstCommit } from './first-commit.ts';
import { newRemote } from './new-remote.ts';
import { newRepository } from './new-repository.ts';
import { runNow } from './run-now.ts';
import { sessionRecord } from './session-record.ts';

const DIST = path.resolve(import.meta.dirname, '../../dist');
/** For all benches of a process: its thread, with the grammars that it has loaded, waits for minutes for another file. */
const code = createCodeReader({ folder: path.join(DIST, 'code-reading') });
const documents = createDocumentReader({ folder: path.join(DIST, 'documents') });

/** What a test may set differently. */
type Settings = Partial<
  Pick<ToolContext, 'redaction' | 'edits' | 'policy' | 'signal'> &
    Pick<ToolContext['workspace'], 'github' | 'missingGitHub' | 'checks'> &
    ToolContext['person']
> & {
  /** Tools of a feature, made for the test; default: all, of which those of features carry out nothing. */
  readonly tools?: readonly AnyTool[];
  /** Files that exist before the session starts. */
  readonly files?: Readonly<Record<string, string | Uint8Array>>;
  /** Paths that the person had changed before the session. */
  readonly dirty?: readonly string[];
  /** Folders outside that links of the workspace may lead to. */
  readonly linked?: readonly string[];
};

export interface Bench {
  readonly root: string;
  readonly context: ToolContext;
  readonly ledger: SessionLedger;
  read(file: string): string;
  write(file: string, text: string): void;
  git(...args: readonly string[]): string;
  /** As the agent does it: schema, review, prepare, run, output schema. */
  call(name: string, input: Json): Promise<ToolAnswer<unknown>>;
  review(name: string, input: Json): Promise<Review | undefined>;
  prepare(name: string, input: Json): Promise<Json>;
  recover(name: string, input: Json, prepared: Json): Promise<CallRecovery<unknown>>;
}

/** A workspace in a temporary folder with real files, git and processes; the session's memories are in this process. */
export function toolBench(settings: Settings = {}): Bench {
  const home = mkdtempSync(path.join(realpathSync(tmpdir()), 'tools-'));
  const root = path.join(home, 'workspace');
  mkdirSync(root);
  const write = (file: string, content: string | Uint8Array): void => {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
    writeFileSync(path.join(root, file), content);
  };
  for (const [file, content] of Object.entries(settings.files ?? {})) write(file, content);
  const ledger = memoryLedger(settings.dirty ?? []);
  const context = contextIn(home, root, { settings, ledger });
  onTestFinished(async () => {
    for (const { id } of context.processes.list())
      await context.supervisor.kill(id as ProcessId, 'test over');
    rmSync(home, { recursive: true, force: true });
  });
  const toolNamed = (name: string): AnyTool => {
    const tool = (settings.tools ?? describedTools()).find((one) => one.name === name);
    if (tool === undefined) throw new Error(`no tool ${name}`);
    return tool;
  };
  return {
    root,
    context,
    ledger,
    read: (file) => readFileSync(path.join(root, file), 'utf8'),
    write,
    git: (...args) => gitIn(root, args),
    async call(name, input) {
      const tool = toolNamed(name);
      const parsed = tool.input.parse(input);
      const reviewed = (await tool.review?.(parsed, context))?.binding ?? null;
      const prepared = (await tool.prepare?.(parsed, context, reviewed)) ?? null;
      const answer = await tool.run(parsed, context, prepared);
      const note = (await answer.note) ?? '';
      const text = note === '' ? answer.text : `${answer.text}\n${note}`;
      return { text, data: tool.output.parse(answer.data), ...(answer.audit && { audit: answer.audit }) };
    },
    async review(name, input) {
      const tool = toolNamed(name);
      return tool.review?.(tool.input.parse(input), context);
    },
    async prepare(name, input) {
      const tool = toolNamed(name);
      const parsed = tool.input.parse(input);
      const reviewed = (await tool.review?.(parsed, context))?.binding ?? null;
      return (await tool.prepare?.(parsed, context, reviewed)) ?? null;
    },
    async recover(name, input, prepared) {
      const tool = toolNamed(name);
      if (tool.recover === undefined) throw new Error(`${name} cannot recover`);
      return tool.recover(tool.input.parse(input), context, prepared);
    },
  };
}

/** A bench whose workspace is a repository with one commit of the given files. */
export function gitBench(settings: Settings = {}): Bench {
  const bench = toolBench({ ...settings, files: { 'a.txt': 'one\n', ...settings.files } });
  newRepository(bench.root, { user: true });
  firstCommit({ folder: bench.root, message: 'feat: first', by: 'Ana', git: bench.git });
  return bench;
}

/** Adds a bare repository as `origin`, in which `main` is; the bench then knows its default branch. */
export function addOrigin(bench: Bench): string {
  const origin = path.join(path.dirname(bench.root), 'origin.git');
  newRemote(bench.root, origin);
  bench.git('remote', 'set-head', 'origin', 'main');
  return origin;
}

export function gitIn(folder: string, args: readonly string[]): string {
  return runNow({ program: 'git', args, cwd: folder, env: process.env }).trim();
}

interface Parts {
  readonly settings: Settings;
  readonly ledger: SessionLedger;
}

function contextIn(home: string, root: string, { settings, ledger }: Parts): ToolContext {
  const guard = createPathGuard({ root, linked: () => settings.linked ?? [] });
  const environment = commandEnvironment(process.env, { workspaces: [root], folderAt });
  const redactor = { redact: (text: string) => text };
  const parts = { folder: path.join(home, 'processes'), clock: systemClock, redactor, environment };
  let plan: TaskPlan | undefined;
  return {
    session: sessionRecord({ id: '20261120-00000001' as SessionId }),
    callId: 'call-1' as CallId,
    signal: settings.signal ?? new AbortController().signal,
    writeEnabled: true,
    edits: settings.edits ?? 'auto',
    workspace: {
      guard,
      files: createWorkspaceFiles({ guard, searchProgram: undefined }),
      code,
      documents,
      checks: settings.checks,
      git: createGit({ root, environment, token: undefined }),
      github: settings.github,
      missingGitHub: settings.missingGitHub ?? 'Set GITHUB_TOKEN and GITHUB_REPO.',
    },
    policy: settings.policy ?? plainPolicy,
    redaction: settings.redaction ?? (async () => createRedactor({ secrets: [] }).redact),
    supervisor: createSupervisor({ ...parts, processes: hostProcesses(), log: silentLog }),
    processes: memoryBook(),
    plan: {
      get: () => plan,
      set(next) {
        plan = next;
      },
    },
    ledger,
    person: {
      approvalWords: settings.approvalWords,
      isSpokenTo: settings.isSpokenTo ?? (() => false),
    },
    clock: { nowMs: systemClock.nowMs, pause: (ms) => systemClock.sleep(ms, settings.signal) },
    subAgents: {
      explore: async (task) => ({ answer: `found: ${task}`, cutShort: undefined, rounds: 1, calls: 0 }),
      begin: async (task) => ({ answer: `did: ${task}`, cutShort: undefined, rounds: 1, calls: 0 }),
      findEarlierWork: async () => undefined,
    },
  };
}

/** Judges by the first word alone: `sudo` is denied, `curl` asks, a pipe goes to the shell, the rest runs. */
const plainPolicy: CommandPolicy = {
  changesSince: async () => [],
  list: async () => ({ platform: 'posix', commands: [] }),
  async judge(request): Promise<CommandVerdict> {
    const argv = request.kind === 'argv' ? request.argv : request.line.split(' ');
    const [file = '', ...args] = argv;
    const known = { base: file, display: argv.join(' ') };
    if (file === 'sudo') {
      const verdict = {
        kind: 'deny',
        rule: 'denied-command',
        reason: 'Command blocked: sudo is not allowed',
      } as const;
      return { ...known, verdict, execution: undefined };
    }
    const risk = { writesOutsideGit: 'unknown', network: 'yes', undoable: 'unknown' } as const;
    const asked = { kind: 'ask', rule: 'unknown-command', reason: 'Run it?', risk } as const;
    const verdict = file === 'curl' ? asked : ({ kind: 'allow', rule: 'known' } as const);
    if (request.kind === 'line' && /[|;&"']/.test(request.line)) {
      return { ...known, verdict, execution: { kind: 'shell', line: request.line } };
    }
    return { ...known, verdict, execution: { kind: 'argv', file, args } };
  },
};

function memoryLedger(dirty: readonly string[]): SessionLedger {
  const seen = new Map<string, string>();
  const written = new Map<string, WrittenFile>();
  const commits: string[] = [];
  let branch: string | undefined;
  return {
    lastSeen: (file) => seen.get(file),
    noteSeen: (file, hash) => void seen.set(file, hash),
    noteWritten: (file) =>
      void written.set(file.path, { ...file, before: written.get(file.path)?.before ?? file.before }),
    listWritten: () => [...written.values()],
    listDirtyAtStart: async () => dirty,
    noteCommit: (hash) => void commits.push(hash),
    listCommits: () => commits,
    ownBranch: () => branch,
    noteOwnBranch(name) {
      branch = name;
    },
  };
}

function memoryBook(): ToolContext['processes'] {
  const book = new Map<string, BackgroundProcess>();
  return {
    list: () => [...book.values()],
    add: (process) => void book.set(process.id, process),
    end: (process, { fate }) => void book.set(process.id, { ...process, fate }),
    markReported: () => undefined,
    setReadFrom(id, readFrom) {
      const process = book.get(id);
      if (process !== undefined) book.set(id, { ...process, readFrom });
    },
  };
}
