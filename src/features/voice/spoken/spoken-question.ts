import type { SessionRecord } from '../../../contracts/session.ts';
import type { ApprovalRecord } from '../../../contracts/store.ts';
import { inlineCode } from '../../../core/text.ts';
import type { Texts } from '../../../core/texts/texts.ts';
import { questionTitle } from '../../../gateway/questions/question-text.ts';
import { taskLine } from '../../../gateway/tasks/session-text.ts';
import { isIrreversible } from '../../../policy/irreversible.ts';
import { titleLine } from '../../../policy/redaction.ts';
import { voiceTexts } from '../texts/texts.ts';

/** Longest command that is read out, in UTF-16 code units. */
const MAX_COMMAND_LENGTH = 60;

/** A question in a few sentences. A command is read out when it consists of words: the chat shows all of it. */
export function spokenQuestion(
  approval: ApprovalRecord,
  session: Pick<SessionRecord, 'task'>,
  texts: Texts,
): string {
  const { spoken } = voiceTexts(texts);
  const { tool, details, text: question } = approval.question;
  const isCommand = tool === 'run_command' && !details.includes('\n');
  const asked = isCommand
    ? inlineCode(titleLine(details, MAX_COMMAND_LENGTH))
    : details === ''
      ? question
      : '';
  return [
    questionTitle(approval, texts),
    asked,
    spoken.forTask(taskLine(session)),
    isIrreversible(approval.question) ? spoken.answerInWriting : spoken.answer,
  ].join('\n');
}
