import { type LinkWord, linkWord } from '../../channels/whatsapp/link-state.ts';
import { isFailure } from '../../core/failure.ts';
import { askControl } from './control-client.ts';

/** How long a running program may take to answer: it answers between two steps. */
const WITHIN_MS = 2000;

/**
 * State of the link, in a word, of the program on this data folder; undefined when none has one, or none answers in
 * time.
 */
export async function liveLink(folder: string): Promise<LinkWord | undefined> {
  const over = new AbortController();
  const timer = setTimeout(() => over.abort(), WITHIN_MS);
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
