import { isPlanned } from '../../../contracts/assignment.ts';
import { type Outcome, type SessionRecord, UNPROVEN, UNTESTED } from '../../../contracts/session.ts';
import { shorten } from '../../../core/text.ts';
import type { WorkDone } from '../../../gateway/report/records.ts';
import { taskLine } from '../../../gateway/tasks/session-text.ts';
import type { VoiceTexts } from '../texts/texts.ts';

/** How much of the closing words is looked at, in UTF-16 code units: nobody listens to more. */
const MAX_WORDS_LENGTH = 4000;

export interface SpokenEnd {
  /** The session after its report was stored. */
  readonly session: SessionRecord;
  readonly outcome: Outcome;
  readonly work: WorkDone;
}

/**
 * The report of a task in a few sentences, most important first: the result and the facts from records, then the
 * model's own words, which are unchecked. Undefined for an end that is not spoken: a person stopped the task, or it
 * continues by itself.
 */
export function spokenReport(
  { session, outcome, work }: SpokenEnd,
  { spoken }: VoiceTexts,
): string | undefined {
  const task = taskLine(session);
  switch (outcome.kind) {
    case 'done':
      return [
        spoken[doneAs(session)](task),
        ...factsIn(work, spoken),
        ...claimIn(session, outcome.text, spoken),
      ].join('\n');
    case 'parked':
      return [spoken.parked(task), ...factsIn(work, spoken)].join('\n');
    case 'failed':
      return spoken.failed(task);
    default:
      return undefined;
  }
}

function doneAs({ state: { reason } }: SessionRecord): 'done' | 'untested' | 'unproven' {
  if (reason === UNTESTED) return 'untested';
  return reason === UNPROVEN ? 'unproven' : 'done';
}

function factsIn(work: WorkDone, spoken: VoiceTexts['spoken']): readonly string[] {
  const { files, tests, commits, pushed, pullRequest } = work;
  const { passed = 0, failed = 0 } = tests.last?.counts ?? {};
  return [
    ...(files.length === 0 ? [] : [spoken.files(files.length)]),
    ...(passed === 0 ? [] : [spoken.passed(passed)]),
    ...(failed === 0 ? [] : [spoken.failing(failed)]),
    ...(commits.length === 0 ? [] : [spoken.commits(commits.length)]),
    ...(pushed === undefined ? [] : [spoken.pushed]),
    ...(pullRequest === undefined ? [] : [spoken.pullRequest(pullRequest.number)]),
  ];
}

function claimIn(session: SessionRecord, words: string, { claim }: VoiceTexts['spoken']): readonly string[] {
  const said = shorten(words.trim(), MAX_WORDS_LENGTH);
  if (said === '') return [];
  // The words of a plan are made of records.
  return isPlanned(session) ? [said] : [`${claim} ${said}`];
}
