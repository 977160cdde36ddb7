import type { WorktreeChoice, WorktreeRecord } from '../../contracts/worktrees.ts';
import { foldAnswer, oneLine } from '../../core/text.ts';
import { LOCALES, type Texts, texts } from '../../core/texts/texts.ts';
import { worktreeTexts } from './texts/texts.ts';

export interface ChoiceContext {
  /** True when a token and a repository are set. */
  readonly canOpenPullRequests: boolean;
}

type ChoiceRecord = Pick<WorktreeRecord, 'kind' | 'made'>;

/** The choices for a worktree, in the order in which they are shown. */
export function choicesFor(
  { kind }: ChoiceRecord,
  { canOpenPullRequests }: ChoiceContext,
): readonly WorktreeChoice[] {
  if (kind === 'dry-run') return ['apply', 'discard'];
  return ['merge', ...(canOpenPullRequests ? (['pull-request'] as const) : []), 'keep', 'discard'];
}

/** Longest branch name in a choice, in UTF-16 code units: a poll has little room. */
const MAX_BRANCH_LENGTH = 60;

/** Short name of the branch that a merge goes into; undefined when the workspace had none checked out. */
export function baseBranchOf({ made }: Pick<WorktreeRecord, 'made'>): string | undefined {
  return made?.baseBranch?.replace(/^refs\/heads\//, '');
}

export function choiceLabel(record: ChoiceRecord, choice: WorktreeChoice, texts: Texts): string {
  const worktrees = worktreeTexts(texts);
  const into = choice === 'merge' ? baseBranchOf(record) : undefined;
  return into === undefined
    ? worktrees.choices[choice]
    : worktrees.mergeInto(oneLine(into, MAX_BRANCH_LENGTH));
}

/** `1 merge into main · 2 keep the branch · 3 discard`. */
export function choiceLine(record: ChoiceRecord, context: ChoiceContext, words: Texts): string {
  return choicesFor(record, context)
    .map((choice, index) => `${index + 1} ${choiceLabel(record, choice, words)}`)
    .join(' · ');
}

/** A choice by its words, or by its number, and the named task. */
export interface WorktreeAnswer {
  readonly choice: WorktreeChoice | number;
  /** `#2`; undefined when none was named. */
  readonly number: number | undefined;
}

/** Longest answer that is read, in UTF-16 code units: it may name a branch. */
const MAX_LENGTH = 200;

/** Reads `2`, `apply`, `fusionar #2`, `merge into main`; nothing with further words. */
export function readWorktreeAnswer(text: string): WorktreeAnswer | undefined {
  if (text.length > MAX_LENGTH || text.startsWith('/')) return undefined;
  const words = foldAnswer(text).replace(/[.!]$/, '');
  if (/^[1-9]$/.test(words)) return { choice: Number(words), number: undefined };
  const [, said = '', named] = /^(.*?)(?:\s+#?(\d{1,4}))?$/u.exec(words) ?? [];
  const choice = choiceNamed(said);
  return choice === undefined
    ? undefined
    : { choice, number: named === undefined ? undefined : Number(named) };
}

/** In any language: a poll is in the language of its task. */
function choiceNamed(wanted: string): WorktreeChoice | undefined {
  return CHOICES.find((choice) =>
    LOCALES.some((locale) => {
      const { choices, mergeInto } = worktreeTexts(texts(locale));
      const isLong = choice === 'merge' && wanted.startsWith(foldAnswer(mergeInto('')));
      return isLong || wanted === foldAnswer(choices[choice]) || SHORT[choice].includes(wanted);
    }),
  );
}

const CHOICES: readonly WorktreeChoice[] = ['apply', 'merge', 'pull-request', 'keep', 'discard'];

/** Short words that people type for it. */
const SHORT: Readonly<Record<WorktreeChoice, readonly string[]>> = {
  apply: ['apply it', 'aplicalo', 'aplica'],
  merge: ['merge it', 'fusionala', 'fusiona', 'mergea', 'mergear'],
  'pull-request': ['pr', 'open pr', 'pull request', 'open a pull request', 'abre un pr', 'abrir pr'],
  keep: ['keep', 'keep it', 'keep branch', 'guardar', 'guardala', 'guarda'],
  discard: ['discard it', 'descartalo', 'descartala', 'descarta', 'tiralo', 'tirala'],
};
