import * as z from 'zod';
import { type AnyTool, defineTool } from '../../../contracts/tool.ts';
import type { CronsOfSession } from './session-crons.ts';

export function deleteCron(cronsOf: CronsOfSession): AnyTool {
  return defineTool({
    name: 'delete_cron',
    description: 'Delete a cron; the person is asked.',
    effect: 'asks',
    inTalk: true,
    doing: { en: 'deleting a cron', es: 'borrando una programación' },
    subAgents: 'none',
    claudeCode: [],
    service: 'cron',
    examples: [
      { description: 'Delete the first of the crons found', input: { id: '{{task-0.output.crons.0.id}}' } },
    ],
    input: z.object({ id: z.string() }),
    output: z.object({ id: z.string() }),

    async review({ id }, { session }) {
      const crons = cronsOf(session);
      const cron = crons.own(id);
      return {
        verdict: {
          kind: 'ask',
          rule: 'cron-delete',
          reason: crons.describe(cron),
          risk: { writesOutsideGit: 'no', network: 'no', undoable: 'yes' },
        },
        binding: { id: cron.id, schedule: cron.schedule, message: cron.message },
        details: '',
        explainsItself: true,
      };
    },

    // Deleted twice is deleted: a call that was interrupted is made again, and finds it gone if it was done.
    recover: async ({ id }, { session }) => {
      const isThere = cronsOf(session)
        .list()
        .some(({ name }) => name === id.trim().toLowerCase());
      return isThere ? { kind: 'rerun' } : { kind: 'done', answer: deletedAnswer(id.trim().toLowerCase()) };
    },

    async run({ id }, { session }) {
      const crons = cronsOf(session);
      const cron = crons.own(id);
      crons.delete(cron);
      return deletedAnswer(cron.name);
    },
  });
}

function deletedAnswer(name: string) {
  return {
    text: `Deleted cron ${name}. The person can bring it back with /cron undo for 10 minutes.`,
    data: { id: name },
  };
}
