import { taskLine } from '../../commands/session-text.ts';
import type { KeptReason, UndoResult } from '../../contracts/checkpoints.ts';
import type { SessionRecord } from '../../contracts/session.ts';
import type { BackgroundProcess } from '../../contracts/tool.ts';
import { code } from '../../core/text.ts';
import type { Texts } from '../../core/texts/texts.ts';
import { commitsText, filesText } from '../../gateway/report/listed-names.ts';

const REASONS: readonly KeptReason[] = ['edited', 'large', 'ignored', 'blocked'];

export interface UndoFacts {
  readonly session: SessionRecord;
  readonly result: UndoResult;
  /** Address of the pull request of the task, if it opened one. */
  readonly pullRequest: string | undefined;
  /** Background commands of the task, ended or not. */
  readonly background: readonly Pick<BackgroundProcess, 'fate'>[];
}

/** What was undone, and what was not and why; facts only, short enough for a phone. */
export function undoText({ session, result, pullRequest, background }: UndoFacts, texts: Texts): string {
  const { undo } = texts;
  const { restored, removed, merged, kept, dropped, branchRemoved, commitsKept, unknownSteps } = result;
  const isNothing = restored.length + removed.length + merged.length + dropped.length === 0;
  const name = taskLine(session);
  const lines = [
    isNothing ? undo.nothingToDo(name) : undo.done(name),
    filesLine(restored, undo.restored, texts),
    filesLine(removed, undo.removed, texts),
    filesLine(merged, undo.merged, texts),
    dropped.length === 0 ? '' : undo.dropped(commitsText(dropped, texts)),
    branchRemoved === null ? '' : undo.branchRemoved(code(branchRemoved)),
    ...REASONS.map((why) =>
      filesLine(
        kept.filter((file) => file.why === why).map(({ path }) => path),
        undo.kept[why],
        texts,
      ),
    ),
    commitsKept === null ? '' : undo.commitsKept[commitsKept.why](commitsText(commitsKept.commits, texts)),
    unknownSteps === 0 ? '' : undo.unknownSteps(unknownSteps),
    pullRequest === undefined ? '' : undo.closePullRequest(pullRequest),
    background.some(({ fate }) => fate === undefined) ? undo.stillRunning : '',
    background.length > 0 ? undo.ranBeside : '',
    undo.limits,
  ];
  return lines.filter((line) => line !== '').join('\n');
}

function filesLine(paths: readonly string[], line: (files: string) => string, texts: Texts): string {
  return paths.length === 0 ? '' : line(filesText(paths, texts));
}
