import type { PullCheck, PullFacts } from '../../contracts/pull-requests.ts';
import { oneLine } from '../../core/text.ts';
import { changesWanted } from './judge.ts';
import type { FollowedPull } from './pull-request.ts';
import type { PullTexts } from './texts/texts.ts';

const NAMES_SHOWN = 3;
const MAX_NAME_LENGTH = 40;
const MAX_REMARK_LENGTH = 120;

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

export function failedNames(failed: readonly PullCheck[]): string {
  const names = failed.slice(0, NAMES_SHOWN).map(({ name }) => oneLine(name, MAX_NAME_LENGTH));
  return failed.length > NAMES_SHOWN
    ? `${names.join(', ')} +${failed.length - NAMES_SHOWN}`
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
  return `💬 ${oneLine(last.author, MAX_NAME_LENGTH)}${where}: ${oneLine(last.text, MAX_REMARK_LENGTH)}`;
}
