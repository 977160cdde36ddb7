import * as z from 'zod';
import { momentOf, QuestionData, type WebDataSource, type WebRequest } from '../../../contracts/web-page.ts';
import type { WaitingQuestions } from '../rows/waiting-questions.ts';

const Output = z.object({ questions: z.array(QuestionData).describe('Oldest first.') });

/** Open questions about what a task may do, as data. */
export function questionsData(waiting: Pick<WaitingQuestions, 'listOpen'>): WebDataSource {
  return {
    query: z.object({}),
    output: Output,
    read: (request): z.infer<typeof Output> => ({ questions: openQuestions(waiting, request) }),
  };
}

export function openQuestions(
  waiting: Pick<WaitingQuestions, 'listOpen'>,
  { visitor, clean }: Pick<WebRequest, 'visitor' | 'clean'>,
): QuestionData[] {
  return waiting
    .listOpen()
    .filter(({ requester }) => visitor.role === 'owner' || requester === visitor.sender)
    .map(({ id, session, requester, question: { tool, details, text: question }, askedAtMs }) => ({
      id,
      task_id: session,
      person: requester,
      tool,
      details: clean(details === '' ? question : details),
      asked_at: momentOf(askedAtMs),
    }));
}
