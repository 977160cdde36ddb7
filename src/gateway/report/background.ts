import { TASK_ENDED } from '../../agent/calls/background-ends.ts';
import type { SessionRecord } from '../../contracts/session.ts';
import type { Store } from '../../contracts/store.ts';
import { MINUTE_MS } from '../../core/clock.ts';
import { inlineCode } from '../../core/text.ts';
import type { Texts } from '../../core/texts/texts.ts';
import { titleLine } from '../../policy/redaction.ts';

const MAX_COMMAND_LENGTH = 60;
/**
 * Commands that ended with the task did so within this time before its report; an earlier run had its own report.
 */
const JUST_NOW_MS = MINUTE_MS;

/** Background commands when a task ends. */
export interface BackgroundCommands {
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

export function backgroundLines(
  { running, ended }: BackgroundCommands,
  { report }: Texts,
): readonly string[] {
  return [
    running.length === 0 ? '' : `▶️ ${report.stillRunning(running.join(', '))}`,
    ended.length === 0 ? '' : `⏹️ ${report.endedWithTask(ended.join(', '))}`,
  ];
}

/** A command that runs in the background, as people are shown it. */
export function backgroundName({ command }: { readonly command: string }): string {
  return inlineCode(titleLine(command, MAX_COMMAND_LENGTH));
}
