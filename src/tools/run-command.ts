import * as z from 'zod';
import type { CommandOutput, Execution, Supervisor } from '../contracts/exec.ts';
import type { LaunchFacts } from '../contracts/grants.ts';
import {
  type CommandRequest,
  type CommandVerdict,
  PROJECT_SCRIPT,
  type Risk,
  type Verdict,
} from '../contracts/policy.ts';
import {
  CHANGED,
  type Confinement,
  defineTool,
  type Review,
  type ToolAnswer,
  type ToolContext,
} from '../contracts/tool.ts';
import { SECOND_MS } from '../core/clock.ts';
import { Failure } from '../core/failure.ts';
import { newProcessId, type ProcessId } from '../core/ids.ts';
import { tailOf } from '../core/text.ts';
import { BACKGROUND_SECONDS } from '../processes/command-end.ts';
import { runningProcesses } from './background-processes.ts';
import {
  CommandData,
  commandAnswer,
  type EndedCommand,
  MAX_COUNTED,
  MAX_OUTPUT,
  outputText,
} from './command-answer.ts';
import { isLookingCommand } from './command-kinds.ts';

const DEFAULT_SECONDS = 30;
const MAX_SECONDS = 300;

const Input = z.object({
  command: z.string().min(1).describe('A command line, or with args only the program'),
  args: z
    .preprocess(argumentTexts, z.array(z.string()).optional())
    .optional()
    .describe('Passed on as they are'),
  network: z.boolean().optional().describe('Asks the person for network access'),
  timeout: z.int().min(1).max(MAX_SECONDS).optional().describe(`Seconds, default ${DEFAULT_SECONDS}`),
  background: z.boolean().optional(),
  keep: z.boolean().optional().describe('Background: asks the person to let it go on after the task'),
});
type Input = z.infer<typeof Input>;

/** How much of the last output is quoted when the end of a command is unknown, in UTF-16 code units. */
const MAX_LAST_OUTPUT = 1_000;

export const runCommand = defineTool({
  name: 'run_command',
  description:
    'Run a command in the workspace. Pipes and other shell operators need an approval. With background it goes on until the task ends, and manage_process follows it.',
  effect: 'executes',
  onlyLooks: ({ command, args = [], background = false }) =>
    !background && isLookingCommand([command, ...args].join(' ')),
  doing: { en: 'running', es: 'ejecutando' },
  subAgents: 'working',
  claudeCode: ['Bash'],
  service: 'shell',
  examples: [
    { description: 'Run the tests of one file', input: { command: 'npm test -- cart', timeout: 120 } },
    {
      description: 'Compile a file that an earlier task wrote',
      input: { command: 'tsc', args: ['--noEmit', '{{task-0.output.path}}'] },
    },
  ],
  input: Input,
  output: CommandData,
  timeoutMs: (MAX_SECONDS + 30) * SECOND_MS,

  async review(input, context) {
    const judged = await judgeCommand(input, context);
    const { execution, display } = judged;
    const isKept = input.background === true && input.keep === true;
    const verdict = isKept ? askToKeep(judged.verdict) : judged.verdict;
    // A yes to this very call: a standing one for the command does not cover how long it may run.
    const offers = isKept ? undefined : await judged.offers?.();
    const { root } = context.workspace.files;
    const binding = { execution: execution ?? null, cwd: root, display, facts: offers?.facts ?? null };
    const confinement = await confinementOf(execution, context);
    const words = execution?.kind === 'argv' ? [programIn(display), ...execution.args] : undefined;
    const shown = { details: display, command: display, confinement, ...(words && { words }) };
    return {
      verdict,
      binding,
      ...shown,
      ...(isKept ? {} : grantOf(verdict)),
      ...(offers === undefined ? {} : { offers }),
    };
  },

  async prepare({ background = false }, context, reviewed) {
    if (background) await refuseTooMany(context);
    const judged = ReviewedCommand.safeParse(reviewed);
    if (!judged.success) throw new Failure('denied', 'A refused command does not run.');
    return { ...judged.data, process: newProcessId() };
  },

  async recover(input, context, prepared) {
    const command = preparedCommand(input, prepared);
    const fate = await context.supervisor.fate(command.id);
    if (fate.kind === 'never-ran') return { kind: 'rerun' };
    if (command.background) return { kind: 'done', answer: noteBackground(command, context) };
    const ended = await followToEnd(command, context);
    if (ended.fate.kind !== 'interrupted') return { kind: 'done', answer: commandAnswer(ended) };
    const lastOutput = tailOf(outputText(ended.output), MAX_LAST_OUTPUT);
    return { kind: 'unknown', detail: `Its last output:\n${lastOutput}\n` };
  },

  async run(input, context, prepared) {
    const command = preparedCommand(input, prepared);
    await context.supervisor.start({
      id: command.id,
      execution: command.execution,
      cwd: command.cwd,
      timeoutMs: (command.background ? BACKGROUND_SECONDS : command.timeoutSeconds) * SECOND_MS,
      lastLook: () => refuseChanged(command, context),
    });
    if (command.background) return noteBackground(command, context);
    return commandAnswer(await followToEnd(command, context));
  },
});

/** Models write `[3000, true]` for text arguments, and `[]` beside a whole command line. */
function argumentTexts(given: unknown): unknown {
  if (!Array.isArray(given)) return given;
  if (given.length === 0) return undefined;
  return given.map((one: unknown) =>
    typeof one === 'number' || typeof one === 'boolean' ? String(one) : one,
  );
}

function judgeCommand(
  { command, args, network = false }: Input,
  {
    policy,
    workspace: {
      files: { root },
    },
  }: ToolContext,
): Promise<CommandVerdict> {
  const request: CommandRequest =
    args === undefined
      ? { kind: 'line', line: command, network }
      : { kind: 'argv', argv: [command, ...args], network };
  return policy.judge(request, { root, cwd: root });
}

/** Rule for a command that is to outlive its task. */
const KEPT_RUNNING_RULE = 'kept-running';
const KEPT_RISK: Risk = { writesOutsideGit: 'unknown', network: 'no', undoable: 'yes' };
const KEPT_REASON = `It keeps running after the task, for up to ${BACKGROUND_SECONDS / 60} minutes.`;

/** Adds the command's own reason, if it has one. */
function askToKeep(verdict: Verdict): Verdict {
  switch (verdict.kind) {
    case 'deny':
      return verdict;
    case 'ask':
      return {
        ...verdict,
        rule: `${verdict.rule}+${KEPT_RUNNING_RULE}`,
        reason: `${verdict.reason} ${KEPT_REASON}`,
      };
    case 'allow':
      return { kind: 'ask', rule: KEPT_RUNNING_RULE, reason: KEPT_REASON, risk: KEPT_RISK };
  }
}

async function confinementOf(
  execution: Execution | undefined,
  { supervisor }: Pick<ToolContext, 'supervisor'>,
): Promise<Confinement> {
  if ((await supervisor.sandbox()).kind === 'off') return 'none';
  return execution?.access?.network ? 'network' : 'no-network';
}

/** As it was named: `./git` is not `git`. In quotes if it has unusual characters: then it matches nothing. */
function programIn(display: string): string {
  return display.split(' ', 1)[0] ?? '';
}

/**
 * Tests run after every edit: one yes to the project's own scripts holds for the task, or people would stop reading.
 */
function grantOf(verdict: Verdict): Partial<Pick<Review, 'grant'>> {
  return verdict.kind === 'ask' && verdict.rule === PROJECT_SCRIPT ? { grant: PROJECT_SCRIPT } : {};
}

/** Checked when the command was judged, and again before it starts; null when the command runs without a question. */
const Facts = z.object({
  program: z.string(),
  executable: z.string().nullable(),
  folder: z.string(),
  environment: z.string(),
  scripts: z.array(z.object({ path: z.string(), hash: z.string().nullable() })),
});

const Access = z.object({
  network: z.boolean(),
  writable: z.array(z.string()),
  readable: z.array(z.string()).optional(),
});

/** The reviewed command is run; it is not judged again. */
const ReviewedCommand = z.object({
  cwd: z.string(),
  display: z.string(),
  facts: Facts.nullable().default(null),
  execution: z.discriminatedUnion('kind', [
    z.object({
      kind: z.literal('argv'),
      file: z.string(),
      args: z.array(z.string()),
      access: Access.optional(),
    }),
    z.object({ kind: z.literal('shell'), line: z.string(), access: Access.optional() }),
  ]),
});
const PreparedCommand = ReviewedCommand.extend({ process: z.string() });

interface RunnableCommand {
  readonly id: ProcessId;
  readonly display: string;
  readonly execution: Execution;
  readonly cwd: string;
  readonly facts: LaunchFacts | null;
  readonly background: boolean;
  readonly keep: boolean;
  readonly timeoutSeconds: number;
}

function preparedCommand(
  { background = false, keep = false, timeout = DEFAULT_SECONDS }: Input,
  prepared: unknown,
): RunnableCommand {
  const { process, ...reviewed } = PreparedCommand.parse(prepared);
  // The cast is safe: `prepare` put a process id there.
  return { id: process as ProcessId, ...reviewed, background, keep, timeoutSeconds: timeout };
}

/** Checked right before the start: the approval may have waited for days. */
async function refuseChanged(
  { facts }: RunnableCommand,
  { policy }: Pick<ToolContext, 'policy'>,
): Promise<void> {
  const changes = facts === null ? [] : await policy.changesSince(facts);
  if (changes.length === 0) return;
  throw new Failure('conflict', 'What it would run changed since it was judged. Nothing was executed.', {
    facts: { rule: CHANGED },
  });
}

const MAX_BACKGROUND = 5;

async function refuseTooMany(context: ToolContext): Promise<void> {
  const running = await runningProcesses(context);
  if (running.length >= MAX_BACKGROUND) {
    throw new Failure('conflict', 'Too many background processes. Kill one first.');
  }
}

function noteBackground(
  { id, display, keep }: RunnableCommand,
  { processes, clock: { nowMs } }: Pick<ToolContext, 'processes' | 'clock'>,
): ToolAnswer<CommandData> {
  if (!processes.list().some((known) => known.id === id)) {
    processes.add({
      id,
      command: display,
      startedAtMs: nowMs(),
      readFrom: { stdout: 0, stderr: 0 },
      lasts: keep ? 'limit' : 'task',
    });
  }
  return {
    text: `Started in the background as ${id}. Follow it with manage_process (poll, log, kill).`,
    data: { exit_code: null, stdout: '', stderr: '', duration_ms: 0, process_id: id },
  };
}

/** Waits for a command of this or of an earlier program. Throws Failure `unavailable` when it never started. */
async function followToEnd(
  { id, display, timeoutSeconds, execution }: RunnableCommand,
  { supervisor, processes, signal }: Pick<ToolContext, 'supervisor' | 'processes' | 'signal'>,
): Promise<EndedCommand> {
  const fate = await supervisor.wait(id, signal);
  if (fate.kind === 'running' || fate.kind === 'never-ran') {
    throw new Failure('unavailable', 'The command did not start. Try it once more.');
  }
  const output = await supervisor.output(id, MAX_OUTPUT);
  const printed = await readWholeOutput(id, output, supervisor);
  const mayVary =
    execution.access?.network === true || processes.list().some((process) => process.fate === undefined);
  return { fate, output, printed, command: display, timeoutSeconds, mayVary };
}

/** A test summary may be in the part that the model does not see. */
async function readWholeOutput(
  id: ProcessId,
  { stdout, stderr, bytes }: CommandOutput,
  supervisor: Supervisor,
): Promise<string | undefined> {
  if (bytes <= MAX_OUTPUT) return `${stdout}\n${stderr}`;
  if (bytes > MAX_COUNTED / 2) return undefined;
  const whole = await supervisor.output(id, MAX_COUNTED);
  return `${whole.stdout}\n${whole.stderr}`;
}
