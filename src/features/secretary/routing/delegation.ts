import type { NamedSpecialist } from '../../../contracts/specialists.ts';
import { oneLine } from '../../../core/text.ts';
import type { Interpretation } from './routing.ts';

const MAX_SUMMARY_LENGTH = 100;

/** Beginning of a specialist's session. */
export interface Delegation {
  /** `plugin:name`. */
  readonly agent: string;
  /** SHA-256 of its file as it was when the person chose it. */
  readonly hash: string;
  /** Brief, for lists. */
  readonly description: string;
  /** Its task, without the conversation. */
  readonly prompt: string;
}

export function delegationOf(
  { reference, hash }: NamedSpecialist,
  interpretation: Interpretation,
): Delegation {
  return {
    agent: reference,
    hash,
    description: oneLine(interpretation.intent, MAX_SUMMARY_LENGTH),
    prompt: delegationPrompt(interpretation),
  };
}

/** The structure is that of the secretary's specification, word for word. */
function delegationPrompt({ intent, context, requirements }: Interpretation): string {
  const wanted = requirements.length === 0 ? ['Do what the task says, and nothing beyond it.'] : requirements;
  return `Task: ${intent}

Context:
${context || 'Nothing beyond the task was said.'}

Requirements:
${wanted.map((line) => `- ${line}`).join('\n')}

Return your findings in structured format.`;
}

/** Words for a way of working: the answers to questions follow the intent. */
export function workflowWords({ intent, context, requirements }: Interpretation): string {
  return [intent, context, ...requirements.map((line) => `- ${line}`)].filter(Boolean).join('\n');
}
