import type { MadeWorktree, WorktreeRecord } from '../../../contracts/worktrees.ts';
import { code } from '../../../core/text.ts';
import type { Texts } from '../../../core/texts/texts.ts';
import { titleLine } from '../../../policy/redaction.ts';
import { type ChoiceContext, choiceLine } from '../choices/choices.ts';
import type { ApartEnd } from '../work/end-of-stretch.ts';

const MAX_NAME_LENGTH = 80;
const NAMES_SHOWN = 6;

/** Report lines about a task's worktree: that the project is unchanged, and which dependencies tests could use. */
export function endLines(
  record: WorktreeRecord,
  end: ApartEnd,
  { words, ...context }: ChoiceContext & { readonly words: Texts },
): readonly string[] {
  const { report } = words.worktrees;
  const branch = code(record.branch ?? '');
  const where = record.kind === 'dry-run' ? report.dryRun : report.branch(branch);
  const made = record.made === undefined ? [] : dependencyLines(record.made, words);
  switch (end) {
    case 'ask':
      return [where, ...made];
    case 'so-far':
      return [where, ...made, report.soFar(choiceLine(record, context, words))];
    case 'nothing':
      return [report.nothing];
    case 'pull-request':
      return [report.pullRequest(branch)];
    case 'none':
      return [];
  }
}

/** Without dependencies tests may fail for no fault of the task, or not run at all. */
function dependencyLines(
  { dependencies, setup }: Pick<MadeWorktree, 'dependencies' | 'setup'>,
  { worktrees: { report } }: Texts,
): readonly string[] {
  const linked = dependencies.filter(({ how }) => how === 'linked');
  const missing = dependencies.filter(({ how }) => how === 'missing');
  return [
    ...(linked.length === 0 ? [] : [report.linked(names(linked))]),
    ...(missing.length === 0 ? [] : [report.missing(names(missing))]),
    ...(missing.length > 0 && setup === null ? [report.noSetup] : []),
    ...(setup === null ? [] : [setupLine(setup, report)]),
  ];
}

function setupLine(
  { command, exitCode }: NonNullable<MadeWorktree['setup']>,
  report: Texts['worktrees']['report'],
): string {
  const name = code(titleLine(command, MAX_NAME_LENGTH));
  if (exitCode === 0) return report.setupDone(name);
  return report.setupFailed(name, exitCode === null ? report.setupStopped : String(exitCode));
}

function names(dependencies: MadeWorktree['dependencies']): string {
  const shown = dependencies.slice(0, NAMES_SHOWN).map(({ path }) => code(titleLine(path, MAX_NAME_LENGTH)));
  return [...shown, ...(dependencies.length > NAMES_SHOWN ? ['…'] : [])].join(', ');
}
