import { code, oneLine } from '../base/text.ts';
import type { CommandContext } from '../contracts/commands.ts';
import { MONEY_QUESTION } from '../contracts/session.ts';
import { escapeHidden } from '../policy/display.ts';
import { offerIn, questionsIn } from '../secretary/stored.ts';
import { BARE_WORD_MS, waitingJobs } from './job.ts';
import { jobName } from './job-text.ts';
import { questionChoice } from './question-text.ts';
import { taskLine } from './session-text.ts';
import { undecidedTasks } from './worktree.ts';
import { choicesFor } from './worktree-choices.ts';

/** A message that is nothing but a yes, a no or a number: what it answers, the chat has to tell. */
export type BareWord = 'yes' | 'no' | number;

export type QuestionKind = 'approval' | 'cron' | 'job' | 'pull' | 'secretary' | 'worktree';

/** Something in this chat that waits for a word of this person. */
export interface OpenQuestion {
  readonly kind: QuestionKind;
  /** Whether this word could be an answer to it. */
  takes(word: BareWord): boolean;
  /** What it is, and how this very one is answered, whatever else is open. */
  readonly lines: readonly string[];
}

/** Of what a question is about, in UTF-16 code units. */
const MAX_SUBJECT = 60;

/**
 * Everything that a bare word of this person could mean here, except a proposed cron, which only the words just before
 * can tell. What is missing in this list could be answered by mistake.
 */
export function openQuestions(context: CommandContext): readonly OpenQuestion[] {
  return [
    ...approvals(context),
    ...worktrees(context),
    ...pullRequests(context),
    ...routings(context),
    ...jobs(context),
  ];
}

function approvals({ store, conversation, sender }: CommandContext): readonly OpenQuestion[] {
  return store.approvals
    .pending(conversation)
    .filter(({ requester }) => requester === sender)
    .map((approval) => {
      const choices = approval.tool === MONEY_QUESTION ? 3 : approval.offers === undefined ? 2 : 5;
      return { kind: 'approval', takes: upTo(choices), lines: questionChoice(approval) };
    });
}

/** A parked task has not been asked about: it can still go on. */
function worktrees(context: CommandContext): readonly OpenQuestion[] {
  const { store, program, nowMs, texts } = context;
  return undecidedTasks(context)
    .filter(({ status, updatedAtMs }) => status !== 'parked' && nowMs - updatedAtMs < BARE_WORD_MS)
    .flatMap((session): readonly OpenQuestion[] => {
      const record = store.worktrees.get(session.id);
      if (record === undefined) return [];
      const choices = choicesFor(record, program.worktrees);
      const answers = choices.map((choice) => `${texts.worktrees.choices[choice]} #${session.number}`);
      const lines = [`#${session.number} ${taskLine(session)}`, `   ${answers.join(' · ')}`];
      return [{ kind: 'worktree', takes: upTo(choices.length), lines }];
    });
}

function pullRequests({
  store,
  conversation,
  sender,
  nowMs,
  texts,
}: CommandContext): readonly OpenQuestion[] {
  return store.pullRequests
    .openQuestions(conversation)
    .filter(({ requester, askedAtMs }) => requester === sender && nowMs - askedAtMs < BARE_WORD_MS)
    .map(({ number, choices }) => {
      const answers = choices.map((choice) => `${texts.pulls.choices[choice]} #${number}`);
      return { kind: 'pull', takes: upTo(choices.length), lines: [answers.join(' · ')] };
    });
}

function routings({ store, conversation, sender, nowMs }: CommandContext): readonly OpenQuestion[] {
  const open = store.routings.open(conversation, sender);
  if (open === undefined || nowMs - open.atMs >= BARE_WORD_MS) return [];
  const about = `/secretary: ${escapeHidden(oneLine(open.request, MAX_SUBJECT))}`;
  const cancel = '/secretary cancel';
  switch (open.state) {
    case 'wanted':
      return [{ kind: 'secretary', takes: (word) => word === 'no', lines: [about, `   ${cancel}`] }];
    case 'asked': {
      const most = Math.max(...questionsIn(open.material).map(({ options }) => options.length));
      const lines = [about, `   /secretary answer … · ${cancel}`];
      // A question without choices may well be one for a number.
      return [{ kind: 'secretary', takes: most > 0 ? upTo(most) : () => true, lines }];
    }
    case 'offered': {
      const { options } = offerIn(open.material).recommendation;
      const lines = [about, `   /secretary answer 1 · ${cancel}`];
      return [{ kind: 'secretary', takes: upTo(options.length), lines }];
    }
    default:
      return [];
  }
}

function jobs(context: CommandContext): readonly OpenQuestion[] {
  return waitingJobs(context).map((job) => ({
    kind: 'job',
    takes: upTo(2),
    lines: [code(jobName(job)), `   /job run ${job.id} · /job cancel ${job.id}`],
  }));
}

function upTo(choices: number): OpenQuestion['takes'] {
  return (word) => typeof word === 'string' || (word >= 1 && word <= choices);
}
