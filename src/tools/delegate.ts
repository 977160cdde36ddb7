import * as z from 'zod';
import { defineTool, type Exploration, type ToolAnswer } from '../contracts/tool.ts';
import { MINUTE_MS } from '../core/clock.ts';

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

/** The answer is asked for long before: this limit is for a model that does not reply. */
const TIMEOUT_MS = 15 * MINUTE_MS;

export const delegate = defineTool({
  name: 'delegate',
  description:
    'Have a sub-agent, or a specialist, look something up in the code base; it only reads and knows nothing of this conversation. For what needs many files; several in one reply run together.',
  effect: 'reads',
  timeoutMs: TIMEOUT_MS,
  doing: { en: 'finding out', es: 'averiguando' },
  subAgents: 'none',
  claudeCode: ['Task', 'Agent'],
  service: 'agent',
  examples: [
    {
      description: 'Have the changes of an earlier task explained',
      input: { task: 'Explain in three sentences what this change does:\n{{task-0.output.diff}}' },
    },
  ],
  input: z.object({
    task: SubAgentTask,
    specialist: z.string().trim().optional().describe('"" lists the names'),
  }),
  output: SubAgentData,
  async run({ task, specialist }, { subAgents: { explore } }) {
    return subAgentAnswer(await explore(task, specialist));
  },
});
