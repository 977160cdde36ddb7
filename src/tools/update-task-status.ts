import * as z from 'zod';
import { StepStatus } from '../contracts/session.ts';
import { defineTool } from '../contracts/tool.ts';
import { Failure } from '../core/failure.ts';
import { shorten } from '../core/text.ts';
import { PlanData, planText } from './create-task-plan.ts';

const MAX_NOTE = 300;

export const updateTaskStatus = defineTool({
  name: 'update_task_status',
  description: 'Set the status of one step of the checklist; note why when it failed or was skipped.',
  effect: 'reads',
  doing: { en: 'updating the plan', es: 'actualizando el plan' },
  subAgents: 'none',
  claudeCode: ['TodoWrite'],
  service: { leftOut: 'A checklist is for a model that works; the plan of a job is its own.' },
  input: z.object({ step: z.int().min(1), status: StepStatus, note: z.string().optional() }),
  output: PlanData,
  async run({ step, status, note }, { plan }) {
    const current = plan.get();
    if (current === undefined)
      throw new Failure('not-found', 'There is no plan yet. Make one with create_task_plan.');
    if (step > current.steps.length) {
      throw new Failure('not-found', `The plan has ${current.steps.length} steps; there is no step ${step}.`);
    }
    const kept = note === undefined ? {} : { note: shorten(note, MAX_NOTE) };
    const steps = current.steps.map((one, index) => (index === step - 1 ? { ...one, status, ...kept } : one));
    plan.set({ steps });
    return { text: planText({ steps }), data: { steps } };
  },
});
