import type { NamedSpecialist } from '../../../contracts/specialists.ts';
import { oneLine } from '../../../core/text.ts';

/** The secretary's reading of a request; the next step works with this alone. */
export interface Interpretation {
  /** One sentence in the language of the person. */
  readonly intent: string;
  /** Empty when the request has no further context. */
  readonly context: string;
  readonly requirements: readonly string[];
  /** In the language of the descriptions. */
  readonly keywords: readonly string[];
}

/** Asked before a specialist begins; `options` may be empty. */
export interface RoutingQuestion {
  readonly question: string;
  readonly options: readonly string[];
}

/** A person's answer to one; the question is empty for an addition that was not asked for. */
export interface AnsweredQuestion {
  readonly question: string;
  readonly answer: string;
}

export const WORKFLOWS = ['brainstorm', 'implement', 'create-plan'] as const;
export type Workflow = (typeof WORKFLOWS)[number];

export interface AgentMatch {
  /** `plugin:name`, of a specialist that exists. */
  readonly agent: string;
  /** 0 to 100, whole. */
  readonly confidence: number;
  /** Words of the model; on one line. */
  readonly reason: string;
}

/** The names are those of the secretary's specification. */
export interface MatchResult {
  /** Best first. */
  readonly matches: readonly AgentMatch[];
  /** The best one, if it is above 70. */
  readonly recommendation: string | null;
  readonly workflow_match: Workflow | null;
}

/** The command that begins when a person says yes; `args` follow its name. */
export interface WorkflowTarget {
  /** `command`: a command file. `chat`: a chat command of our own, without its `/`. */
  readonly kind: 'command' | 'chat';
  readonly name: string;
}

const USUAL: Readonly<Record<Workflow, WorkflowTarget>> = {
  brainstorm: { kind: 'command', name: 'brainstorm' },
  'create-plan': { kind: 'chat', name: 'plan' },
  implement: { kind: 'chat', name: 'agent' },
};

/**
 * @param pluginCommands `plugin:name` of the command files of plugins, in their order: one of the workflow's name goes
 * first
 */
export function workflowTarget(workflow: Workflow, pluginCommands: readonly string[]): WorkflowTarget {
  const own = pluginCommands.find((command) => command.endsWith(`:${workflow}`));
  return own === undefined ? USUAL[workflow] : { kind: 'command', name: own };
}

const MAX_SUMMARY_LENGTH = 100;

/** Beginning of a specialist's session. */
interface Delegation {
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
