import type { Model, ModelFault, Usage } from '../../../contracts/model.ts';
import { shorten } from '../../../core/text.ts';
import { askStructured, type StructuredQuestion } from '../../../models/ask-structured.ts';
import { sumOfUsage } from '../../../models/profile.ts';

/** How often the model is asked for one reply, with its faults, including the first time. */
const MAX_TRIES = 3;
/** How much of a refused reply is quoted back, in UTF-16 code units. */
const MAX_QUOTE_LENGTH = 6_000;

/** Cost of the requests so far. */
export interface RequestCost {
  readonly requests: number;
  readonly usage: Usage;
}

export type JudgedReply<Value> =
  | { readonly kind: 'fine'; readonly value: Value }
  | { readonly kind: 'wrong'; readonly problem: string };

/** `wrong`: no try was right; `problem` is that of the last one. */
export type TryResult<Value> = (
  | JudgedReply<Value>
  | { readonly kind: 'fault'; readonly fault: ModelFault }
) & {
  readonly spent: RequestCost;
};

export interface TriedQuestion<Answer, Value> extends StructuredQuestion<Answer> {
  judge(answer: Answer): JudgedReply<Value>;
  /** The problem of a reply that cannot be read at all. */
  readonly unreadable: string;
}

export const NOTHING_SPENT: RequestCost = {
  requests: 0,
  usage: { inputTokens: 0, outputTokens: 0, cacheReadTokens: 0, cacheWriteTokens: 0 },
};

/** Asks until a reply is right, three times at most; each time with what was wrong with the one before. */
export async function tryToAsk<Answer, Value>(
  model: Model,
  question: TriedQuestion<Answer, Value>,
): Promise<TryResult<Value>> {
  let spent = NOTHING_SPENT;
  let text = question.text;
  let problem = question.unreadable;
  for (let attempt = 1; attempt <= MAX_TRIES; attempt += 1) {
    const answer = await askStructured(model, { ...questionOf(question), text });
    if (answer.kind === 'fault') return { kind: 'fault', fault: answer.fault, spent };
    spent = sumOf(spent, { requests: 1, usage: answer.usage });
    if (answer.kind === 'unusable') {
      problem = question.unreadable;
      text = retryText(question.text, `${question.unreadable}: ${answer.detail}`);
      continue;
    }
    const judged = question.judge(answer.value);
    if (judged.kind === 'fine') return { ...judged, spent };
    problem = judged.problem;
    const quoted = shorten(JSON.stringify(answer.value), MAX_QUOTE_LENGTH);
    text = retryText(question.text, `${problem}\n\nThe refused reply:\n${quoted}`);
  }
  return { kind: 'wrong', problem, spent };
}

export function sumOf(one: RequestCost, other: RequestCost): RequestCost {
  return {
    requests: one.requests + other.requests,
    usage: sumOfUsage(one.usage, other.usage),
  };
}

/** Only what a question has: what belongs to trying must not reach the model. */
function questionOf<Answer>({
  model,
  system,
  text,
  shape,
  format,
  sessionId,
  signal,
}: StructuredQuestion<Answer>): StructuredQuestion<Answer> {
  return { model, system, text, shape, sessionId, signal, ...(format === undefined ? {} : { format }) };
}

function retryText(text: string, why: string): string {
  return `${text}\n\nYour last reply to this was refused. Reply again with the whole object, corrected.\nWhat is wrong: ${why}`;
}
