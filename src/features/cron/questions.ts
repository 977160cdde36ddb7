import { plainYesOrNo } from '../../commands/answer-words.ts';
import { lastWritten } from '../../commands/open-questions.ts';
import type { FeatureQuestion, QuestionSource } from '../../contracts/feature.ts';
import type { MessageIdentity } from '../../contracts/store.ts';
import { titleLine } from '../../policy/redaction.ts';
import { answerProposal } from './commands/answer.ts';
import type { CronContext } from './commands/context.ts';
import { type CronProposal, isAboutProposal, proposalIn } from './commands/proposal.ts';
import type { CronStore } from './cron.ts';

/** Of what a cron is to do, in UTF-16 code units: about a line of a phone. */
const MAX_SUBJECT_LENGTH = 60;

/** A schedule in words is asked about, and the next message answers. */
export function cronQuestions(rows: CronStore): QuestionSource {
  return {
    open: (context, before) => (before === undefined ? [] : askedBefore(before, { ...context, rows })),
    quoted(message, context) {
      if (message.quotedId === undefined || !isAboutProposal(message, context)) return undefined;
      return askedBefore(message, { ...context, rows })[0];
    },
  };
}

function askedBefore(message: MessageIdentity, context: CronContext): readonly FeatureQuestion[] {
  const last = lastWritten(message, context);
  const proposal = last && proposalIn(last, context);
  return proposal === undefined ? [] : [questionAbout(proposal, context)];
}

function questionAbout(proposal: CronProposal, context: CronContext): FeatureQuestion {
  return {
    code: 'cron',
    choices: 2,
    askedAtMs: Number.POSITIVE_INFINITY,
    lines: [`⏰ ${titleLine(proposal.wish.message, MAX_SUBJECT_LENGTH)}`, '   /cron yes · /cron no'],
    answer({ text }) {
      const answer = plainYesOrNo(text);
      return answer === undefined ? undefined : answerProposal(proposal, answer, context);
    },
  };
}
