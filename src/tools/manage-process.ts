import * as z from 'zod';
import type { CommandFate } from '../contracts/exec.ts';
import { defineTool, type ToolAnswer, type ToolContext } from '../contracts/tool.ts';
import { unreachable } from '../core/failure.ts';
import { tailOf } from '../core/text.ts';
import { BACKGROUND_SECONDS, headlineOf } from '../processes/command-end.ts';
import { allProcesses, endProcess, type FollowedProcess, ownProcess } from './background-processes.ts';
import { KEPT_OUTPUT, MAX_DATA, MAX_OUTPUT, outputText } from './command-answer.ts';

const DEFAULT_LINES = 50;
const MAX_LINES = 200;

const Input = z.object({
  action: z.enum(['list', 'poll', 'log', 'kill']),
  process_id: z.string().optional(),
  limit: z
    .int(`A log has 1 to ${MAX_LINES} lines.`)
    .min(1, `A log has 1 to ${MAX_LINES} lines.`)
    .max(MAX_LINES, `A log has 1 to ${MAX_LINES} lines.`)
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
    'Background commands of this session: list; poll (new output); log (last lines); kill. poll and log wait up to 30 s for something new.',
  effect: ({ action }) => (action === 'kill' ? 'executes' : 'reads'),
  doing: { en: 'checking processes:', es: 'mirando procesos:' },
  subAgents: 'none',
  claudeCode: ['Bash', 'BashOutput', 'KillShell'],
  service: 'shell',
  examples: [
    {
      description: 'End the server that an earlier task started in the background',
      input: { action: 'kill', process_id: '{{task-0.output.process_id}}' },
    },
  ],
  input: Input,
  output: Output,
  goesOn: (data) =>
    Output.safeParse(data).data?.processes.some(({ status }) => status === 'running') === true,
  // Only a kill is recorded, and it can be repeated safely.
  recover: async () => ({ kind: 'rerun' }),
  async run({ action, process_id, limit = DEFAULT_LINES }, context) {
    switch (action) {
      case 'list':
        return listBackgroundProcesses(await allProcesses(context), context);
      case 'poll':
        return pollProcess(await ownProcess(process_id, context), context);
      case 'log':
        return readProcessLog(await ownProcess(process_id, context), limit, context);
      case 'kill':
        return killProcess(await ownProcess(process_id, context), context);
      default:
        return unreachable(action);
    }
  },
});

function listBackgroundProcesses(
  processes: readonly FollowedProcess[],
  context: ToolContext,
): ToolAnswer<Output> {
  for (const followed of processes) markReported(followed, context);
  const data = { processes: processes.map(processData), output: '' };
  if (processes.length === 0) return { text: 'This session has no background processes.', data };
  return {
    text: processes
      .map(({ process, fate }) => `${process.id} · ${statusOf(fate)} · ${process.command}`)
      .join('\n'),
    data,
  };
}

async function pollProcess(followed: FollowedProcess, context: ToolContext): Promise<ToolAnswer<Output>> {
  const { supervisor, processes } = context;
  const { id, readFrom } = followed.process;
  const read = () => supervisor.read(id, readFrom, MAX_OUTPUT);
  const present = await waitForNews(followed, context, async () => (await read()).text.trimEnd() !== '');
  const { text, next } = await read();
  processes.setReadFrom(id, next);
  return processAnswer(present, text.trimEnd() === '' ? '(no new output)' : text.trimEnd(), context);
}

/** Shown output counts as seen: a further look waits for new output. */
async function readProcessLog(
  followed: FollowedProcess,
  limit: number,
  context: ToolContext,
): Promise<ToolAnswer<Output>> {
  const { supervisor, processes } = context;
  const { id, readFrom } = followed.process;
  const present = await waitForNews(followed, context, async () => {
    const { stdout, stderr } = await supervisor.sizes(id);
    return stdout > readFrom.stdout || stderr > readFrom.stderr;
  });
  const sizes = await supervisor.sizes(id);
  const output = outputText(await supervisor.output(id, KEPT_OUTPUT));
  processes.setReadFrom(id, sizes);
  return processAnswer(present, tailOf(output.split('\n').slice(-limit).join('\n'), MAX_OUTPUT), context);
}

/** 30 s in all. */
const MAX_LOOKS = 120;
const LOOK_MS = 250;

/**
 * Waits until there is news: output, the end, or a message of the person. A model that polls would pay a round for
 * each look. Looks are counted, because the clock may be set meanwhile.
 */
async function waitForNews(
  followed: FollowedProcess,
  context: ToolContext,
  hasNews: () => Promise<boolean>,
): Promise<FollowedProcess> {
  let present = followed;
  for (let looks = 0; looks < MAX_LOOKS; looks += 1) {
    if (present.fate.kind !== 'running' || (await hasNews())) break;
    if (context.signal.aborted || context.person.isSpokenTo()) break;
    await context.clock.pause(LOOK_MS);
    present = await ownProcess(followed.process.id, context);
  }
  return present;
}

async function killProcess(
  { process, fate }: FollowedProcess,
  context: ToolContext,
): Promise<ToolAnswer<Output>> {
  if (fate.kind !== 'running') return processAnswer({ process, fate }, '(it had ended already)', context);
  const ended = await endProcess(process, context);
  return processAnswer(ended, outputText(await context.supervisor.output(process.id, MAX_OUTPUT)), context);
}

/** The notice of its end would repeat what the model reads here. */
function markReported({ process, fate }: FollowedProcess, { processes }: ToolContext): void {
  if (fate.kind !== 'running') processes.markReported(process);
}

function processAnswer(followed: FollowedProcess, output: string, context: ToolContext): ToolAnswer<Output> {
  const { process, fate } = followed;
  markReported(followed, context);
  return {
    text: `${process.id} · ${statusOf(fate)}\n${output}`,
    data: { processes: [processData(followed)], output: tailOf(output, MAX_DATA) },
  };
}

function processData({ process, fate }: FollowedProcess): Output['processes'][number] {
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
