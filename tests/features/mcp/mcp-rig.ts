import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import type { Sandbox } from '../../../src/contracts/exec.ts';
import type { SessionRecord } from '../../../src/contracts/session.ts';
import type { AnyTool } from '../../../src/contracts/tool.ts';
import { systemClock } from '../../../src/core/clock.ts';
import type { InstanceId } from '../../../src/core/ids.ts';
import { silentLog } from '../../../src/core/log.ts';
import { createConnections, type McpConnections } from '../../../src/features/mcp/connection/connections.ts';
import { createLogins, type Logins } from '../../../src/features/mcp/connection/login.ts';
import { createMcpFigures, type McpFigures } from '../../../src/features/mcp/figures.ts';
import { createMcpStore, type McpStore } from '../../../src/features/mcp/mcp-store.ts';
import { createServers, type KnownServer, type Servers } from '../../../src/features/mcp/servers.ts';
import { createSessionTools } from '../../../src/features/mcp/tools/session-tools.ts';
import { createJudgeInput, createServerToolCalls } from '../../../src/features/mcp/tools/tool-calls.ts';
import { createKeptImages } from '../../../src/files/kept-files.ts';
import { noSandbox } from '../../../src/sandbox/sandbox.ts';
import { type AgentRig, agentRig, type RigOptions } from '../../support/agent-rig.ts';
import { sessionRecord } from '../../support/session-record.ts';
import { openTestStore } from '../../support/test-store.ts';
import { testEnvironment } from '../../support/working-sandbox.ts';

const SCRIPTED = path.resolve(import.meta.dirname, '../../support/mcp-servers/scripted.mjs');
/** Where it really is: a sandbox shows no links into folders that it hides. */
const PACKAGES = realpathSync(path.resolve(import.meta.dirname, '../../../node_modules'));
const SESSION = '20261120-0000aaaa' as SessionRecord['id'];

/** What the scripted server does: see `scripted.mjs`. */
export type Script = Readonly<Record<string, unknown>>;

export interface McpRigOptions {
  /** Entries of the owner's own file. */
  readonly own?: Readonly<Record<string, unknown>>;
  /** What else is in that file. */
  readonly ownFile?: Readonly<Record<string, unknown>>;
  /** Entries of the project's file. */
  readonly project?: Readonly<Record<string, unknown>>;
  readonly sandbox?: Sandbox;
  readonly isOwners?: boolean;
  /** How a command of the project is judged; default: it is asked about. */
  readonly verdict?: 'ask' | 'deny';
  /** Looks at pictures. */
  readonly hasVision?: boolean;
  readonly worktreeKind?: 'dry-run';
}

/** The parts of the feature on a real store and real servers, without agent and gateway. */
export interface McpRig {
  readonly root: string;
  readonly config: string;
  readonly data: string;
  readonly rows: McpStore;
  readonly servers: Servers;
  readonly connections: McpConnections;
  readonly logins: Logins;
  readonly figures: McpFigures;
  /** Values that the redactor was taught. */
  readonly learned: string[];
  readonly session: SessionRecord;
  known(name: string): Promise<KnownServer>;
  /** An owner says yes to the server as it is now. */
  accept(name: string): Promise<void>;
  sessionTools(session?: SessionRecord): Promise<readonly AnyTool[]>;
  /** A task of the real agent in the project, with the tools of these servers beside its own. */
  agent(options: Omit<RigOptions, 'sessionTools'>): AgentRig;
}

/** An entry for the scripted server. */
export function scripted(script: Script, more: Readonly<Record<string, unknown>> = {}) {
  const folder = mkdtempSync(path.join(realpathSync(tmpdir()), 'mcp-script-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = path.join(folder, 'script.json');
  writeFileSync(file, JSON.stringify(script));
  return { command: process.execPath, args: [SCRIPTED, file], ...more };
}

/** An entry for a package from the registry. */
export function published(
  name: string,
  args: readonly string[] = [],
  more: Readonly<Record<string, unknown>> = {},
) {
  const entry = path.join(PACKAGES, '@modelcontextprotocol', name, 'dist/index.js');
  return { command: process.execPath, args: [entry, ...args], ...more };
}

/** A tool as a server lists it. */
export function listed(name: string, more: Readonly<Record<string, unknown>> = {}) {
  return { name, description: `Does ${name}.`, inputSchema: { type: 'object' }, ...more };
}

export function mcpRig(options: McpRigOptions = {}): McpRig {
  const home = mkdtempSync(path.join(realpathSync(tmpdir()), 'mcp-'));
  const [root, config, data] = ['project', 'config', 'data'].map((name) => path.join(home, name)) as [
    string,
    string,
    string,
  ];
  for (const folder of [root, config, data]) mkdirSync(folder);
  if (options.own !== undefined || options.ownFile !== undefined) {
    const file = { mcpServers: options.own ?? {}, ...options.ownFile };
    writeFileSync(path.join(config, 'mcp.json'), JSON.stringify(file));
  }
  if (options.project !== undefined)
    writeFileSync(path.join(root, '.mcp.json'), JSON.stringify({ mcpServers: options.project }));
  const store = openTestStore({ path: path.join(data, 'wasap.db') });
  const rows = createMcpStore(store.database);
  const learned: string[] = [];
  const learn = (values: readonly string[]): void => void learned.push(...values);
  const logins = createLogins(data, learn);
  const figures = createMcpFigures();
  const connections = createConnections({
    sandbox: options.sandbox ?? noSandbox,
    environment: testEnvironment(home),
    logins,
    version: '0.1.0',
    clock: systemClock,
    log: silentLog,
    tracer: { start: () => ({ set: () => undefined, end: () => undefined }) },
    figures,
  });
  const risk = { writesOutsideGit: 'unknown', network: 'unknown', undoable: 'unknown' } as const;
  const verdict =
    options.verdict === 'deny'
      ? ({ kind: 'deny', rule: 'test', reason: 'That is never run.' } as const)
      : ({ kind: 'ask', rule: 'test', reason: 'It is not configured.', risk } as const);
  const servers = createServers({
    config,
    rows,
    policy: { judge: async () => ({ verdict, execution: undefined, base: '', display: '' }) },
    environment: testEnvironment(home),
    learn,
    isOwners: () => options.isOwners ?? true,
  });
  const images = createKeptImages(path.join(data, 'images'));
  const calls = createServerToolCalls({
    servers,
    connections,
    judgeInput: createJudgeInput(),
    sentFiles: { hasVision: () => options.hasVision ?? false, keepImage: images.keep },
    worktrees: { findActive: () => options.worktreeKind && ({ kind: options.worktreeKind } as never) },
    figures,
    clock: systemClock,
  });
  const sessionTools = createSessionTools({
    servers,
    connections,
    rows,
    calls,
    clock: systemClock,
    log: silentLog,
  });
  const instance = 'test-instance' as InstanceId;
  store.instances.register({ id: instance, pid: process.pid, startTime: '0', atMs: 0 });
  const session = sessionRecord({ id: SESSION, workspace: root, instance });
  store.sessions.create(session);
  const known = async (name: string): Promise<KnownServer> => {
    const found = (await servers.inProject(root)).known.find(({ server }) => server.name === name);
    if (found === undefined) throw new Error(`there is no server ${name}`);
    return found;
  };
  onTestFinished(async () => {
    await connections.close();
    store.close();
    rmSync(home, { recursive: true, force: true });
  });
  return {
    root,
    config,
    data,
    rows,
    servers,
    connections,
    logins,
    figures,
    learned,
    session,
    known,
    async accept(name) {
      const { seenHash: hash } = await known(name);
      rows.accept({ project: root, name, hash, person: 'ana', atMs: Date.now() });
    },
    sessionTools: (of = session) => sessionTools(of),
    agent(rest) {
      const pictures = { get: (hash: string) => images.bytesOf({ hash, mediaType: 'image/png', bytes: 0 }) };
      const rig = agentRig({
        ...rest,
        ...(options.hasVision === true ? { pictures: pictures as ReadonlyMap<string, Uint8Array> } : {}),
        // Their rows are of the session of this rig, whose project is that of the servers.
        sessionTools: ({ prompt: { system, model } }) =>
          sessionTools({ ...session, prompt: { ...session.prompt, system, model } }),
      });
      onTestFinished(() => rig.remove());
      rig.create({ workspace: root });
      return rig;
    },
  };
}
