import * as z from 'zod';
import { defineTool } from '../contracts/tool.ts';

const MAX_FILES = 500;

export const listSourceFiles = defineTool({
  name: 'list_source_files',
  description: 'List files of the workspace; ignored files are left out.',
  effect: 'reads',
  doing: { en: 'listing', es: 'listando' },
  subAgents: 'all',
  claudeCode: ['Glob', 'LS'],
  service: 'files',
  examples: [
    { description: 'List the tests of the login', input: { path: 'tests/login', glob: '**/*.test.ts' } },
  ],
  input: z.object({
    path: z.string().optional().describe('Folder'),
    glob: z.string().optional().describe('Such as src/**/*.ts'),
  }),
  output: z.object({ paths: z.array(z.string()), left_out: z.int() }),
  async run({ path, glob }, { workspace: { files }, signal }) {
    const { paths, leftOut } = await files.list({ under: path, glob, limit: MAX_FILES, signal });
    const data = { paths: [...paths], left_out: leftOut };
    if (paths.length === 0) return { text: 'No files.', data };
    const more = leftOut === 0 ? '' : `\n${leftOut} more: name a folder or a glob.`;
    return { text: paths.join('\n') + more, data };
  },
});
