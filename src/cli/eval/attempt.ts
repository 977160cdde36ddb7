import { realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { environmentOf } from '../../app/host-context.ts';
import { createRedaction } from '../../app/redaction.ts';
import type { App } from '../../app.ts';
import type { Sandbox } from '../../contracts/exec.ts';
import type { CliHost } from '../../contracts/sub-command.ts';
import { MINUTE_MS, systemClock } from '../../core/clock.ts';
import { isFailure } from '../../core/failure.ts';
import { silentLog } from '../../core/log.ts';
import { hostProcesses } from '../../processes/process-table.ts';
import { createSupervisor } from '../../processes/supervisor.ts';
import { readSettings, type Settings } from '../../settings/settings.ts';
import { openStore } from '../../store/open.ts';
import { chatCheckUp } from '../chat-check-up.ts';
import { makeRepository } from '../make-repository.ts';
import { openSandbox } from '../open-sandbox.ts';
import { openApp, runApp } from '../run-app.ts';
import { CONVERSATION, createEvalChannel, specialistChoice } from './eval-channel.ts';
import { type CheckContext, commandReasons, judgeResult, type NeedsCheck } from './judge.ts';
import type { ModelOfAttempt } from './models.ts';
import type { EvalTask, Planted, TestCheck } from './task.ts';
import {
  type AttemptEnd,
  type AttemptFacts,
  type AttemptVerdict,
  measureAttempt,
  verdictOf,
  withoutChecks,
} from './verdict.ts';
import {
  type AttemptFolders,
  endCommands,
  filesOf,
  ignoredBy,
  overlayFiles,
  readFiles,
  writeFiles,
} from './workplace.ts';

export interface AttemptParts {
  readonly host: Pick<CliHost, 'packageRoot' | 'version'>;
  readonly model: ModelOfAttempt;
  readonly modelId: string;
  /** Cost limit, in millionths of a dollar. */
  readonly capMicroUsd: number;
  /** Folders of the tasks: no command of the agent sees them. */
  readonly taskFolders: readonly string[];
  readonly needs: NeedsCheck;
  readonly place: AttemptFolders;
  readonly signal: AbortSignal;
  /** Called often while the agent works. */
  onRound(round: number): void;
}

export interface AttemptReport {
  readonly verdict: AttemptVerdict;
  /** Undefined when no task began. */
  readonly measured: AttemptFacts | undefined;
  /** How long the agent worked, in milliseconds. */
  readonly durationMs: number;
}

const LOOK_MS = 250;

const FIRST_COMMIT = {
  author: { name: 'Ana', email: 'ana@example.invalid' },
  message: 'feat: first version',
};

/**
 * One task in a folder of its own: the project is made, the whole program works on it, then a copy of it is checked.
 */
export async function attemptTask(task: EvalTask, parts: AttemptParts): Promise<AttemptReport> {
  const { place, signal, needs } = parts;
  const settings = await settingsFor(task, parts);
  const sandbox = await openSandbox(settings, parts.host.packageRoot, parts.taskFolders);
  const checking = checkPlace(settings, sandbox, parts);
  const missing = await needs(task.needs, checking);
  if (missing !== undefined) return uncheckedAttempt({ kind: 'left-out', reason: missing });
  writeFiles(place.project, filesOf(task.files));
  await makeRepository(place.project, environmentOf(settings), FIRST_COMMIT);
  const startedUpMs = systemClock.upMs();
  const end = await letWork(task, { settings, sandbox }, parts);
  const durationMs = Math.round(systemClock.upMs() - startedUpMs);
  await endCommands(place.folder, { processes: hostProcesses(), clock: systemClock });
  const measured = recordsOf(settings);
  const early = withoutChecks(end, measured);
  if (early !== undefined || measured === undefined)
    return { ...uncheckedAttempt(early), measured, durationMs };
  const failed = await checkResult(task, { checking, place, measured });
  const verdict: AttemptVerdict = signal.aborted ? { kind: 'stopped' } : verdictOf(measured, failed);
  return { verdict, measured, durationMs };
}

function uncheckedAttempt(verdict: AttemptVerdict = { kind: 'stopped' }): AttemptReport {
  return { verdict, measured: undefined, durationMs: 0 };
}

/** The person's own settings, except for those that lead out of this folder or cost money. */
async function settingsFor(
  { limits }: EvalTask,
  { host, modelId, capMicroUsd, place }: AttemptParts,
): Promise<Settings> {
  const settings = await readSettings({
    packageRoot: host.packageRoot,
    overrides: {
      PROJECT_ROOT: place.project,
      PROJECTS_ROOT: '',
      DATA_DIR: place.data,
      AGENT_WRITE_ENABLED: 'true',
      AGENT_MODEL: modelId,
      AGENT_MAX_ROUNDS: String(limits.rounds),
      AGENT_SESSION_TIMEOUT: String(Math.ceil(limits.minutes * 60)),
      AGENT_MAX_COST_USD: (capMicroUsd / 1_000_000).toFixed(6),
      AGENT_DAILY_COST_USD: 'none',
      GITHUB_TOKEN: '',
      GITHUB_REPO: '',
      METRICS_PORT: '',
      OTEL_EXPORTER_OTLP_ENDPOINT: '',
      TRANSCRIBE_URL: '',
      SPEECH_URL: '',
      LOCALE: '',
    },
  });
  // The limits of a task are what it is scored by. An edit that asks would get a no.
  return { ...settings, limits: { ...settings.limits, continuesByItself: false }, edits: 'auto' };
}

async function letWork(
  task: EvalTask,
  { settings, sandbox }: { readonly settings: Settings; readonly sandbox: Sandbox },
  { host, model: modelOf, signal, onRound }: AttemptParts,
): Promise<AttemptEnd> {
  const { packageRoot, version } = host;
  let app: App | undefined;
  const choice = await specialistChoice(task, settings, packageRoot);
  const says = choice?.says ?? `/agent ${task.request}`;
  const channel = createEvalChannel({ says, approve: task.approve, store: () => app?.store });
  const model = modelOf(() => app?.traces.modelSpans);
  const checkUp = chatCheckUp({ settings, packageRoot, version, sandbox, current: () => undefined });
  app = await openApp({ settings, packageRoot, version, channels: [channel], model, sandbox, checkUp });
  const { store } = app;
  choice?.offer(store);
  const done = new AbortController();
  let end: AttemptEnd = 'ended';
  const leave = (why: AttemptEnd): void => {
    if (done.signal.aborted) return;
    end = why;
    channel.leave();
  };
  const onStop = (): void => leave('stopped');
  signal.addEventListener('abort', onStop, { once: true });
  if (signal.aborted) onStop();
  void systemClock.sleep(task.limits.minutes * MINUTE_MS, done.signal).then(() => leave('overtime'));
  const look = setInterval(
    () => onRound(store.sessions.listNewest(CONVERSATION, 1)[0]?.usage.round ?? 0),
    LOOK_MS,
  );
  void channel.ended.then(() => clearInterval(look));
  try {
    await runApp(app);
  } finally {
    clearInterval(look);
    done.abort();
    signal.removeEventListener('abort', onStop);
  }
  return signal.aborted ? 'stopped' : end;
}

function recordsOf({ folders }: Settings): AttemptFacts | undefined {
  const store = openStore({ path: join(folders.data, 'wasap.db') });
  try {
    return measureAttempt(store);
  } finally {
    store.close();
  }
}

/** Where the check commands run: in the agent's sandbox, with records of their own. */
function checkPlace(settings: Settings, sandbox: Sandbox, { place, signal }: AttemptParts): CheckContext {
  const { redactor, learnSecrets } = createRedaction(settings);
  const supervisor = createSupervisor({
    redactor,
    learnSecrets,
    folder: place.checks,
    clock: systemClock,
    environment: environmentOf(settings),
    processes: hostProcesses(),
    sandbox,
    log: silentLog,
  });
  return { supervisor, folder: realpathSync(place.checked), signal };
}

interface CheckingParts {
  /** Where the commands run. */
  readonly checking: CheckContext;
  readonly place: AttemptFolders;
  readonly measured: AttemptFacts;
}

/**
 * The agent's result is copied, so that commands it left running change nothing that is checked, and no link leads
 * out.
 */
async function checkResult(
  task: EvalTask,
  { checking, place, measured }: CheckingParts,
): Promise<readonly string[]> {
  const { checks } = task;
  try {
    const found = readFiles(place.project);
    // A program built from an earlier state of the code would be tested instead of the last one.
    const isIgnored = ignoredBy(task.files);
    const written = new Map([...found.files].filter(([path]) => !isIgnored(path)));
    writeFiles(place.checked, overlayFiles(written, filesOf(checks.files)));
    const { answer, calls } = measured;
    return [
      ...judgeResult(task, { found, answer, calls }),
      ...(await commandReasons(checks.commands, checking)),
      ...(await testReasons(task, checking)),
    ];
  } catch (error) {
    if (!isFailure(error)) throw error;
    return [error.message];
  }
}

const PASSED = 0;
const FAILED = 1;

type TestedProject = Pick<EvalTask, 'files' | 'planted'>;

/**
 * Runs the agent's tests once with all bugs fixed, and once for each planted bug alone. Overwrites the files in
 * question: nothing may be checked after it.
 */
export async function testReasons(
  task: TestedProject & { readonly checks: Pick<EvalTask['checks'], 'tests'> },
  place: CheckContext,
): Promise<readonly string[]> {
  const { tests } = task.checks;
  if (tests === undefined) return [];
  const reasons = [...(await reasonsWith(undefined, { task, tests, place }))];
  for (const wrong of task.planted) reasons.push(...(await reasonsWith(wrong, { task, tests, place })));
  return reasons;
}

async function reasonsWith(
  wrong: Planted | undefined,
  { task, tests, place }: { task: TestedProject; tests: TestCheck; place: CheckContext },
): Promise<readonly string[]> {
  for (const [file, text] of mendAllExcept(wrong, task)) writeFileSync(join(place.folder, file), text);
  const { run, seconds } = tests;
  const exit = wrong === undefined ? PASSED : FAILED;
  const said = await commandReasons([{ run, exit, seconds, says: undefined }], place);
  if (wrong === undefined) return said.map((reason) => `with everything mended: ${reason}`);
  // A runner's last line on success explains nothing.
  return said.map((reason) => `its tests miss this: ${wrong.what} (${reason.replace(/: .*$/, '')})`);
}

function mendAllExcept(
  wrong: Planted | undefined,
  { files, planted }: TestedProject,
): ReadonlyMap<string, string> {
  const texts = new Map<string, string>();
  for (const { file } of planted) texts.set(file, files[file] ?? '');
  for (const one of planted) {
    const { file, text, mended = text } = one;
    if (one !== wrong)
      texts.set(
        file,
        (texts.get(file) ?? '').replace(text, () => mended),
      );
  }
  return texts;
}
