import { connect } from 'node:net';
import path from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { expect, onTestFinished } from 'vitest';
import type { Program } from './program.ts';
import type { Scene } from './scene.ts';

const LAUNCHER = path.resolve(import.meta.dirname, '../../dist/wasap.cjs');

/** What a tool of `wasap mcp serve` answers. */
export interface Answer {
  readonly isError: boolean;
  readonly text: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** Another agent, which speaks MCP by the official library. */
export interface OutsideAgent {
  readonly client: Client;
  call(tool: string, input: Readonly<Record<string, unknown>>): Promise<Answer>;
  /** The id of the task that it began. */
  begin(task: string, request?: string): Promise<string>;
  /** Until it has ended or waits for a person. */
  settled(task: string): Promise<Answer>;
  /** Of `wasap mcp serve`, where this agent started it. */
  readonly pid: number | null;
}

/** What `wasap …` prints, once it has ended. */
export async function printed(
  place: Scene,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
) {
  const program = place.start({ args, env });
  const exitCode = await program.exit;
  return { exitCode, output: program.output, errors: program.errors };
}

export async function makeToken(place: Scene, name: string, ...more: readonly string[]): Promise<string> {
  const { output } = await printed(place, ['mcp', 'token', 'add', name, ...more]);
  const token = /^wasap-[\w-]{43}$/m.exec(output)?.[0];
  if (token === undefined) throw new Error(`no token was made:\n${output}`);
  return token;
}

/** The running program takes calls from then on. */
export async function takesCalls(place: Scene, program: Program): Promise<Program> {
  const isThere = (): Promise<boolean> =>
    new Promise((resolve) => {
      const socket = connect(path.join(place.dataDir, 'console.sock'));
      socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
      socket.once('connect', () => socket.destroy());
    });
  await expect.poll(isThere, { timeout: 15_000 }).toBe(true);
  return program;
}

/** It starts `wasap mcp serve` as its configuration says. */
export async function overStdio(place: Scene, token: string): Promise<OutsideAgent> {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [LAUNCHER, 'mcp', 'serve'],
    cwd: place.folder,
    stderr: 'pipe',
    env: {
      PATH: process.env.PATH ?? '',
      HOME: place.folder,
      DATA_DIR: place.dataDir,
      CONFIG_DIR: place.configDir,
      PROJECT_ROOT: place.workspace,
      MCP_SERVE_TOKEN: token,
    },
  });
  return await connected(transport, () => transport.pid);
}

export async function overHttp(url: string, token: string): Promise<OutsideAgent> {
  const transport = new StreamableHTTPClientTransport(new URL(url), {
    requestInit: { headers: { authorization: `Bearer ${token}` } },
  });
  return await connected(transport as Transport, () => null);
}

async function connected(transport: Transport, pid: () => number | null): Promise<OutsideAgent> {
  const client = new Client({ name: 'another-agent', version: '1.0.0' });
  await client.connect(transport);
  onTestFinished(() => client.close());
  const call: OutsideAgent['call'] = async (name, input) => {
    const result = await client.callTool({ name, arguments: { ...input } });
    const [first] = result.content as { text?: string }[];
    return {
      isError: result.isError === true,
      text: first?.text ?? '',
      data: (result.structuredContent ?? {}) as Answer['data'],
    };
  };
  return {
    client,
    call,
    async begin(task, request = `r-${Math.random()}`) {
      const { data, text, isError } = await call('start_task', { request_id: request, task });
      if (isError) throw new Error(text);
      return String(data.task_id);
    },
    settled: (task) => call('wait_for_task', { task_id: task, seconds: 25 }),
    get pid() {
      return pid();
    },
  };
}
