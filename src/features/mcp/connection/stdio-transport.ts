import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import type { Sandbox } from '../../../contracts/exec.ts';
import { Failure } from '../../../core/failure.ts';
import { newProcessId } from '../../../core/ids.ts';
import { tailOf } from '../../../core/text.ts';
import type { Fault } from '../../../core/texts/faults.ts';
import type { Environment } from '../../../processes/command-environment.ts';
import { PROCESS_ID_VARIABLE } from '../../../processes/process-table.ts';
import { startTalking, type TalkingProgram } from '../../../processes/talking-program.ts';
import type { ServerLaunch } from '../config/launch.ts';
import { mcpFault } from '../texts/faults.ts';
import type { Sdk } from './mcp-sdk.ts';

/** Largest message of a server, in bytes. */
export const MAX_MESSAGE_BYTES = 4 * 1024 * 1024;
/** Messages without a request of ours between them: a server that floods costs everybody else their time. */
const MAX_UNASKED = 2_000;
/** How much of its standard error is kept for the person who looks for a reason, in UTF-16 code units. */
const MAX_SAID = 2_000;

export interface StdioParts {
  readonly sandbox: Sandbox;
  /** That of every command; keys of this program are not in it. */
  readonly environment: Environment;
}

/** In the sandbox the home is not writable, and nobody else writes in this `/tmp`. */
const PRIVATE_CACHES = { npm_config_cache: '/tmp/.npm', UV_CACHE_DIR: '/tmp/.uv' };

/** Reads its own variables from its first lines: in an argv or a file others could read them. */
const WITH_VARIABLES = `while IFS= read -r line && [ -n "$line" ]; do export "$line"; done
exec "$@"`;

/** A server that runs in the sandbox, with a clean environment, and ends with this program. */
export class StdioTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;

  readonly #launch: Extract<ServerLaunch, { kind: 'stdio' }>;
  readonly #folder: string;
  readonly #parts: StdioParts;
  readonly #sdk: Sdk;
  readonly #buffer: InstanceType<Sdk['ReadBuffer']>;
  readonly #id = newProcessId();
  #program: TalkingProgram | undefined;
  #unasked = 0;
  #said = '';
  #fault: Failure | undefined;

  /** @param folder canonical path of the folder that it starts in */
  constructor(launch: Extract<ServerLaunch, { kind: 'stdio' }>, folder: string, parts: StdioParts, sdk: Sdk) {
    this.#launch = launch;
    this.#folder = folder;
    this.#parts = parts;
    this.#sdk = sdk;
    this.#buffer = new sdk.ReadBuffer({ maxBufferSize: MAX_MESSAGE_BYTES });
  }

  /** Why it was ended from here; undefined when it was not. */
  get fault(): Failure | undefined {
    return this.#fault;
  }

  /** The end of what it wrote to its standard error: text from outside. */
  get said(): string {
    return this.#said;
  }

  async start(): Promise<void> {
    const { argv, variables, access } = this.#launch;
    const { sandbox } = this.#parts;
    // A sandbox confines nothing before its state is known.
    const isConfined = (await sandbox.state()).kind === 'on';
    const caches = isConfined ? PRIVATE_CACHES : {};
    const environment = { ...this.#parts.environment, ...caches, [PROCESS_ID_VARIABLE]: this.#id };
    const reading = ['/bin/sh', '-c', WITH_VARIABLES, 'server', ...argv];
    const confined = { workspace: this.#folder, access, environment };
    const program = await startTalking(
      { argv: await sandbox.wrap(reading, confined, this.#id), cwd: this.#folder, environment },
      { stdout: (bytes) => this.#receive(bytes), stderr: (bytes) => this.#hear(bytes) },
    );
    this.#program = program;
    void program.ended.then(() => {
      this.#parts.sandbox.changes(this.#id);
      this.#parts.sandbox.forget(this.#id);
      this.#closed();
    });
    const lines = Object.entries(variables).map(([name, value]) => `${name}=${value}\n`);
    await program.write(`${lines.join('')}\n`);
  }

  async send(message: JSONRPCMessage): Promise<void> {
    this.#unasked = 0;
    if (this.#program === undefined) throw this.#fault ?? new Failure('unavailable', mcpFault('ended'));
    await this.#program.write(this.#sdk.serializeMessage(message));
  }

  /** Callers that wait for an answer get the failure at once. */
  async close(): Promise<void> {
    const program = this.#program;
    this.#closed();
    await program?.end();
  }

  #receive(bytes: Buffer): void {
    if (this.#program === undefined) return;
    try {
      this.#buffer.append(bytes);
    } catch {
      this.#endFor(mcpFault('message-too-large', MAX_MESSAGE_BYTES / 1024 / 1024));
    }
    while (this.#fault === undefined) {
      const message = this.#next();
      if (message === undefined) return;
      this.#unasked += 1;
      if (this.#unasked > MAX_UNASKED) this.#endFor(mcpFault('too-many-unasked', MAX_UNASKED));
      else if (message !== 'unreadable') this.onmessage?.(message);
    }
  }

  /** Undefined when no whole line has come. Some servers print a greeting: what is no message is passed over. */
  #next(): JSONRPCMessage | 'unreadable' | undefined {
    try {
      return this.#buffer.readMessage() ?? undefined;
    } catch {
      return 'unreadable';
    }
  }

  #hear(bytes: Buffer): void {
    this.#said = tailOf(this.#said + bytes.toString('utf8'), MAX_SAID);
  }

  #endFor(why: Fault): void {
    this.#fault = new Failure('unavailable', why);
    void this.close();
  }

  #closed(): void {
    if (this.#program === undefined) return;
    this.#program = undefined;
    this.#buffer.clear();
    this.onclose?.();
  }
}
