import * as z from 'zod';
import { defineTool } from '../contracts/tool.ts';
import { Failure } from '../core/failure.ts';
import { PlanData, planText } from './create-task-plan.ts';

export const getTaskPlan = defineTool({
  name: 'get_task_plan',
  description: 'Show the checklist.',
  effect: 'reads',
  doing: { en: 'looking at the plan', es: 'mirando el plan' },
  subAgents: 'none',
  claudeCode: ['TodoWrite'],
  service: { leftOut: 'A checklist is for a model that works; the plan of a job is its own.' },
  input: z.object({}),
  output: PlanData,
  async run(_input, { plan }) {
    const current = plan.get();
    if (current === undefined)
      throw new Failure('not-found', 'There is no plan yet. Make one with create_task_plan.');
    return { text: planText(current), data: current };
  },
});
