import * as z from 'zod';
import { defineTool } from '../contracts/tool.ts';

/** It is asked for its answer long before: this is for a model that does not reply. */
const TIMEOUT_MS = 15 * 60_000;

export const delegate = defineTool({
  name: 'delegate',
  description:
    'Have a sub-agent look something up in the code base and answer in short; it can only read and knows nothing of this conversation. For questions that need many files, or a review by a specialist; several in one reply run together.',
  effect: 'reads',
  timeoutMs: TIMEOUT_MS,
  input: z.object({
    task: z.string().trim().min(1).max(4000).describe('Question, with all it needs to know'),
    specialist: z.string().trim().max(200).optional().describe('Who does it; "" lists the names'),
  }),
  output: z.object({ answer: z.string(), complete: z.boolean(), rounds: z.int(), calls: z.int() }),
  async run({ task, specialist }, { explore }) {
    const { answer, cutShort, rounds, calls } = await explore(task, specialist);
    return {
      text: [answer || '(no answer)', ...(cutShort === undefined ? [] : [`(incomplete: ${cutShort})`])].join(
        '\n',
      ),
      data: { answer, complete: cutShort === undefined, rounds, calls },
    };
  },
});
