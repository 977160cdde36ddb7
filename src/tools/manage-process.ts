import * as z from 'zod';
import { tailOf } from '../base/text.ts';
import { unreachable } from '../base/unreachable.ts';
import type { CommandFate } from '../contracts/exec.ts';
import { defineTool, type ToolAnswer, type ToolContext } from '../contracts/tool.ts';
import { BACKGROUND_SECONDS, headlineOf } from '../exec/commands/command-end.ts';
import { allProcesses, endProcess, type FollowedProcess, ownProcess } from './background.ts';
import { KEPT_OUTPUT, MOST_DATA, MOST_OUTPUT, outputText } from './command-answer.ts';

const DEFAULT_LINES = 50;
const MOST_LINES = 200;

const Input = z.object({
  action: z.enum(['list', 'poll', 'log', 'kill']),
  process_id: z.string().optional(),
  limit: z
    .int(`A log has 1 to ${MOST_LINES} lines.`)
    .min(1, `A log has 1 to ${MOST_LINES} lines.`)
    .max(MOST_LINES, `A log has 1 to ${MOST_LINES} lines.`)
    .optional()
    .describe(`Lines of log, default ${DEFAULT_LINES}`),
});

const ProcessData = z.object({
  id: z.string(),
  command: z.string(),
  status: z.string(),
  exit_code: z.int().nullable(),
});
const Output = z.object({ processes: z.array(ProcessData), output: z.string() });
type Output = z.infer<typeof Output>;

export const manageProcess = defineTool({
  name: 'manage_process',
  description:
    'Background commands of this session: list; poll (new output since the last poll); log (last lines); kill.',
  effect: ({ action }) => (action === 'kill' ? 'executes' : 'reads'),
  input: Input,
  output: Output,
  // Only a kill is recorded, and killing twice is killing once.
  recover: async () => ({ kind: 'rerun' }),
  async run({ action, process_id, limit = DEFAULT_LINES }, context) {
    switch (action) {
      case 'list':
        return list(await allProcesses(context));
      case 'poll':
        return poll(await ownProcess(process_id, context), context);
      case 'log':
        return log(await ownProcess(process_id, context), limit, context);
      case 'kill':
        return kill(await ownProcess(process_id, context), context);
      default:
        return unreachable(action);
    }
  },
});

function list(processes: readonly FollowedProcess[]): ToolAnswer<Output> {
  const data = { processes: processes.map(dataOf), output: '' };
  if (processes.length === 0) return { text: 'This session has no background processes.', data };
  return {
    text: processes
      .map(({ process, fate }) => `${process.id} · ${statusOf(fate)} · ${process.command}`)
      .join('\n'),
    data,
  };
}

async function poll(
  followed: FollowedProcess,
  { supervisor, processes }: ToolContext,
): Promise<ToolAnswer<Output>> {
  const { process } = followed;
  const { text, next } = await supervisor.read(process.id, process.readFrom, MOST_OUTPUT);
  processes.setReadFrom(process.id, next);
  return answer(followed, text.trimEnd() === '' ? '(no new output)' : text.trimEnd());
}

async function log(
  followed: FollowedProcess,
  limit: number,
  { supervisor }: ToolContext,
): Promise<ToolAnswer<Output>> {
  const output = outputText(await supervisor.output(followed.process.id, KEPT_OUTPUT));
  return answer(followed, tailOf(output.split('\n').slice(-limit).join('\n'), MOST_OUTPUT));
}

async function kill({ process, fate }: FollowedProcess, context: ToolContext): Promise<ToolAnswer<Output>> {
  if (fate.kind !== 'running') return answer({ process, fate }, '(it had ended already)');
  const ended = await endProcess(process, context);
  return answer(ended, outputText(await context.supervisor.output(process.id, MOST_OUTPUT)));
}

function answer(followed: FollowedProcess, output: string): ToolAnswer<Output> {
  const { process, fate } = followed;
  return {
    text: `${process.id} · ${statusOf(fate)}\n${output}`,
    data: { processes: [dataOf(followed)], output: tailOf(output, MOST_DATA) },
  };
}

function dataOf({ process, fate }: FollowedProcess): Output['processes'][number] {
  return {
    id: process.id,
    command: process.command,
    status: fate.kind,
    exit_code: fate.kind === 'exited' ? fate.exitCode : null,
  };
}

function statusOf(fate: CommandFate): string {
  return fate.kind === 'running' ? 'running' : headlineOf(fate, BACKGROUND_SECONDS);
}
