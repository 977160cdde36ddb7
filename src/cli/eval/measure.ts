import type { Block, ModelMessage, Usage } from '../../contracts/model.ts';
import type { SessionStatus } from '../../contracts/session.ts';
import type { Store } from '../../contracts/store.ts';
import { CONVERSATION } from './eval-channel.ts';

/** Facts from the records of one attempt. */
export interface AttemptFacts {
  readonly status: SessionStatus;
  /** Why it was parked, failed or was cancelled. */
  readonly reason: string | undefined;
  readonly rounds: number;
  readonly usage: Usage;
  /** In millionths of a dollar; undefined when the model has no known price. */
  readonly costMicroUsd: number | undefined;
  readonly answer: string;
  readonly calls: readonly string[];
}

/** Undefined when no task began. */
export function measureAttempt({
  sessions,
  spending,
  history,
}: Pick<Store, 'sessions' | 'spending' | 'history'>): AttemptFacts | undefined {
  const session = sessions.listNewest(CONVERSATION, 10).at(-1);
  if (session === undefined) return undefined;
  const messages = history.all(session.id);
  return {
    status: session.state.status,
    reason: session.state.reason,
    rounds: session.usage.round,
    usage: spending.usageOf(session.id),
    costMicroUsd: session.usage.costKnown ? session.usage.costMicroUsd : undefined,
    answer: lastWords(messages),
    calls: messages.flatMap(({ content }) => content.flatMap(callIn)),
  };
}

function lastWords(messages: readonly ModelMessage[]): string {
  const last = messages.findLast(({ role }) => role === 'assistant')?.content ?? [];
  return last.map(({ type, text }) => (type === 'text' && typeof text === 'string' ? text : '')).join('\n');
}

function callIn({ type, name, input }: Block): readonly string[] {
  return type === 'tool_use' ? [`${String(name)} ${JSON.stringify(input)}`] : [];
}
