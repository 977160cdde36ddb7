import type { Model, ModelAnswer, ModelReply, Usage } from '../../../contracts/model.ts';
import type { JobPlan } from '../plan/plan.ts';
import type { Results, TaskStates } from '../plan/states.ts';
import { nextStep, type StepParts, type TaskCall } from './next-step.ts';

/** Tasks of one reply: those that read run together, the others one after the other. */
const MAX_AT_ONCE = 8;
const NOTHING: Usage = { inputTokens: 0, outputTokens: 0, cacheReadTokens: 0, cacheWriteTokens: 0 };

export interface JobModelParts {
  readonly plan: JobPlan;
  readonly steps: Omit<StepParts, 'most'>;
  /** Results of the tasks so far, from the rows. */
  results(): Results;
  /** The closing words; `isOver`: nothing can run any more. */
  report(states: TaskStates, isOver: boolean): string;
}

/**
 * Replies in a session of a job in place of a model: with the calls of the tasks that are ready, and at the end with
 * the results. It reads the plan and the results, not the conversation: the same rows give the same reply.
 */
export function createJobModel({ plan, steps, results, report }: JobModelParts): Model {
  return {
    name: 'job',
    async reply({ signal, toolChoice }): Promise<ModelAnswer> {
      if (signal.aborted) return { kind: 'fault', fault: { kind: 'stopped' } };
      const step = nextStep(plan, results(), { ...steps, most: MAX_AT_ONCE });
      const isOver = step.kind === 'over';
      if (isOver || toolChoice === 'none') return saying(report(step.states, isOver));
      return replied(inCalls(step.calls));
    },
  };
}

function replied(reply: ModelReply): ModelAnswer {
  return { kind: 'reply', reply };
}

/** A reply that ends the session with these words. */
export function saying(text: string): ModelAnswer {
  const content = [{ type: 'text', text }];
  return replied({ content, text, calls: [], stopReason: 'end_turn', usage: NOTHING });
}

function inCalls(tasks: readonly TaskCall[]): ModelReply {
  const calls = tasks.map(({ id, tool, input }) => ({ id, name: tool, input }));
  const content = calls.map((call) => ({ type: 'tool_use', ...call }));
  return { content, text: '', calls, stopReason: 'tool_use', usage: NOTHING };
}
