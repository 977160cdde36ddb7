import * as z from 'zod';
import { defineTool } from '../contracts/tool.ts';
import { SubAgentData, SubAgentTask, subAgentAnswer } from './delegate.ts';

/** Longest timer: the sub-agent is asked for its answer in time, and its calls must not outlive this one. */
const NO_LIMIT_MS = 2 ** 31 - 1;

export const delegateWork = defineTool({
  name: 'delegate_work',
  description: 'Have a specialist change files; nobody is asked for it. Check what it did.',
  effect: 'writes',
  hasOwnCalls: true,
  timeoutMs: NO_LIMIT_MS,
  doing: { en: 'handing over', es: 'encargando' },
  subAgents: 'none',
  claudeCode: [],
  service: { leftOut: 'What it does is decided step by step; a plan shows what will be done.' },
  input: z.object({
    task: SubAgentTask,
    specialist: z.string(),
  }),
  output: SubAgentData,
  async run({ task, specialist }, { subAgents }) {
    return subAgentAnswer(await subAgents.begin(task, specialist));
  },
  async recover(_input, { subAgents }) {
    const left = await subAgents.findEarlierWork();
    return left === undefined ? { kind: 'rerun' } : { kind: 'done', answer: subAgentAnswer(left) };
  },
});
