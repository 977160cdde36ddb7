import { escapeHidden } from '../../policy/display.ts';
import { type EvalTask, linesWith, type Passage } from './task.ts';

/** `file:12`, `file:L12`, `file:12-15`. */
const PLACE = /([\w./-]+):L?(\d+)(?:[-\u2013]L?(\d+))?/gu;
/** Longest range of lines: a report that names half a file names nothing. */
const MAX_RANGE_LENGTH = 15;

interface LineRange {
  readonly file: string;
  readonly first: number;
  readonly last: number;
}

type ReportedTask = Pick<EvalTask, 'files' | 'planted' | 'clean'>;

/** What a report misses although it is wrong, and what it names although it is right. */
export function reportReasons({ files, planted, clean }: ReportedTask, report: string): readonly string[] {
  const named = placesIn(report);
  const isNamed = (passage: Passage): boolean => {
    const [line = 0] = linesWith(passage.text, files[passage.file] ?? '');
    const { file, around } = passage;
    return named.some((one) => one.file === file && one.last >= line - around && one.first <= line + around);
  };
  const told = ({ file, text, what }: Passage): string =>
    escapeHidden(`${file}:${linesWith(text, files[file] ?? '')[0]} (${what})`);
  return [
    ...planted.filter((one) => !isNamed(one)).map((one) => `its report does not name ${told(one)}`),
    ...clean.filter(isNamed).map((one) => `its report names what is not wrong: ${told(one)}`),
  ];
}

function placesIn(report: string): readonly LineRange[] {
  return [...report.matchAll(PLACE)].flatMap(([, file = '', from, to]): readonly LineRange[] => {
    const first = Number(from);
    const last = Number(to ?? from);
    if (last < first || last - first >= MAX_RANGE_LENGTH) return [];
    return [{ file: file.replace(/^\.?\//, ''), first, last }];
  });
}
