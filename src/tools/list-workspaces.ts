import { basename } from 'node:path';
import * as z from 'zod';
import { defineTool } from '../contracts/tool.ts';

export const listWorkspaces = defineTool({
  name: 'list_workspaces',
  description: 'The projects this chat can work in.',
  effect: 'reads',
  input: z.object({}),
  output: z.object({ own: z.string(), next: z.string(), names: z.array(z.string()) }),
  async run(_input, { workspaces }) {
    const [own, next] = [workspaces.own, workspaces.next()];
    const found = workspaces.list();
    const lines = found.map(({ name, path }) => {
      const notes = [
        ...(path === own ? ['this task'] : []),
        ...(path === next ? ['the next task of this chat'] : []),
      ];
      return notes.length === 0 ? name : `${name} (${notes.join(', ')})`;
    });
    return {
      text: lines.length === 0 ? 'There is no project to choose.' : lines.join('\n'),
      data: { own: basename(own), next: basename(next), names: found.map(({ name }) => name) },
    };
  },
});
