import path from 'node:path';
import { createPrompts } from '../../src/agent/prompt/prompt.ts';
import type { Model, ModelAnswer, ModelRequest } from '../../src/contracts/model.ts';
import type { Specialists } from '../../src/contracts/specialists.ts';
import { describedTools } from '../../src/features/contributions.ts';
import { createSecretary } from '../../src/features/secretary/routing/secretary.ts';
import type { SecretaryPorts } from '../../src/features/secretary/secretary-worker.ts';
import { createSpecialists } from '../../src/features/secretary/specialists/specialists.ts';

const CONFIG = path.resolve(import.meta.dirname, '../../config');
const USAGE = { inputTokens: 1000, outputTokens: 100, cacheReadTokens: 0, cacheWriteTokens: 0 };

/** What the model says: data, a fault, or nothing before its request is given up. */
export type Said = object | ModelAnswer | 'silence';

export interface ScriptedSecretary {
  readonly hands: Pick<SecretaryPorts, 'route'>;
  /** What was asked, in order. */
  readonly asked: ModelRequest[];
}

/** The real secretary with the specialists that ship, and a model that answers in turn, or as it is asked. */
export function scriptedSecretary(said: Said[] | ((request: ModelRequest) => Said)): ScriptedSecretary {
  const specialists = shipped();
  const asked: ModelRequest[] = [];
  const model: Model = {
    name: 'scripted',
    async reply(request) {
      asked.push(request);
      const answer = (typeof said === 'function' ? said(request) : said.shift()) ?? 'silence';
      if (answer === 'silence') return silence(request.signal);
      if ('kind' in answer) return answer as ModelAnswer;
      const text = JSON.stringify(answer);
      return { kind: 'reply', reply: { content: [], text, calls: [], stopReason: 'end_turn', usage: USAGE } };
    },
  };
  const prompts = createPrompts(path.join(CONFIG, 'prompts'));
  const { route } = createSecretary({ model, modelId: 'm', prompts, specialists });
  return { hands: { route }, asked };
}

async function silence(signal: AbortSignal): Promise<ModelAnswer> {
  await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
  return { kind: 'fault', fault: { kind: 'stopped' } };
}

function shipped(): Specialists {
  return createSpecialists({
    config: '/nowhere',
    shipped: path.join(CONFIG, 'agents'),
    tools: describedTools(),
    modelIds: [],
  });
}

/** What a request is read as. */
export const understood = (intent: string, questions: readonly object[] = []) => ({
  intent,
  context: '',
  requirements: ['Say how bad each finding is'],
  keywords: ['security'],
  questions,
});

export const matched = (
  found: readonly (readonly [agent: string, confidence: number, reason: string])[],
  workflow: string | null = null,
) => ({ matches: found.map(([agent, confidence, reason]) => ({ agent, confidence, reason })), workflow });
