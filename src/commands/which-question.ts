import type { CommandContext } from '../contracts/commands.ts';
import { unreachable } from '../core/unreachable.ts';
import { escapeHidden } from '../policy/display.ts';
import { titleLine } from '../policy/redaction.ts';
import type { OpenQuestion } from './open-questions.ts';
import { questionChoice } from './question-text.ts';
import { trustAnswer } from './trust.ts';

/** How much of a name is shown, in UTF-16 code units: about a line of a phone. */
const MAX_LINE = 60;

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
    case 'trust':
      return [
        `🔑 ${escapeHidden(titleLine(question.file.name, MAX_LINE))}`,
        `   ${trustAnswer(question.file)}`,
      ];
    default:
      return unreachable(question);
  }
}
