import { chmodSync, rmSync } from 'node:fs';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { HOUR_MS } from '../../core/clock.ts';
import { codeOf, Failure, isFailure, messageOf } from '../../core/failure.ts';
import type { Log } from '../../core/log.ts';
import { fault } from '../../core/texts/faults.ts';
import {
  type ControlAnswer,
  ControlRequest,
  type ControlSocket,
  controlAddress,
  MAX_LINE_LENGTH,
} from './control-protocol.ts';

const MAX_CONNECTIONS = 32;
/** How long a new connection may take to send its request. */
const ASK_WITHIN_MS = 5000;
/** Longest answer: one with a code waits for a person with a phone. */
const MAX_ANSWER_MS = HOUR_MS;

/** Answers one request. `signal` aborts when the client disconnects or the program ends. */
export type ControlAnswerer = (
  request: ControlRequest,
  reply: (answer: ControlAnswer) => void,
  signal: AbortSignal,
) => Promise<void>;

export interface ControlServer {
  close(): Promise<void>;
}

interface ControlServerParts {
  readonly answer: ControlAnswerer;
  readonly log: Log;
  /** Default: the socket of a program with a link. */
  readonly socket?: ControlSocket;
}

/**
 * Listens on the control socket of a data folder, readable and writable by this user alone. A dead program's socket
 * is replaced; a living program's stays.
 * @returns undefined when nothing is served: another program does, or this system cannot; the log says which
 */
export async function serveControl(
  folder: string,
  { answer, log, socket: name }: ControlServerParts,
): Promise<ControlServer | undefined> {
  const address = await controlAddress(folder, name);
  if (address === undefined) {
    log.warn('control.not_served', { reason: 'this system has no socket at such a path' });
    return undefined;
  }
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    void serveConnection(socket, { answer, log });
  });
  server.maxConnections = MAX_CONNECTIONS;
  const why = await listenAt(server, address.path);
  if (why !== undefined) {
    await address.release();
    log.warn('control.not_served', { reason: why });
    return undefined;
  }
  server.on('error', (error) => log.warn('control.failed', { error: error.message }));
  return {
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      for (const socket of sockets) socket.destroy();
      await closed;
      await address.release();
    },
  };
}

/** Why it cannot listen there; undefined when it does. */
async function listenAt(server: Server, path: string): Promise<string | undefined> {
  const why = await tryToListen(server, path);
  if (why !== 'EADDRINUSE') return why;
  if (await isAnswered(path)) return 'another program serves this data folder';
  rmSync(path, { force: true });
  return await tryToListen(server, path);
}

function tryToListen(server: Server, path: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    const refused = (error: Error): void => resolve(codeOf(error) ?? error.message);
    server.once('error', refused);
    server.listen(path, () => {
      server.off('error', refused);
      chmodSync(path, 0o600);
      resolve(undefined);
    });
  });
}

function isAnswered(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(path);
    const end = (is: boolean): void => {
      socket.destroy();
      resolve(is);
    };
    socket.once('connect', () => end(true));
    socket.once('error', () => end(false));
  });
}

async function serveConnection(
  socket: Socket,
  { answer, log }: { readonly answer: ControlAnswerer; readonly log: Log },
): Promise<void> {
  const gone = new AbortController();
  socket.once('close', () => gone.abort());
  socket.on('error', () => socket.destroy());
  const say = (line: ControlAnswer): void => {
    if (!socket.destroyed) socket.write(`${JSON.stringify(line)}\n`);
  };
  socket.setTimeout(ASK_WITHIN_MS, () => socket.destroy());
  const lines = createInterface({ input: limitLineLength(socket) });
  socket.once('close', () => lines.close());
  try {
    for await (const line of lines) {
      // During one answer the next request waits in the socket.
      socket.setTimeout(MAX_ANSWER_MS);
      await answerLine(line, { answer, say, signal: gone.signal });
      socket.setTimeout(ASK_WITHIN_MS);
    }
  } catch (error) {
    log.warn('control.failed', { error: messageOf(error) });
  }
  socket.end();
}

/** A line without an end does not come from a command of this program. */
function limitLineLength(socket: Socket): Socket {
  let length = 0;
  socket.on('data', (chunk: Buffer) => {
    const end = chunk.lastIndexOf(0x0a);
    length = end === -1 ? length + chunk.length : chunk.length - end;
    if (length > MAX_LINE_LENGTH) socket.destroy();
  });
  return socket;
}

async function answerLine(
  line: string,
  { answer, say, signal }: { answer: ControlAnswerer; say(line: ControlAnswer): void; signal: AbortSignal },
): Promise<void> {
  const request = requestIn(line);
  if (request === undefined) return say(refusedAnswer(new Failure('invalid', fault('request-unknown'))));
  try {
    await answer(request, say, signal);
  } catch (error) {
    if (!isFailure(error)) throw error;
    say(refusedAnswer(error));
  }
}

function refusedAnswer({ message, fault: said }: Failure): ControlAnswer {
  return { say: 'refused', why: message, ...(said === undefined ? {} : { inSpanish: said.in('es') }) };
}

function requestIn(line: string): ControlRequest | undefined {
  try {
    return ControlRequest.safeParse(JSON.parse(line)).data;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
