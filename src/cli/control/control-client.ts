import { connect, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { type LinkWord, linkWord } from '../../channels/whatsapp/link-state.ts';
import { codeOf, Failure, isFailure } from '../../core/failure.ts';
import { jsonIn } from '../../core/json.ts';
import { fault } from '../../core/texts/faults.ts';
import {
  ControlAnswer,
  type ControlRequest,
  type ControlSocket,
  controlAddress,
} from './control-protocol.ts';

/** How long a running program may take for its first answer. */
const FIRST_ANSWER_MS = 30_000;

/** No program listens there, or access is refused. */
const UNREACHABLE_CODES: readonly string[] = ['ENOENT', 'ECONNREFUSED', 'ENOTDIR', 'EACCES'];

/** Like `askOn`, for a program with a link. */
export async function askControl(
  folder: string,
  request: ControlRequest,
  signal: AbortSignal,
): Promise<AsyncIterable<ControlAnswer> | undefined> {
  return await askOn({ folder, socket: 'control.sock' }, request, signal);
}

/**
 * Sends a request to the program on this data folder; answers come until it ends them or `signal` aborts.
 * @returns undefined when no program answers there
 * @throws Failure `unavailable` while answers are read: it is silent, or its answer cannot be parsed
 */
export async function askOn(
  { folder, socket: name }: { readonly folder: string; readonly socket: ControlSocket },
  request: ControlRequest,
  signal: AbortSignal,
): Promise<AsyncIterable<ControlAnswer> | undefined> {
  const address = await controlAddress(folder, name).catch((error: unknown) => {
    if (UNREACHABLE_CODES.includes(codeOf(error) ?? '')) return undefined;
    throw error;
  });
  const socket = address && (await connectTo(address.path));
  if (socket === undefined) {
    await address?.release();
    return undefined;
  }
  socket.once('close', () => void address?.release());
  signal.addEventListener('abort', () => socket.destroy(), { once: true });
  if (signal.aborted) socket.destroy();
  return answersOf(socket, request);
}

function connectTo(path: string): Promise<Socket | undefined> {
  return new Promise((resolve, reject) => {
    const socket = connect(path);
    socket.once('connect', () => resolve(socket));
    socket.once('error', (error) => {
      if (UNREACHABLE_CODES.includes(codeOf(error) ?? '')) resolve(undefined);
      else reject(new Failure('unavailable', fault('program-unreachable', error.message)));
    });
  });
}

async function* answersOf(socket: Socket, request: ControlRequest): AsyncIterable<ControlAnswer> {
  // The program ended in the middle: its last lines are read, and then there are no more.
  socket.on('error', () => socket.destroy());
  const silence = setTimeout(() => socket.destroy(), FIRST_ANSWER_MS);
  const lines = createInterface({ input: socket });
  // A destroyed socket emits no `end`.
  socket.once('close', () => lines.close());
  let heard = false;
  socket.write(`${JSON.stringify(request)}\n`);
  try {
    for await (const line of lines) {
      clearTimeout(silence);
      heard = true;
      yield answerIn(line);
      if (request.ask === 'doctor') return;
    }
    if (!heard) throw new Failure('unavailable', fault('program-silent'));
  } finally {
    clearTimeout(silence);
    socket.destroy();
  }
}

/** What the running program refused, in the language of who reads it. */
export function refusalIn({ why, inSpanish = why }: Extract<ControlAnswer, { say: 'refused' }>): Failure {
  return new Failure('unavailable', {
    rule: 'refused',
    values: [why],
    in: (locale) => (locale === 'es' ? inSpanish : why),
  });
}

function answerIn(line: string): ControlAnswer {
  const parsed = ControlAnswer.safeParse(jsonIn(line));
  if (parsed.success) return parsed.data;
  throw new Failure('unavailable', fault('program-other-version'));
}

/** How long a running program may take to answer: it answers between two steps. */
const ANSWER_TIMEOUT_MS = 2000;

/**
 * State of the link, in a word, of the program on this data folder; undefined when none has one, or none answers in
 * time.
 */
export async function liveLink(folder: string): Promise<LinkWord | undefined> {
  const over = new AbortController();
  const timer = setTimeout(() => over.abort(), ANSWER_TIMEOUT_MS);
  try {
    const answers = (await askControl(folder, { ask: 'link' }, over.signal)) ?? [];
    for await (const answer of answers)
      return answer.say === 'link' ? linkWord(answer.link.state) : undefined;
    return undefined;
  } catch (error) {
    if (!isFailure(error)) throw error;
    return undefined;
  } finally {
    clearTimeout(timer);
    over.abort();
  }
}
