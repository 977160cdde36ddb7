import { unreachable } from '../../core/failure.ts';
import { cutAt, oneLine } from '../../core/text.ts';
import type { PullCheck, PullFacts, PullRemark } from '../../git/github/pull-watch.ts';
import { changesWanted, type PullNeed } from './judge.ts';
import type { FollowedPull, PullChoice, PullQuestion } from './pull-request.ts';
import type { PullTexts } from './texts/texts.ts';

const MAX_REMARK_LENGTH = 500;
const MAX_REMARKS_SHOWN = 5;

const CHOICES: Readonly<Record<PullNeed['about'], readonly PullChoice[]>> = {
  checks: ['fix', 'log', 'ignore'],
  review: ['address', 'ignore'],
  conflict: ['fix', 'ignore'],
  undone: ['close', 'ignore'],
  comments: ['address', 'ignore'],
  behind: ['update', 'ignore'],
};

export function choicesFor({ about }: Pick<PullNeed, 'about'>): readonly PullChoice[] {
  return CHOICES[about];
}

/** The question, with the choices as numbers and words. */
export function needText(need: PullNeed, { number }: { readonly number: number }, pulls: PullTexts): string {
  return [...needLines(need, number, pulls), '', choiceLines(choicesFor(need), number, pulls)].join('\n');
}

function needLines(need: PullNeed, number: number, pulls: PullTexts): readonly string[] {
  switch (need.about) {
    case 'checks':
      return [`❌ ${pulls.asksChecks(number, failedNames(need.failed))}`];
    case 'review':
      return [
        `✋ ${pulls.asksReview(number, oneLine(need.remarks[0]?.author ?? '', 40))}`,
        ...need.remarks.slice(0, MAX_REMARKS_SHOWN).flatMap(remarkLine),
      ];
    case 'comments':
      return [
        `💬 ${pulls.asksComments(number, oneLine(need.remarks[0]?.author ?? '', 40))}`,
        ...need.remarks.slice(0, MAX_REMARKS_SHOWN).flatMap(remarkLine),
      ];
    case 'conflict':
      return [`⚠️ ${pulls.asksConflict(number)}`];
    case 'behind':
      return [`🌿 ${pulls.asksBehind(number, need.commits, oneLine(need.base, MAX_NAME_LENGTH))}`];
    case 'undone':
      return [`↩️ ${pulls.asksUndone(number)}`];
    default:
      return unreachable(need);
  }
}

function remarkLine({ text, place }: PullRemark): readonly string[] {
  if (text.trim() === '') return [];
  return [`> ${place === undefined ? '' : `${oneLine(place, 80)}: `}${oneLine(text, MAX_REMARK_LENGTH)}`];
}

/** `1 fix · 2 show log · 3 ignore`. */
export function choiceLines(choices: readonly PullChoice[], number: number, pulls: PullTexts): string {
  const shown = choices.map((choice, index) => `${index + 1} ${pulls.choices[choice]}`).join(' · ');
  return [shown, pulls.orTyped(`${pulls.choices[choices[0] ?? 'fix']} #${number}`)].join('\n');
}

export function pollOf(
  { number, choices }: Pick<PullQuestion, 'number' | 'choices'>,
  pulls: PullTexts,
): { readonly question: string; readonly choices: readonly string[] } {
  return { question: pulls.poll(number), choices: choices.map((choice) => pulls.choices[choice]) };
}

/** Most of what others wrote that is kept with a question, in UTF-16 code units. */
export const MAX_MATERIAL = 6000;

/** Comments of others, stored for the model and for people who ask to see them. */
export function reviewMaterial(remarks: readonly PullRemark[]): string {
  const parts = remarks.map(({ author, place, text }) =>
    [`${oneLine(author, 80)}${place === undefined ? '' : ` on ${oneLine(place, 200)}`}:`, text.trim()].join(
      '\n',
    ),
  );
  return cutAt(parts.join('\n\n'), MAX_MATERIAL);
}

const MAX_NAMES_SHOWN = 3;
const MAX_NAME_LENGTH = 40;
const MAX_CARD_REMARK_LENGTH = 120;

/**
 * The state of a pull request, a line for each fact; texts of others are cut to a line and follow their author's
 * name.
 */
export function pullCardText(
  pull: Pick<FollowedPull, 'number' | 'url'>,
  facts: PullFacts,
  pulls: PullTexts,
): string {
  const head = `🔗 ${pulls.title(pull.number)} ${pull.url}`;
  if (facts.state !== 'open') return [head, pulls.states[facts.state]].join('\n');
  const lines = [checksLine(facts.checks, pulls), reviewLine(facts, pulls), lastRemark(facts)];
  if (facts.conflicts === true) lines.push(pulls.conflicts(oneLine(facts.base, MAX_NAME_LENGTH)));
  return [head, ...lines.filter((line) => line !== '')].join('\n');
}

function failedNames(failed: readonly PullCheck[]): string {
  const names = failed.slice(0, MAX_NAMES_SHOWN).map(({ name }) => oneLine(name, MAX_NAME_LENGTH));
  return failed.length > MAX_NAMES_SHOWN
    ? `${names.join(', ')} +${failed.length - MAX_NAMES_SHOWN}`
    : names.join(', ');
}

function checksLine(checks: readonly PullCheck[], pulls: PullTexts): string {
  const of = (wanted: PullCheck['state']) => checks.filter(({ state }) => state === wanted);
  const [failed, pending] = [of('failed'), of('pending')];
  if (checks.length === 0) return pulls.noChecks;
  if (failed.length > 0)
    return `❌ ${pulls.checksFailed(failed.length, checks.length)}: ${failedNames(failed)}`;
  if (pending.length > 0) return `⏳ ${pulls.checksPending(pending.length, checks.length)}`;
  return `✅ ${pulls.checksPassed(checks.length)}`;
}

function reviewLine({ remarks }: PullFacts, pulls: PullTexts): string {
  const wanted = changesWanted(remarks);
  if (wanted !== undefined) return `✋ ${pulls.changesBy(oneLine(wanted.author, MAX_NAME_LENGTH))}`;
  const approved = remarks.findLast(({ kind }) => kind === 'approved');
  return approved === undefined ? '' : `👍 ${pulls.approvedBy(oneLine(approved.author, MAX_NAME_LENGTH))}`;
}

function lastRemark({ remarks }: PullFacts): string {
  const last = remarks.findLast(({ text }) => text.trim() !== '');
  if (last === undefined) return '';
  const where = last.place === undefined ? '' : ` (${oneLine(last.place, MAX_NAME_LENGTH)})`;
  return `💬 ${oneLine(last.author, MAX_NAME_LENGTH)}${where}: ${oneLine(last.text, MAX_CARD_REMARK_LENGTH)}`;
}
