import { isFailure } from '../base/failure.ts';
import { askControl } from './control-client.ts';
import type { LinkReport } from './control-protocol.ts';

/** What a program on a data folder says when it is asked how it is. */
export type Health =
  | { readonly is: 'running'; readonly link: LinkReport }
  /** Nobody listens there: none runs, or one without WhatsApp. */
  | { readonly is: 'nobody' }
  /** One listens and says nothing in time. */
  | { readonly is: 'silent' }
  /** It hung up, refused, or is of another version. */
  | { readonly is: 'other'; readonly why: string };

/** Asks for the state of the link alone: that is in memory there, so neither model, network nor disk takes part. */
export async function askHealth(folder: string, withinMs: number): Promise<Health> {
  const over = AbortSignal.timeout(withinMs);
  try {
    const answers = await askControl(folder, { ask: 'link' }, over);
    if (answers === undefined) return { is: 'nobody' };
    for await (const answer of answers) {
      if (answer.say === 'link') return { is: 'running', link: answer.link };
      return { is: 'other', why: answer.say === 'refused' ? answer.why : answer.say };
    }
    return { is: 'silent' };
  } catch (error) {
    if (!isFailure(error)) throw error;
    return over.aborted ? { is: 'silent' } : { is: 'other', why: error.message };
  }
}
