import { isFailure } from '../core/failure.ts';
import { unreachable } from '../core/unreachable.ts';
import type { ControlSocket } from './control-address.ts';
import { askOn } from './control-client.ts';
import type { ControlAnswer, LinkReport } from './control-protocol.ts';

/** Answer of the program on a data folder to a health request. */
export type Health =
  /** Without `link` it does not use WhatsApp. */
  | { readonly is: 'running'; readonly link?: LinkReport }
  /** No program listens there. */
  | { readonly is: 'nobody' }
  /** A program listens, but does not answer in time. */
  | { readonly is: 'silent' }
  /** It closed the connection, refused, or has another version. */
  | { readonly is: 'other'; readonly why: string };

/**
 * Asks only for the state of the link: the program has it in memory, so neither model, network nor disk is involved.
 * Of two programs the one with the link counts.
 */
export async function askHealth(folder: string, withinMs: number): Promise<Health> {
  const linked = await ask({ folder, socket: 'control.sock' }, withinMs);
  return linked.is === 'nobody' ? await ask({ folder, socket: 'console.sock' }, withinMs) : linked;
}

function healthIn(answer: ControlAnswer): Health {
  switch (answer.say) {
    case 'link':
      return { is: 'running', link: answer.link };
    case 'no link':
      return { is: 'running' };
    case 'refused':
      return { is: 'other', why: answer.why };
    case 'doctor':
      return { is: 'other', why: answer.say };
    default:
      return unreachable(answer);
  }
}

async function ask(
  at: { readonly folder: string; readonly socket: ControlSocket },
  withinMs: number,
): Promise<Health> {
  const over = AbortSignal.timeout(withinMs);
  try {
    const answers = await askOn(at, { ask: 'link' }, over);
    if (answers === undefined) return { is: 'nobody' };
    for await (const answer of answers) {
      return healthIn(answer);
    }
    return { is: 'silent' };
  } catch (error) {
    if (!isFailure(error)) throw error;
    return over.aborted ? { is: 'silent' } : { is: 'other', why: error.message };
  }
}
