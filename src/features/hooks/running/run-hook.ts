import * as z from 'zod';
import type { Execution, Supervisor } from '../../../contracts/exec.ts';
import type { CommandPolicy, CommandVerdict } from '../../../contracts/policy.ts';
import type { CommandAudit } from '../../../contracts/tool.ts';
import { Failure, isFailure } from '../../../core/failure.ts';
import { newProcessId } from '../../../core/ids.ts';
import { canonicalJson, jsonIn, sha256 } from '../../../core/json.ts';
import { cutAt, shellWord } from '../../../core/text.ts';
import type { Hook, HookEvent, HooksFile, StoredAnswer } from '../hook.ts';

/** Both streams of one hook together, in UTF-16 code units. */
const MAX_OUTPUT = 30_000;
/** Such a path can stand in a command line as it is. */
const PLAIN_PATH = /^[\w./-]+$/;

export interface HookRunnerParts {
  readonly policy: Pick<CommandPolicy, 'judge'>;
  readonly supervisor: Pick<Supervisor, 'start' | 'wait' | 'output'>;
}

/** Where hooks run: the project, or the worktree of a task; canonical. */
interface HookContext {
  readonly root: string;
  /** False when no hook may use the network, even if its command needs it. */
  readonly mayUseNetwork: boolean;
}

/** A hook as the policy judges its command. */
export async function judgeHook(
  { command }: Pick<Hook, 'command'>,
  root: string,
  { policy }: Pick<HookRunnerParts, 'policy'>,
): Promise<CommandVerdict> {
  return policy.judge({ kind: 'line', line: insertProjectRoot(command, root) }, { root, cwd: root });
}

/**
 * Identifies what an owner accepts: the bytes of the file, and of the scripts that its commands name. Another worktree
 * of the project with the same scripts has the same binding.
 */
export async function bindingOf(
  { hash, hooks }: HooksFile,
  root: string,
  parts: Pick<HookRunnerParts, 'policy'>,
): Promise<string> {
  const scripts = new Map<string, string | null>();
  for (const hook of hooks) {
    const judged = await judgeHook(hook, root, parts);
    for (const script of (await judged.offers?.())?.facts.scripts ?? [])
      scripts.set(script.path.replace(`${root}/`, ''), script.hash);
  }
  return sha256(canonicalJson({ file: hash, scripts: Object.fromEntries(scripts) }));
}

interface HookStart {
  readonly hook: Hook;
  readonly execution: Execution;
  /** JSON on its standard input. */
  readonly input: string;
  /** Asked right before it starts. */
  isStillAccepted(): Promise<boolean>;
}

/** Runs a judged hook to its end, confined like any command. Never throws, however the hook ends. */
export async function runHook(
  { hook, execution, input, isStillAccepted }: HookStart,
  { place, supervisor }: Pick<HookRunnerParts, 'supervisor'> & { readonly place: HookContext },
  signal: AbortSignal,
): Promise<{ readonly end: HookEnd; readonly audit: CommandAudit }> {
  const id = newProcessId();
  try {
    await supervisor.start({
      id,
      execution: withProject(execution, place),
      cwd: place.root,
      timeoutMs: hook.timeoutMs,
      input,
      async lastLook() {
        if (await isStillAccepted()) return;
        throw new Failure('conflict', 'The hook has changed since it was accepted. Nothing was executed.');
      },
    });
    const fate = await supervisor.wait(id, signal);
    const { stdout, stderr, bytes } = await supervisor.output(id, MAX_OUTPUT);
    const durationMs = 'durationMs' in fate ? fate.durationMs : 0;
    const said = { stdoutPreview: stdout, stderrPreview: stderr, durationMs, outputBytes: bytes };
    if (fate.kind === 'exited') {
      const { exitCode } = fate;
      return { end: { kind: 'exited', exitCode, stdout, stderr }, audit: { ...said, exitCode } };
    }
    return {
      end: { kind: 'failed', why: fate.kind },
      audit: { ...said, exitCode: undefined, error: fate.kind },
    };
  } catch (error) {
    if (!isFailure(error)) throw error;
    const { message: why } = error;
    const nothing = { exitCode: undefined, stdoutPreview: '', stderrPreview: '', durationMs: 0 };
    return { end: { kind: 'failed', why }, audit: { ...nothing, error: why } };
  }
}

/** So that the policy sees which files a command names. */
function insertProjectRoot(command: string, root: string): string {
  if (!PLAIN_PATH.test(root)) return command;
  return command.replaceAll(/\$\{CLAUDE_PROJECT_DIR\}|\$CLAUDE_PROJECT_DIR\b/g, () => root);
}

/** The variable by which scripts find the project; the command itself stays as it was judged. */
function withProject(execution: Execution, { root, mayUseNetwork }: HookContext): Execution {
  const { access } = execution;
  const narrowed = access === undefined || mayUseNetwork ? access : { ...access, network: false };
  const confined = narrowed === undefined ? {} : { access: narrowed };
  if (execution.kind === 'shell') {
    const line = `export CLAUDE_PROJECT_DIR=${shellWord(root)}\n${execution.line}`;
    return { kind: 'shell', line, ...confined };
  }
  const args = [`CLAUDE_PROJECT_DIR=${root}`, execution.file, ...execution.args];
  return { kind: 'argv', file: '/usr/bin/env', args, ...confined };
}

/** What one hook may tell the model, and a person, in UTF-16 code units. */
const MAX_TEXT = 2_000;
const MAX_MESSAGE = 300;

/** How a hook ended; `failed`: it was not run, ran out of time, or was ended. */
type HookEnd =
  | { readonly kind: 'exited'; readonly exitCode: number; readonly stdout: string; readonly stderr: string }
  | { readonly kind: 'failed'; readonly why: string };

export interface HookAnswer {
  readonly answer: StoredAnswer;
  /** For the person; undefined: none. */
  readonly message: string | undefined;
}

const HookReply = z.object({
  decision: z.string().optional(),
  reason: z.string().optional(),
  continue: z.boolean().optional(),
  stopReason: z.string().optional(),
  systemMessage: z.string().optional(),
  additionalContext: z.string().optional(),
  hookSpecificOutput: z
    .object({
      permissionDecision: z.string().optional(),
      permissionDecisionReason: z.string().optional(),
      additionalContext: z.string().optional(),
    })
    .optional(),
});
type HookReply = z.infer<typeof HookReply>;

/** Exit code by which a hook objects without JSON. */
const BLOCKS = 2;
const NOTHING: StoredAnswer = { kind: 'nothing' };

/**
 * Reads the output of a hook as Claude Code does, except that an `allow` allows nothing. The output of a hook that
 * fails does not count.
 */
export function readAnswer(event: HookEvent, end: HookEnd): HookAnswer {
  if (end.kind === 'failed') return { answer: NOTHING, message: undefined };
  const { exitCode, stdout, stderr } = end;
  if (exitCode === BLOCKS) return { answer: objection(event, stderr), message: undefined };
  if (exitCode !== 0) return { answer: NOTHING, message: undefined };
  const said = HookReply.safeParse(jsonIn(stdout));
  if (!said.success) return { answer: plainText(event, stdout), message: undefined };
  const message = said.data.systemMessage?.trim();
  return {
    answer: storedAnswer(event, said.data),
    message: message ? cutAt(message, MAX_MESSAGE) : undefined,
  };
}

function storedAnswer(event: HookEvent, said: HookReply): StoredAnswer {
  switch (event) {
    case 'PreToolUse':
      return beforeCall(said);
    case 'PostToolUse':
      return note([said.decision === 'block' ? said.reason : undefined, stopOf(said), contextOf(said)]);
    case 'Stop':
      return said.decision === 'block' && said.continue !== false ? objection(event, said.reason) : NOTHING;
    case 'SessionStart':
      return note([contextOf(said)]);
  }
}

function beforeCall(said: HookReply): StoredAnswer {
  const { permissionDecision: word, permissionDecisionReason: own } = said.hookSpecificOutput ?? {};
  const why = own ?? said.reason;
  if (said.continue === false) return objection('PreToolUse', said.stopReason ?? why);
  if (word === 'deny' || said.decision === 'block') return objection('PreToolUse', why);
  return word === 'ask' ? { kind: 'ask', text: boundText(why) } : NOTHING;
}

function contextOf({ hookSpecificOutput, additionalContext }: HookReply): string | undefined {
  return hookSpecificOutput?.additionalContext ?? additionalContext;
}

function stopOf(said: HookReply): string | undefined {
  return said.continue === false ? said.stopReason : undefined;
}

/** Only what a hook prints at the beginning of a task is for the model. */
function plainText(event: HookEvent, stdout: string): StoredAnswer {
  return event === 'SessionStart' ? note([stdout]) : NOTHING;
}

function objection(event: HookEvent, why: string | undefined): StoredAnswer {
  switch (event) {
    case 'PreToolUse':
    case 'Stop':
      return { kind: 'deny', text: boundText(why) };
    case 'PostToolUse':
      return note([why]);
    case 'SessionStart':
      return NOTHING;
  }
}

function note(texts: readonly (string | undefined)[]): StoredAnswer {
  const text = boundText(texts.filter((one) => one !== undefined && one.trim() !== '').join('\n'));
  return text === '' ? NOTHING : { kind: 'note', text };
}

function boundText(text = ''): string {
  return cutAt(text.trim(), MAX_TEXT);
}
