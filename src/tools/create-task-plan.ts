import * as z from 'zod';
import { TaskPlan } from '../contracts/session.ts';
import { defineTool } from '../contracts/tool.ts';
import { Failure } from '../core/failure.ts';
import { PlanData, planText } from './plan-text.ts';

export const createTaskPlan = defineTool({
  name: 'create_task_plan',
  description: 'Set the checklist of this task: 1 to 30 concrete steps. Replaces an earlier one.',
  effect: 'reads',
  doing: { en: 'planning', es: 'planificando' },
  subAgents: 'none',
  claudeCode: ['TodoWrite'],
  service: { leftOut: 'A checklist is for a model that works; the plan of a job is its own.' },
  input: z.object({ steps: z.array(z.string()) }),
  output: PlanData,
  async run({ steps }, { plan }) {
    const made = TaskPlan.safeParse({
      steps: steps.map((title) => ({ title: title.trim(), status: 'pending' })),
    });
    if (!made.success)
      throw new Failure('invalid', 'A plan has 1 to 30 steps, each a title of 1 to 200 characters.');
    plan.set(made.data);
    return { text: planText(made.data), data: made.data };
  },
});
