import { basename } from 'node:path';
import * as z from 'zod';
import { LINK_WORDS } from '../../../channels/whatsapp/link-state.ts';
import { QuestionData, TaskData, type WebDataSource } from '../../../contracts/web-page.ts';
import { type NowParts, OPEN_SHOWN } from './now.tsx';
import { openQuestions } from './questions-data.ts';
import { spentToday } from './spent-today.ts';

const Running = TaskData.pick({
  id: true,
  task: true,
  status: true,
  project: true,
  person: true,
  rounds: true,
});

const Output = z.object({
  version: z.string(),
  whatsapp: z.enum(LINK_WORDS).nullable().describe('Null: WhatsApp is not used.'),
  tasks: z.array(Running).describe('That have not ended, newest first.'),
  questions: z.array(QuestionData).describe('That wait for an answer, oldest first.'),
  spent_today_usd: z.number().describe('Since midnight UTC: by everybody for an owner, else by the person.'),
});

/** What the first page shows, as data. */
export function nowData({ tasks, waiting, spending, program, link }: NowParts): WebDataSource {
  return {
    query: z.object({}),
    output: Output,
    async read(request): Promise<z.infer<typeof Output>> {
      const { visitor, clean, nowMs } = request;
      const owner = visitor.role === 'owner' ? undefined : visitor.sender;
      const { tasks: open } = await tasks.find({ owner, mode: 'agent', isOpen: true }, { limit: OPEN_SHOWN });
      return {
        version: program.version,
        whatsapp: link() ?? null,
        tasks: open.map(({ id, task, state: { status }, project, owner, usage: { round } }) => ({
          id,
          task: clean(task),
          status,
          project: clean(basename(project)),
          person: owner,
          rounds: round,
        })),
        questions: openQuestions(waiting, request),
        spent_today_usd: spentToday(visitor, { spending, nowMs }) / 1_000_000,
      };
    },
  };
}
