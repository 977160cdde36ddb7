import type { JsonObject } from '../../src/core/json.ts';
import { says } from './messages-server/replies.ts';
import { firstUserText } from './messages-server/request.ts';
import type { ScriptFunction } from './messages-server/script.ts';

/** A task as the model splits it off, with the parameters that it makes of it. */
export interface SplitTask {
  readonly id: string;
  readonly service: string;
  readonly command: string;
  readonly dependsOn: readonly string[];
  readonly input: JsonObject;
}

/** A model that splits every request into these tasks, and then makes the parameters of each. */
export function splitting(
  name: string,
  tasks: readonly SplitTask[],
  description = 'Three steps.',
): ScriptFunction {
  return (request) => {
    // What was wrong with an earlier try stands behind it.
    const [question = ''] = firstUserText(request).split('\n\nYour last reply');
    const asked = JSON.parse(question) as { readonly id?: string };
    if (asked.id === undefined) {
      const split = tasks.map(({ input: _, ...task }) => ({ ...task, prompt: `do ${task.id}` }));
      return says(JSON.stringify({ name, description, tasks: split }));
    }
    const task = tasks.find(({ id }) => id === asked.id);
    return task === undefined ? undefined : says(JSON.stringify(task));
  };
}

/**
 * Three tasks, each with what the one before handed on; the first has an effect beside the project, and is asked for.
 */
export const COUNTING: readonly SplitTask[] = [
  {
    id: 'count',
    service: 'shell',
    command: 'run_command',
    dependsOn: [],
    input: { command: 'echo counted >> ../effects.log && echo one' },
  },
  {
    id: 'keep',
    service: 'files',
    command: 'write_source_file',
    dependsOn: ['count'],
    input: { path: 'COUNT.md', content: 'It says {{count.output.stdout}}' },
  },
  {
    id: 'look',
    service: 'files',
    command: 'read_lines',
    dependsOn: ['keep'],
    // A whole reference: the number stays a number, or this command would refuse it.
    input: { path: '{{keep.output.path}}', start: 1, end: '{{keep.output.added}}' },
  },
];
