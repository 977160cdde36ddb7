import type { CommandContext } from '../../contracts/commands.ts';
import { unreachable } from '../../core/unreachable.ts';
import type { OpenQuestion } from './open-questions.ts';
import { questionChoice } from './question-text.ts';

/** Asks which question is meant: lists each with its code, and how to answer with it. */
export function whichQuestion(questions: readonly OpenQuestion[], context: CommandContext): string {
  const lines = questions.flatMap((question) => linesOf(question));
  return [context.texts.replies.whichQuestion, ...lines].join('\n');
}

function linesOf(question: OpenQuestion): readonly string[] {
  switch (question.kind) {
    case 'approval':
      return questionChoice(question.approval);
    case 'feature':
      return question.question.lines;
    default:
      return unreachable(question);
  }
}
