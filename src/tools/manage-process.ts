import * as z from 'zod';
import { unreachable } from '../base/unreachable.ts';
import type { CommandFate } from '../contracts/exec.ts';
import { defineTool, type ToolAnswer, type ToolContext } from '../contracts/tool.ts';
import { allProcesses, type FollowedProcess, ownProcess } from './background.ts';
import { headlineOf, MOST_OUTPUT, outputText, seconds } from './command-answer.ts';

const DEFAULT_LINES = 50;
const MOST_LINES = 200;

const Input = z.object({
  action: z.enum(['list', 'poll', 'log', 'kill']),
  process_id: z.string().optional(),
  limit: z.int().min(1).max(MOST_LINES).optional().describe(`Lines of log, default ${DEFAULT_LINES}`),
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
  const { process, id } = followed;
  const { text, next } = await supervisor.read(id, process.readFrom, MOST_OUTPUT);
  processes.setReadFrom(process.id, next);
  return answer(followed, text.trimEnd() === '' ? '(no new output)' : text.trimEnd());
}

async function log(
  followed: FollowedProcess,
  limit: number,
  { supervisor }: ToolContext,
): Promise<ToolAnswer<Output>> {
  const output = outputText(await supervisor.output(followed.id, MOST_OUTPUT));
  return answer(followed, output.split('\n').slice(-limit).join('\n'));
}

async function kill(followed: FollowedProcess, { supervisor }: ToolContext): Promise<ToolAnswer<Output>> {
  if (followed.fate.kind !== 'running') return answer(followed, '(it had ended already)');
  const fate = await supervisor.kill(followed.id, 'killed by manage_process');
  return answer({ ...followed, fate }, outputText(await supervisor.output(followed.id, MOST_OUTPUT)));
}

function answer(followed: FollowedProcess, output: string): ToolAnswer<Output> {
  const { process, fate } = followed;
  return {
    text: `${process.id} · ${statusOf(fate)}\n${output}`,
    data: { processes: [dataOf(followed)], output },
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
  switch (fate.kind) {
    case 'running':
      return 'running';
    case 'interrupted':
      return 'ended, nobody knows how';
    case 'never-ran':
      return 'never ran';
    case 'exited':
    case 'killed':
      return headlineOf(fate, 0);
    case 'timed-out':
      return `killed after its time limit, ${seconds(fate.durationMs)}`;
  }
}
