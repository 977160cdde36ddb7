import * as z from 'zod';
import { defineTool } from '../contracts/tool.ts';

const TIMEOUT_MS = 5 * 60_000;

export const delegate = defineTool({
  name: 'delegate',
  description:
    'Have a sub-agent look something up in the code base and answer in short; it can only read and knows nothing of this conversation. For questions that need many files; several in one reply run together.',
  effect: 'reads',
  timeoutMs: TIMEOUT_MS,
  input: z.object({
    task: z.string().trim().min(1).max(4000).describe('Question, with all it needs to know'),
  }),
  output: z.object({ answer: z.string(), complete: z.boolean(), rounds: z.int(), calls: z.int() }),
  async run({ task }, { explore }) {
    const { answer, cutShort, rounds, calls } = await explore(task);
    return {
      text: [answer || '(no answer)', ...(cutShort === undefined ? [] : [`(incomplete: ${cutShort})`])].join(
        '\n',
      ),
      data: { answer, complete: cutShort === undefined, rounds, calls },
    };
  },
});
