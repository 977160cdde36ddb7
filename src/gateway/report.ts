import { shorten } from '../base/text.ts';
import { formatDuration } from '../base/texts/format.ts';
import type { Texts } from '../base/texts/texts.ts';
import { planLines, taskLine, timeAndCost } from '../commands/session-text.ts';
import type { Outcome, SessionRecord } from '../contracts/session.ts';
import type { TaskPlan } from '../contracts/task-plan.ts';
import type { ChangedFile, GuardedFile, TestRun, WorkDone } from './records.ts';

/** Closing words of a task longer than this are cut; the facts below them are not. */
const MAX_WORDS_LENGTH = 1500;
const FILES_SHOWN = 6;

export interface Finished {
  readonly session: SessionRecord;
  readonly outcome: Exclude<Outcome, { kind: 'waiting' | 'suspended' }>;
  readonly work: WorkDone;
  readonly plan: TaskPlan | undefined;
  readonly nowMs: number;
}

/** The message at the end of a stretch, short enough for a phone: what happened, facts from records, how to go on. */
export function reportText(finished: Finished, texts: Texts): string {
  const { session, outcome } = finished;
  if (session.mode === 'talk' && outcome.kind === 'done' && outcome.text.trim() !== '') return outcome.text;
  const parts = [happened(finished, texts)];
  // Of a task that never began there is nothing to tell.
  const hasFacts = session.mode === 'agent' && (outcome.kind !== 'cancelled' || hasBegun(session));
  if (hasFacts) parts.push(factLines(finished, texts).join('\n'));
  return parts.filter((part) => part !== '').join('\n\n');
}

/** What happened, and what the person can do now. */
function happened({ session, outcome, nowMs }: Finished, texts: Texts): string {
  const { report } = texts;
  const task = taskLine(session);
  switch (outcome.kind) {
    case 'done':
      return lines(report.done(task), words(outcome.text));
    case 'cancelled':
      return lines(report.cancelled(task), hasBegun(session) ? report.cancelledHow : '');
    case 'failed':
      return lines(report.failed(task), report.failedHow(outcome.detail));
    case 'paused':
      return lines(
        report.paused(task),
        report.pausedHow(formatDuration(Math.max(0, outcome.untilMs - nowMs))),
      );
    case 'parked':
      return lines(
        report.parked(task),
        words(outcome.text),
        texts.outcomes[outcome.reason],
        detailOf(outcome, texts),
      );
  }
}

function hasBegun({ round, activeMs }: SessionRecord): boolean {
  return round > 0 || activeMs > 0;
}

type Parked = Extract<Outcome, { kind: 'parked' }>;

/** Technical words help where somebody else's machine refused; elsewhere they only repeat the sentence. */
function detailOf({ reason, detail }: Parked, { outcomes }: Texts): string {
  const explains: readonly Parked['reason'][] = ['key', 'request', 'busy', 'unreachable', 'loop', 'refused'];
  return explains.includes(reason) && detail.trim() !== ''
    ? outcomes.detail(shorten(detail.trim(), 300))
    : '';
}

function factLines({ session, work, plan, outcome }: Finished, texts: Texts): readonly string[] {
  if (outcome.kind === 'paused') return [];
  return [
    filesLine(work.files, texts),
    testsLine(work.tests, texts),
    guardedLine(work.guarded, texts),
    ...work.commits.map(({ hash, subject }) => `💾 ${hash.slice(0, 7)} ${subject}`.trim()),
    work.pullRequest === undefined ? '' : `🔗 ${work.pullRequest}`,
    timeLine(session, texts),
    ...notDone(plan, texts),
  ].filter((line) => line !== '');
}

function timeLine(session: SessionRecord, texts: Texts): string {
  const rounds = session.round === 0 ? [] : [texts.report.rounds(session.round)];
  return `⏱️ ${[timeAndCost(session, session.activeMs, texts), ...rounds].join(' · ')}`;
}

function filesLine(files: readonly ChangedFile[], { report }: Texts): string {
  if (files.length === 0) return report.noChanges;
  const shown = files
    .slice(0, FILES_SHOWN)
    .map(({ path, added, removed }) => `${path} (+${added} -${removed})`);
  const more = files.length > FILES_SHOWN ? ` ${report.filesMore(files.length - FILES_SHOWN)}` : '';
  return `📄 ${shown.join(', ')}${more}`;
}

/** What commands did to protected files behind everybody's back; the person decides what becomes of it. */
function guardedLine(files: readonly GuardedFile[], { report }: Texts): string {
  if (files.length === 0) return '';
  const shown = files
    .slice(0, FILES_SHOWN)
    .map(({ path, movedTo }) => (movedTo === undefined ? path : report.movedAside(path, movedTo)));
  const more = files.length > FILES_SHOWN ? ` ${report.filesMore(files.length - FILES_SHOWN)}` : '';
  return `🛡️ ${report.guarded(shown.join(', '))}${more}`;
}

/** `🧪 12 passed, 1 failed`; empty when no tests ran. */
export function testsLine(tests: TestRun | undefined, { report }: Texts): string {
  if (tests === undefined) return '';
  const { passed, failed, exitCode } = tests;
  const facts = [report.testsPassed(passed)];
  if (failed > 0) facts.push(report.testsFailed(failed));
  // A runner that breaks before or after its tests may still have counted none as failed.
  if (failed === 0 && exitCode !== null && exitCode !== 0) facts.push(report.testsBroke(exitCode));
  return `🧪 ${facts.join(', ')}`;
}

function notDone(plan: TaskPlan | undefined, { report }: Texts): readonly string[] {
  const steps = plan?.steps.filter((step) => step.status !== 'done') ?? [];
  return steps.length === 0 ? [] : [report.notDone, ...planLines({ steps })];
}

function words(text: string): string {
  return shorten(text.trim(), MAX_WORDS_LENGTH);
}

function lines(...parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join('\n');
}
