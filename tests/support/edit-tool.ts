import * as z from 'zod';
import { defineTool } from '../../src/contracts/tool.ts';
import { UNLISTED } from './unlisted.ts';

/** A tool that says to have changed the file it is given, and that finds it done afterwards. */
export const edit = defineTool({
  name: 'edit',
  description: 'Changes one file.',
  effect: 'writes',
  files: ({ path }) => [path],
  ...UNLISTED,
  input: z.object({ path: z.string() }),
  output: z.object({}),
  recover: async () => ({ kind: 'done', answer: { text: 'done', data: {} } }),
  run: async () => ({ text: 'done', data: {} }),
});
