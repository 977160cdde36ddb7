import type { HistoryStore } from '../../contracts/store.ts';
import type { SessionId } from '../../core/ids.ts';

/** After the last reply there are at most the results of its calls and a word of the person. */
const LOOK_BACK = 3;

/** What the model said last in a session; empty when it said nothing. */
export function lastReply(session: SessionId, history: Pick<HistoryStore, 'listNewest'>): string {
  // A task mostly ends with it: what stands before, such as long results, is then not read.
  const [last] = history.listNewest(session, 1);
  const newest = last?.role === 'assistant' ? [last] : history.listNewest(session, LOOK_BACK);
  const reply = newest.find(({ role }) => role === 'assistant');
  const texts = (reply?.content ?? []).flatMap(({ type, text }) =>
    type === 'text' && typeof text === 'string' ? [text] : [],
  );
  return texts.join('\n').trim();
}
