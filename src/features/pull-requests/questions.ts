import type { CommandContext } from '../../contracts/commands.ts';
import type { FeatureQuestion, QuestionSource } from '../../contracts/feature.ts';
import { questionIdOf } from '../../core/ids.ts';
import { answerPull, readsPullAnswer } from './answer.ts';
import type { PullQuestion, PullRequestStore } from './pull-request.ts';
import { pullTexts } from './texts/texts.ts';

/** What is asked about pull requests stays open until it is answered or has settled itself. */
export function pullQuestions(rows: Pick<PullRequestStore, 'question' | 'openQuestions'>): QuestionSource {
  return {
    open: (context) =>
      rows
        .openQuestions(context.conversation)
        .filter(({ requester }) => requester === context.sender)
        .map((pull) => questionAbout(pull, context)),
    quoted({ gesture, quotedId }, context) {
      const target = gesture?.target ?? quotedId;
      const pull = target && rows.question(context.conversation, questionIdOf(target));
      return pull ? questionAbout(pull, context) : undefined;
    },
  };
}

function questionAbout(pull: PullQuestion, context: CommandContext): FeatureQuestion {
  const { number, choices, askedAtMs } = pull;
  const pulls = pullTexts(context.texts);
  const words = choices.map((choice) => `${pulls.choices[choice]} #${number}`);
  return {
    code: `pr${number}`,
    choices: choices.length,
    askedAtMs,
    lines: [pulls.title(number), `   ${words.join(' · ')}`],
    isNumbered: true,
    reads: ({ text }) => readsPullAnswer(pull, text),
    answer: (message) => answerPull(pull, message, context),
  };
}
