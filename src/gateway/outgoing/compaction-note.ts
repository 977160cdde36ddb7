import type { Compaction, NotCompacted } from '../../contracts/context-store.ts';
import type { SessionRecord } from '../../contracts/session.ts';
import { newMessageId } from '../../core/ids.ts';
import { formatMoney, formatTokens } from '../../core/texts/format.ts';
import { type Texts, texts } from '../../core/texts/texts.ts';
import type { Postbox } from './postbox.ts';

/** Reports the result of a compaction that the person asked for. */
export function tellCompacted(
  session: SessionRecord,
  outcome: Compaction | NotCompacted,
  { postbox, tag }: { readonly postbox: Postbox; readonly tag: string },
): void {
  const words = texts(session.locale);
  const text =
    typeof outcome === 'string' ? words.context.notCompacted[outcome] : doneText(session, outcome, words);
  // Each request gets a report of its own.
  const key = `compacted:${session.id}:${newMessageId()}`;
  postbox.add({ conversation: session.conversation, key, body: { kind: 'text', text: `${tag}${text}` } });
}

function doneText(session: SessionRecord, compaction: Compaction, { context, progress }: Texts): string {
  const { method, tokensBefore, tokensAfter, microUsd } = compaction;
  const told = method === 'summary' ? context.compacted : context.digested;
  const cost = session.costKnown ? formatMoney(microUsd) : progress.costUnknown;
  return told(formatTokens(tokensBefore), formatTokens(tokensAfter), cost);
}
