import type { Execution, Supervisor } from '../../../contracts/exec.ts';
import type { CommandPolicy, CommandVerdict } from '../../../contracts/policy.ts';
import type { CommandAudit } from '../../../contracts/tool.ts';
import { Failure, isFailure } from '../../../core/failure.ts';
import { newProcessId } from '../../../core/ids.ts';
import { canonicalJson, sha256 } from '../../../core/json.ts';
import { shellWord } from '../../../core/text.ts';
import type { Hook, HooksFile } from '../hook.ts';
import type { HookEnd } from './hook-answer.ts';

/** Both streams of one hook together, in UTF-16 code units. */
const MAX_OUTPUT = 30_000;
/** Such a path can stand in a command line as it is. */
const PLAIN_PATH = /^[\w./-]+$/;

export interface HookRunnerParts {
  readonly policy: Pick<CommandPolicy, 'judge'>;
  readonly supervisor: Pick<Supervisor, 'start' | 'wait' | 'output'>;
}

/** Where hooks run: the project, or the worktree of a task; canonical. */
export interface HookPlace {
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

export interface RanHook {
  readonly end: HookEnd;
  readonly audit: CommandAudit;
}

/** Runs a judged hook to its end, confined like any command. Never throws, however the hook ends. */
export async function runHook(
  { hook, execution, input, isStillAccepted }: HookStart,
  { place, supervisor }: Pick<HookRunnerParts, 'supervisor'> & { readonly place: HookPlace },
  signal: AbortSignal,
): Promise<RanHook> {
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
function withProject(execution: Execution, { root, mayUseNetwork }: HookPlace): Execution {
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
