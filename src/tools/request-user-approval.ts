import * as z from 'zod';
import { defineTool } from '../contracts/tool.ts';

export const requestUserApproval = defineTool({
  name: 'request_user_approval',
  description: 'Ask the person a yes/no question and wait, before anything destructive or unclear.',
  effect: 'asks',
  onlySpeaks: true,
  doing: { en: 'asking you', es: 'preguntándote' },
  subAgents: 'none',
  claudeCode: ['AskUserQuestion'],
  service: 'agent',
  examples: [
    {
      description: 'Ask before the tasks that depend on it',
      input: { question: 'The tests ended with {{task-0.output.exit_code}}. Shall I push?' },
    },
  ],
  input: z.object({ question: z.string().min(1) }),
  output: z.object({ approved: z.literal(true), words: z.string() }),
  async review({ question }) {
    return {
      verdict: {
        kind: 'ask',
        rule: 'question',
        reason: question,
        risk: { writesOutsideGit: 'unknown', network: 'unknown', undoable: 'unknown' },
      },
      binding: { question },
      details: '',
      explainsItself: true,
    };
  },
  // A question has no effect of its own: the stored answer decides again.
  recover: async () => ({ kind: 'rerun' }),
  async run(_input, { person: { approvalWords = '' } }) {
    const words = approvalWords.trim();
    const quoted = words === '' ? '' : ` Their words: "${words}"`;
    return { text: `The person approved.${quoted}`, data: { approved: true, words } };
  },
});
