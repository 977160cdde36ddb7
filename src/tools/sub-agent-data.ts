import * as z from 'zod';
import type { Exploration, ToolAnswer } from '../contracts/tool.ts';

const MAX_TASK_LENGTH = 4000;

/** The limit is not part of the schema in every request: no task comes near it. */
export const SubAgentTask = z
  .string()
  .trim()
  .refine(
    (task) => task !== '' && task.length <= MAX_TASK_LENGTH,
    `must have 1 to ${MAX_TASK_LENGTH} characters`,
  );

export const SubAgentData = z.object({
  answer: z.string(),
  complete: z.boolean(),
  rounds: z.int(),
  calls: z.int(),
});

export function subAgentAnswer({
  answer,
  cutShort,
  rounds,
  calls,
}: Exploration): ToolAnswer<z.infer<typeof SubAgentData>> {
  return {
    text: [answer || '(no answer)', ...(cutShort === undefined ? [] : [`(incomplete: ${cutShort})`])].join(
      '\n',
    ),
    data: { answer, complete: cutShort === undefined, rounds, calls },
  };
}
