import type { Readable, Writable } from 'node:stream';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import type { ServePorts } from './serve-ports.ts';
import type { ServeSdk } from './serve-sdk.ts';
import { createToolServer } from './tool-server.ts';

/** Longest message, in bytes: a task and its wrapping fit many times. */
const MAX_MESSAGE_BYTES = 256 * 1024;

/** Serves the program that started this one, until it closes our input, sends too much at once, or `signal` aborts. */
export async function serveStdio(
  token: string,
  streams: TransportStreams,
  ports: ServePorts,
  signal: AbortSignal,
): Promise<void> {
  const { serveSdk } = await import('./serve-sdk.ts');
  const server = createToolServer(token, ports, serveSdk);
  // Without the program that started it, this program would stay for ever.
  const over = new Promise<void>((resolve) => {
    signal.addEventListener('abort', () => resolve(), { once: true });
    server.onclose = resolve;
  });
  await server.connect(new StreamsTransport(streams, serveSdk));
  if (!signal.aborted) await over;
  await server.close();
}

interface TransportStreams {
  readonly input: Readable;
  readonly output: Writable;
}

/**
 * Messages of the program that started this one, one a line. Closes with either stream, and when a message is too long.
 * The library's own transport notices the end of neither, and opens standard input when it is merely imported.
 */
class StreamsTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;

  readonly #streams: TransportStreams;
  readonly #sdk: ServeSdk;
  readonly #buffer: InstanceType<ServeSdk['ReadBuffer']>;
  #isOpen = false;

  constructor(streams: TransportStreams, sdk: ServeSdk) {
    this.#streams = streams;
    this.#sdk = sdk;
    this.#buffer = new sdk.ReadBuffer({ maxBufferSize: MAX_MESSAGE_BYTES });
  }

  async start(): Promise<void> {
    const { input, output } = this.#streams;
    const over = (): void => void this.close();
    this.#isOpen = true;
    input.on('data', this.#receive).once('end', over).once('close', over).once('error', over);
    output.once('close', over).once('error', over);
  }

  async send(message: JSONRPCMessage): Promise<void> {
    const { output } = this.#streams;
    if (output.write(this.#sdk.serializeMessage(message))) return;
    await new Promise<void>((resolve) => {
      output.once('drain', resolve);
      output.once('close', resolve);
    });
  }

  async close(): Promise<void> {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    this.#streams.input.off('data', this.#receive).pause();
    this.#buffer.clear();
    this.onclose?.();
  }

  readonly #receive = (bytes: Buffer): void => {
    try {
      this.#buffer.append(bytes);
    } catch {
      // A client that sends such a line speaks another protocol.
      void this.close();
    }
    while (this.#isOpen) {
      const message = this.#next();
      if (message === undefined) return;
      if (message !== 'unreadable') this.onmessage?.(message);
    }
  };

  /** Undefined when no whole line has come. */
  #next(): JSONRPCMessage | 'unreadable' | undefined {
    try {
      return this.#buffer.readMessage() ?? undefined;
    } catch {
      return 'unreadable';
    }
  }
}
