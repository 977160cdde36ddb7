import { TASK_ENDED } from '../../agent/calls/background-ends.ts';
import type { CommandEnd, RanCommand } from '../../agent/calls/ran-commands.ts';
import type { TestRun } from '../../agent/calls/test-proof.ts';
import { isPlanned } from '../../contracts/assignment.ts';
import type { ReportAddition } from '../../contracts/feature.ts';
import type { Outcome, SessionRecord, SessionUsage, TaskPlan } from '../../contracts/session.ts';
import type { Store } from '../../contracts/store.ts';
import { MINUTE_MS } from '../../core/clock.ts';
import { inlineCode, shorten } from '../../core/text.ts';
import { formatDuration } from '../../core/texts/format.ts';
import type { Texts } from '../../core/texts/texts.ts';
import { titleLine } from '../../policy/redaction.ts';
import { readTestCommand } from '../../tools/command-kinds.ts';
import { planLines, taskLine, timeAndCost } from '../tasks/session-text.ts';
import type { BrokenFile } from './broken-files.ts';
import type { IntegratedBranch } from './git-work.ts';
import { type Doubt, isOnlyUntested, testDoubts } from './verify-outcome.ts';
import type { GuardedFile, WorkDone } from './work-done.ts';

/** Longest closing words of a task, in UTF-16 code units; longer ones are cut, the facts below them are not. */
const MAX_WORDS_LENGTH = 1500;
const MAX_FILES_SHOWN = 6;
const MAX_COMMANDS_SHOWN = 4;
const MAX_ENDS_SHOWN = 3;
const MAX_COMMAND_LENGTH = 60;
const MAX_FAILURE = 160;
const MAX_STEP_LENGTH = 80;

export interface FinishedRun {
  readonly session: SessionRecord;
  readonly outcome: Exclude<Outcome, { kind: 'waiting' | 'suspended' }>;
  readonly work: WorkDone;
  readonly plan: TaskPlan | undefined;
  /** Added by features. */
  readonly added?: readonly Pick<ReportAddition, 'lines' | 'showsPlan'>[];
  readonly background: BackgroundCommands;
  readonly nowMs: number;
  /** Why a task that the model calls done is not shown to be; see `doubtsIn`. */
  readonly doubts: readonly Doubt[];
}

/**
 * The message at the end of a run, short enough for a phone: what happened, how to continue, facts from records;
 * then, separately, the model's own words.
 */
export function reportText(finished: FinishedRun, texts: Texts): string {
  const { session, outcome } = finished;
  if (session.mode === 'talk' && outcome.kind === 'done' && outcome.text.trim() !== '') return outcome.text;
  const parts = [
    outcomeText(finished, texts),
    (finished.added ?? []).flatMap(({ lines }) => lines).join('\n'),
  ];
  // A task that never began has nothing to report.
  const neverBegan = outcome.kind === 'cancelled' ? !hasBegun(session.usage) : hasUnusableAssignment(session);
  const hasFacts = session.mode === 'agent' && !neverBegan;
  if (hasFacts) parts.push(factLines(finished, texts).join('\n'));
  parts.push(claimText(finished, texts));
  return parts.filter((part) => part !== '').join('\n\n');
}

/** What happened, and what the person can do now. */
function outcomeText(finished: FinishedRun, texts: Texts): string {
  const { session, outcome, nowMs } = finished;
  const { report } = texts;
  const task = taskLine(session);
  switch (outcome.kind) {
    case 'done':
      return doneOrDoubted(finished, texts);
    case 'cancelled':
      return joinLines(report.cancelled(task), hasBegun(session.usage) ? report.cancelledHow : '');
    case 'failed':
      return joinLines(
        report.failed(task),
        hasUnusableAssignment(session) ? outcome.detail : report.failedHow(outcome.detail),
      );
    case 'paused':
      return joinLines(
        report.paused(task),
        report.pausedWhy[outcome.why],
        report.pausedHow(formatDuration(Math.max(0, outcome.untilMs - nowMs))),
      );
    case 'parked':
      return joinLines(
        report.parked(task),
        outcome.reason === 'no-progress' ? stuckText(finished, texts) : '',
        pauseText(outcome, session, texts),
        detailOf(outcome, texts),
      );
  }
}

function pauseText({ reason }: ParkedOutcome, { usage }: SessionRecord, { outcomes }: Texts): string {
  return reason === 'rounds' ? outcomes.rounds(usage.round) : outcomes[reason];
}

/** Where a stuck task stands: the step in progress, and the command that fails. */
function stuckText({ plan, work }: FinishedRun, { report }: Texts): string {
  const open = plan?.steps.filter(({ status }) => status !== 'done' && status !== 'skipped') ?? [];
  const step = open.find(({ status }) => status === 'in_progress') ?? open[0];
  const failing = work.commands.flatMap(({ line, ends }) => {
    const end = ends.at(-1);
    return end === undefined || end === 0 || end === 'background' ? [] : [{ line, end }];
  });
  const command = failing.findLast(({ line }) => readTestCommand(line).runsTests) ?? failing.at(-1);
  const parts = [
    ...(step === undefined ? [] : [titleLine(step.title, MAX_STEP_LENGTH)]),
    ...(command === undefined
      ? []
      : [report.commandFails(inlineCode(titleLine(command.line, MAX_COMMAND_LENGTH)), command.end)]),
  ];
  return parts.length === 0 ? '' : report.stuckAt(parts.join(' · '));
}

/** The file or plan that it should have begun with could not be used: its detail says why, and what to do. */
function hasUnusableAssignment({ origin, terms }: FinishedRun['session']): boolean {
  return origin.assignment !== undefined && terms === undefined;
}

/** The model says that it is done; the records may say otherwise. */
function doneOrDoubted({ session, doubts }: FinishedRun, { report }: Texts): string {
  const task = taskLine(session);
  if (doubts.length === 0) return report.done(task);
  const broken = doubts.find((doubt) => doubt.kind === 'broken-files');
  const others = doubts.filter((doubt) => doubt !== broken);
  const first =
    broken === undefined
      ? [isOnlyUntested(doubts) ? report.untested(task) : report.claimedDone(task)]
      : [report.claimedDone(doubtLine(broken, report)), titleLine(session.task, MAX_FAILURE)];
  return joinLines(
    ...first,
    ...others.map((doubt) => doubtLine(doubt, report)),
    isPlanned(session) ? '' : report.goOn,
  );
}

function doubtLine(doubt: Doubt, { doubts }: Texts['report']): string {
  switch (doubt.kind) {
    case 'open-steps':
      return doubts['open-steps'](doubt.open, doubt.all);
    case 'missing':
      return doubts.missing[doubt.what];
    case 'failed':
      return doubts.failed(doubt.tool, titleLine(doubt.why, MAX_FAILURE));
    case 'broken-files':
      return doubts['broken-files'](placesText(doubt.files));
    case 'uncommitted-in':
      return doubts['uncommitted-in'](doubt.folders.slice(0, MAX_FILES_SHOWN).join(', '));
    case 'unfinished-merge':
      return unfinishedLine(doubt.branch, doubts);
    case 'stale-base':
      return doubts['stale-base'](inlineCode(titleLine(doubt.ref, MAX_COMMAND_LENGTH)));
    default:
      return doubts[doubt.kind];
  }
}

function placesText(files: readonly BrokenFile[]): string {
  const shown = files.slice(0, MAX_FILES_SHOWN).map(brokenPlace).join(', ');
  return files.length > MAX_FILES_SHOWN ? `${shown}, …` : shown;
}

function brokenPlace({ path, line }: BrokenFile): string {
  return `${path}:${line}`;
}

/**
 * The model's own words, which are unchecked; a report without anything else needs no label, nor do those of a plan,
 * which are made of records.
 */
function claimText({ session, outcome }: FinishedRun, { report }: Texts): string {
  const text = outcome.kind === 'done' || outcome.kind === 'parked' ? shortenWords(outcome.text) : '';
  if (isPlanned(session)) return text;
  return text === '' ? '' : joinLines(report.claim, text);
}

function hasBegun({ round, activeMs }: SessionUsage): boolean {
  return round > 0 || activeMs > 0;
}

type ParkedOutcome = Extract<Outcome, { kind: 'parked' }>;

const EXPLAINED: readonly ParkedOutcome['reason'][] = [
  'key',
  'request',
  'busy',
  'unreachable',
  'loop',
  'refused',
  'branch-taken',
  'no-copy',
  'project-gone',
];

/** Technical details help when a remote machine refused; elsewhere they only repeat the sentence. */
function detailOf({ reason, detail }: ParkedOutcome, { outcomes }: Texts): string {
  return EXPLAINED.includes(reason) && detail.trim() !== ''
    ? outcomes.detail(shorten(detail.trim(), 300))
    : '';
}

function factLines(
  { session, work, plan, outcome, background, added = [] }: FinishedRun,
  texts: Texts,
): readonly string[] {
  if (outcome.kind === 'paused') return [];
  const showsPlan = added.some((one) => one.showsPlan);
  return [
    ...(showsPlan && plan !== undefined ? planLines(plan) : []),
    filesLine(work, texts),
    commandsLine(work.commands, texts),
    ...backgroundLines(background, texts),
    testsLine(work.tests.last, texts),
    guardedLine(work.guarded, texts),
    integratedLine(work.integrated, outcome.kind !== 'done', texts),
    ...gitLines(work, texts),
    timeLine(session, texts),
    // The closing words of a plan contain the result of each task.
    ...(showsPlan || isPlanned(session) ? [] : unfinishedStepLines(plan, texts)),
  ].filter((line) => line !== '');
}

/** What the records show by now, in the words of a report: whether it is tested, files, commands, commits. */
export function recordLines(work: WorkDone, texts: Texts): readonly string[] {
  const doubts = testDoubts(work.tests.proof).map((doubt) => `⚠️ ${doubtLine(doubt, texts.report)}`);
  const found = [
    commandsLine(work.commands, texts),
    testsLine(work.tests.last, texts),
    ...doubts,
    guardedLine(work.guarded, texts),
    integratedLine(work.integrated, true, texts),
    ...gitLines(work, texts),
  ].filter((line) => line !== '');
  const hasChanged = work.files.length > 0 || work.commandsChanged;
  return hasChanged || found.length > 0 ? [filesLine(work, texts), ...found] : [];
}

function gitLines({ putAway, commits, pushed, pullRequest }: WorkDone, { report }: Texts): readonly string[] {
  return [
    putAway.length === 0 ? '' : report.putAway(filesNamed(putAway)),
    ...commits.map(({ hash, subject }) => `💾 ${hash.slice(0, 7)} ${subject}`.trim()),
    pushed === undefined ? '' : `⬆️ ${pushed.hash.slice(0, 7)} → ${pushed.remote}/${pushed.branch}`,
    pullRequest === undefined ? '' : `🔗 ${pullRequest.url}`,
  ];
}

/** `🔀 origin/main → fix/login`; what is unfinished stands among the doubts of a task that calls itself done. */
function integratedLine(
  integrated: IntegratedBranch | undefined,
  showsUnfinished: boolean,
  { report }: Texts,
): string {
  if (integrated === undefined) return '';
  if (integrated.open === undefined) return `🔀 ${integrated.from} → ${integrated.branch}`;
  return showsUnfinished ? `⚠️ ${unfinishedLine(integrated, report.doubts)}` : '';
}

function unfinishedLine(
  { kind, from, open = [] }: IntegratedBranch,
  doubts: Texts['report']['doubts'],
): string {
  return doubts['unfinished-merge'](kind, inlineCode(titleLine(from, MAX_COMMAND_LENGTH)), filesNamed(open));
}

function filesNamed(paths: readonly string[]): string {
  const more = paths.length - MAX_FILES_SHOWN;
  return [...paths.slice(0, MAX_FILES_SHOWN), ...(more > 0 ? [`+${more}`] : [])].join(', ');
}

function timeLine(session: SessionRecord, texts: Texts): string {
  const { usage, origin } = session;
  const rounds = usage.round === 0 ? [] : [texts.report.rounds(usage.round)];
  const label = origin.scheduledAs === undefined ? [] : [texts.fired.label(origin.scheduledAs)];
  return `⏱️ ${[timeAndCost(usage, usage.activeMs, texts), ...rounds, ...label].join(' · ')}`;
}

function filesLine({ files, commandsChanged }: WorkDone, { report }: Texts): string {
  if (files.length === 0) return commandsChanged ? report.onlyByCommands : report.noChanges;
  const shown = files
    .slice(0, MAX_FILES_SHOWN)
    .map(({ path, added, removed }) => `${path} (+${added} -${removed})`);
  const more = files.length > MAX_FILES_SHOWN ? ` ${report.filesMore(files.length - MAX_FILES_SHOWN)}` : '';
  return `📄 ${shown.join(', ')}${more}`;
}

/** Changes by commands to protected files that nobody approved; the person decides about them. */
function guardedLine(files: readonly GuardedFile[], { report }: Texts): string {
  if (files.length === 0) return '';
  const shown = files
    .slice(0, MAX_FILES_SHOWN)
    .map(({ path, movedTo }) => (movedTo === undefined ? path : report.movedAside(path, movedTo)));
  const more = files.length > MAX_FILES_SHOWN ? ` ${report.filesMore(files.length - MAX_FILES_SHOWN)}` : '';
  return `🛡️ ${report.guarded(shown.join(', '))}${more}`;
}

/** `⚙️ Exit codes: npm test → 1, 0`: each command line once, with the exit codes of its last runs. */
function commandsLine(commands: readonly RanCommand[], texts: Texts): string {
  if (commands.length === 0) return '';
  const { report } = texts;
  const last = commands.slice(-MAX_COMMANDS_SHOWN);
  const shown = last.map(
    ({ line, ends }) => `${inlineCode(titleLine(line, MAX_COMMAND_LENGTH))} → ${endsText(ends, texts)}`,
  );
  const more =
    commands.length > MAX_COMMANDS_SHOWN ? [report.commandsMore(commands.length - MAX_COMMANDS_SHOWN)] : [];
  const listed = [...more, ...shown].join(' · ');
  const hasExits = last.some(({ ends }) =>
    ends.slice(-MAX_ENDS_SHOWN).some((end) => typeof end === 'number'),
  );
  return `⚙️ ${hasExits ? report.commandExits(listed) : listed}`;
}

function endsText(ends: readonly CommandEnd[], { report }: Texts): string {
  const shown = ends
    .slice(-MAX_ENDS_SHOWN)
    .map((end) => (typeof end === 'number' ? String(end) : report.commandEnds[end]));
  return [...(ends.length > MAX_ENDS_SHOWN ? ['…'] : []), ...shown].join(', ');
}

/** `🧪 12 passed, 1 failed`; empty when no tests ran. */
export function testsLine(tests: TestRun | undefined, { report }: Texts): string {
  if (tests === undefined) return '';
  const { counts, exitCode } = tests;
  const facts = counts === undefined ? [] : countFacts(counts, report);
  // A runner that breaks before or after its tests may not have counted any as failed.
  if (exitCode === null) facts.push(report.testsStopped);
  else if (counts === undefined || (counts.failed === 0 && exitCode !== 0))
    facts.push(report.testsEnded(exitCode));
  return `🧪 ${facts.join(', ')}`;
}

function countFacts(
  { passed, failed, skipped }: NonNullable<TestRun['counts']>,
  report: Texts['report'],
): string[] {
  if (passed + failed + skipped === 0) return [report.testsNone];
  return [
    report.testsPassed(passed),
    ...(failed > 0 ? [report.testsFailed(failed)] : []),
    ...(skipped > 0 ? [report.testsSkipped(skipped)] : []),
  ];
}

function unfinishedStepLines(plan: TaskPlan | undefined, { report }: Texts): readonly string[] {
  const steps = plan?.steps.filter((step) => step.status !== 'done') ?? [];
  return steps.length === 0 ? [] : [report.notDone, ...planLines({ steps })];
}

function shortenWords(text: string): string {
  return shorten(text.trim(), MAX_WORDS_LENGTH);
}

function joinLines(...parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join('\n');
}

/**
 * Commands that ended with the task did so within this time before its report; an earlier run had its own report.
 */
const JUST_NOW_MS = MINUTE_MS;

/** Background commands when a task ends. */
interface BackgroundCommands {
  readonly running: readonly string[];
  /** Commands that were ended with the task. */
  readonly ended: readonly string[];
}

export function backgroundOf(
  { id, state: { status } }: SessionRecord,
  { processes }: Pick<Store, 'processes'>,
  nowMs: number,
): BackgroundCommands {
  const all = processes.list(id, nowMs - JUST_NOW_MS);
  // The commands of a cancelled task are being ended right now.
  const running = all.filter(
    ({ fate, lasts }) => fate === undefined && lasts !== 'stopped' && status !== 'cancelled',
  );
  const ended = all.filter(({ fate }) => fate?.kind === 'killed' && fate.reason === TASK_ENDED);
  return { running: running.map(backgroundName), ended: ended.map(backgroundName) };
}

function backgroundLines({ running, ended }: BackgroundCommands, { report }: Texts): readonly string[] {
  return [
    running.length === 0 ? '' : `▶️ ${report.stillRunning(running.join(', '))}`,
    ended.length === 0 ? '' : `⏹️ ${report.endedWithTask(ended.join(', '))}`,
  ];
}

/** A command that runs in the background, as people are shown it. */
export function backgroundName({ command }: { readonly command: string }): string {
  return inlineCode(titleLine(command, MAX_COMMAND_LENGTH));
}
