import * as z from 'zod';
import { defineTool } from '../../src/contracts/tool.ts';
import { calls, reply, says, text, thinking, toolUse } from '../support/messages-server/replies.ts';
import type { Reply } from '../support/messages-server/reply.ts';
import { blocksOf, type MessagesRequest } from '../support/messages-server/request.ts';
import type { ScriptFunction } from '../support/messages-server/script.ts';
import type { MessagesServer } from '../support/messages-server/server.ts';
import { UNLISTED } from '../support/unlisted.ts';

/** Length of each result, in characters: about 1,000 tokens as the server counts, 1,300 as they are guessed. */
const RESULT_LENGTH = 4000;

/** Brings a long text, another one for each number. */
export const bigTool = defineTool({
  name: 'big',
  description: 'Brings a long text.',
  effect: 'reads',
  ...UNLISTED,
  input: z.object({ n: z.int() }),
  output: z.object({ n: z.int() }),
  run: async ({ n }) => ({
    text: `text ${n} `.repeat(RESULT_LENGTH / 4).slice(0, RESULT_LENGTH),
    data: { n },
  }),
});

/** Whether the model is asked for a summary, as the rig of the agent words it. */
export function isSummaryRequest({ messages }: MessagesRequest): boolean {
  const last = blocksOf(messages.at(-1)).at(-1);
  return typeof last?.text === 'string' && last.text.startsWith('summarise; keep:');
}

/** A model that thinks and reads in so many rounds, and then is done. It counts for itself, whatever it is sent. */
export function readingModel(
  rounds: number,
  summary: (asked: number) => Reply = writesSummary,
): ScriptFunction {
  let [round, asked] = [0, 0];
  return (request) => {
    if (isSummaryRequest(request)) {
      asked += 1;
      return summary(asked);
    }
    round += 1;
    if (round > rounds) return says('All read.');
    return reply([thinking(`Thought ${round}.`), text(`Round ${round}.`), toolUse('big', { n: round })]);
  };
}

export function writesSummary(asked: number): Reply {
  return says(`SUMMARY ${asked}: everything is well.`);
}

/** As `readingModel`, for a program that is killed: the number of the round is taken from what it last read. */
export function resumableModel(rounds: number): ScriptFunction {
  return (request) => {
    const read = request.messages
      .flatMap(blocksOf)
      .flatMap(({ type, input }) => (type === 'tool_use' ? [(input as { n: number }).n] : []));
    const round = Math.max(0, ...read) + 1;
    if (isSummaryRequest(request)) return writesSummary(round);
    return round > rounds ? says('All read.') : calls(['big', { n: round }]);
  };
}

/** Requests that are no wish for a summary, in order. */
export function rounds({ requests }: MessagesServer) {
  return requests.filter(({ body, refusal }) => refusal === undefined && !isSummaryRequest(body));
}
