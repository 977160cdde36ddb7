import * as z from 'zod';

/** What a cell reports of a session beside its transcript. Unknown fields belong to a newer version. */
export const CopyFacts = z.object({
  status: z.string(),
  mode: z.enum(['agent', 'talk']),
  number: z.int(),
  task: z.string(),
  locale: z.enum(['en', 'es']),
  /** Name of the project's folder. */
  project: z.string(),
  /** The address it can be cloned from, without credentials. */
  remote: z.string().optional(),
  branch: z.string().optional(),
  /** The ids of its messages in the chat: a reply to one of them is about this session. */
  messages: z.array(z.string()).optional(),
  /** True if its transcript is too large to be copied. */
  isTooLarge: z.boolean().optional(),
  /** True if it has ended and its report waits for the end of the quiet hours. */
  isHeldBack: z.boolean().optional(),
});
export type CopyFacts = z.infer<typeof CopyFacts>;
