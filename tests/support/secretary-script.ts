import { says, slow } from './messages-server/replies.ts';
import type { Reply } from './messages-server/reply.ts';
import type { MessagesRequest } from './messages-server/request.ts';
import { byTranscript, type ScriptFunction, type Step } from './messages-server/script.ts';
import { understood } from './scripted-secretary.ts';

export interface SecretarySteps {
  /** What each request is read as, in turn; the last one is repeated. */
  readonly interpreted: readonly object[];
  readonly matched: object;
  /** What the session says that begins. */
  readonly session: readonly Step[];
  /** How long the first interpretation takes, in milliseconds. */
  readonly firstMs?: number;
}

const STEP = / step of a secretary/;

/** The model as the secretary and as whoever it finds. */
export function secretaryScript({
  interpreted,
  matched,
  session,
  firstMs = 0,
}: SecretarySteps): ScriptFunction {
  const speak = byTranscript(session);
  let read = 0;
  return (request, index): ReturnType<ScriptFunction> => {
    const system = JSON.stringify(request.system);
    if (!STEP.test(system)) return speak(request, index);
    if (system.includes('second step')) return data(matched);
    const reply = data(interpreted[Math.min(read, interpreted.length - 1)] ?? understood('Do it'));
    read += 1;
    return read === 1 && firstMs > 0 ? slow(reply, firstMs) : reply;
  };
}

function data(value: object) {
  return says(JSON.stringify(value)) satisfies Reply;
}

/** Requests of the secretary itself. */
export function isOfSecretary({ system }: MessagesRequest): boolean {
  return STEP.test(JSON.stringify(system));
}
