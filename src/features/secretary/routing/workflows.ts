import type { Workflow } from './routing.ts';

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

/** @param pluginCommands `plugin:name` of the command files of plugins, in their order: one of the workflow's name goes first */
export function workflowTarget(workflow: Workflow, pluginCommands: readonly string[]): WorkflowTarget {
  const own = pluginCommands.find((command) => command.endsWith(`:${workflow}`));
  return own === undefined ? USUAL[workflow] : { kind: 'command', name: own };
}
