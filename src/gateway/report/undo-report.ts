import type { CheckpointStep, Commit, KeptReason, UndoResult } from '../../contracts/checkpoints.ts';
import type { CallRecord } from '../../contracts/store.ts';
import { inlineCode, oneLine } from '../../core/text.ts';
import type { Texts } from '../../core/texts/texts.ts';
import { titleLine } from '../../policy/redaction.ts';
import { EDIT_TOOLS } from '../../tools/toolbox.ts';

const REASONS: readonly KeptReason[] = ['edited', 'large', 'ignored', 'blocked'];

/** What was taken back, and what was not and why; facts only, short enough for a phone. */
export function undoneLines(result: UndoResult, texts: Texts): readonly string[] {
  const { undone } = texts;
  const { restored, removed, merged, kept, dropped, branchRemoved, commitsKept, unknownSteps, abandoned } =
    result;
  const lines = [
    filesLine(restored, undone.restored, texts),
    filesLine(removed, undone.removed, texts),
    filesLine(merged, undone.merged, texts),
    dropped.length === 0 ? '' : undone.dropped(commitsText(dropped, texts)),
    abandoned === undefined ? '' : undone.abandoned(abandoned),
    branchRemoved === null ? '' : undone.branchRemoved(inlineCode(branchRemoved)),
    ...REASONS.map((why) =>
      filesLine(
        kept.filter((file) => file.why === why).map(({ path }) => path),
        undone.kept[why],
        texts,
      ),
    ),
    commitsKept === null ? '' : undone.commitsKept[commitsKept.why](commitsText(commitsKept.commits, texts)),
    unknownSteps === 0 ? '' : undone.unknownSteps(unknownSteps),
  ];
  return lines.filter((line) => line !== '');
}

function filesLine(paths: readonly string[], line: (files: string) => string, texts: Texts): string {
  return paths.length === 0 ? '' : line(filesText(paths, texts));
}

/** Tools that change nothing beyond what the states around their calls hold. Git runs no hooks for them. */
const HELD_TOOLS: readonly string[] = [...EDIT_TOOLS, 'git_commit', 'git_create_branch'];

/** What was taken back. */
export interface UndoneWork {
  readonly steps: readonly Pick<CheckpointStep, 'call'>[];
  /** Calls since the first of these steps. */
  readonly calls: readonly Pick<CallRecord, 'id' | 'tool' | 'startedAtMs'>[];
}

/**
 * Names what an undo cannot restore; empty unless a command or a tool of a server ran, which may have changed such
 * things.
 */
export function limitsLine({ steps, calls }: UndoneWork, { undone }: Texts): string {
  const held = new Set(calls.filter(({ tool }) => HELD_TOOLS.includes(tool)).map(({ id }) => id));
  const acted = [
    ...steps.map(({ call }) => call),
    ...calls.filter(({ startedAtMs }) => startedAtMs !== undefined).map(({ id }) => id),
  ];
  return acted.every((id) => held.has(id)) ? '' : undone.limits;
}

/** How many files or commits a message names; the others are counted. */
const MAX_NAMED = 6;
/** Longest path or subject, in UTF-16 code units. */
const MAX_NAME_LENGTH = 80;

export function filesText(paths: readonly string[], texts: Texts): string {
  const shown = paths.slice(0, MAX_NAMED).map((path) => inlineCode(oneLine(path, MAX_NAME_LENGTH)));
  return withMore(shown, paths.length, texts);
}

export function commitsText(commits: readonly Commit[], texts: Texts): string {
  return withMore(commitLines(commits.slice(0, MAX_NAMED)), commits.length, texts);
}

/** `1234567 fix: the subject` */
export function commitLines(commits: readonly Commit[]): readonly string[] {
  return commits.map(({ hash, subject }) => `${hash.slice(0, 7)} ${titleLine(subject, MAX_NAME_LENGTH)}`);
}

function withMore(shown: readonly string[], count: number, { report }: Texts): string {
  const more = count > shown.length ? ` ${report.filesMore(count - shown.length)}` : '';
  return `${shown.join(', ')}${more}`;
}
