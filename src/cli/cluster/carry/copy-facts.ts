import * as z from 'zod';

/** What a cell says of a session beside its transcript. Unknown fields are a newer version's. */
export const CopyFacts = z.object({
  status: z.string(),
  mode: z.enum(['agent', 'talk']),
  number: z.int(),
  task: z.string(),
  locale: z.enum(['en', 'es']),
  /** Name of the project's folder. */
  project: z.string(),
  /** Where it can be cloned from, without credentials. */
  remote: z.string().optional(),
  branch: z.string().optional(),
  /** Messages that show it: a reply to one is about it. */
  messages: z.array(z.string()).optional(),
  /** Its transcript is larger than what is copied. */
  isTooLarge: z.boolean().optional(),
  /** It has ended, and its report waits for the end of the quiet hours. */
  isHeldBack: z.boolean().optional(),
});
export type CopyFacts = z.infer<typeof CopyFacts>;
