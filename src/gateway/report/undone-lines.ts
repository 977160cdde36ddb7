import type { KeptReason, UndoResult } from '../../contracts/checkpoints.ts';
import { code } from '../../core/text.ts';
import type { Texts } from '../../core/texts/texts.ts';
import { commitsText, filesText } from './listed-names.ts';

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
    branchRemoved === null ? '' : undone.branchRemoved(code(branchRemoved)),
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
