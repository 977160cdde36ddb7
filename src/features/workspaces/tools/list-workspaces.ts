import { basename } from 'node:path';
import * as z from 'zod';
import { type AnyTool, defineTool } from '../../../contracts/tool.ts';
import type { WorkspacesOfSession } from './known-workspaces.ts';

/** How many names one result has; the history keeps it. */
const MAX_LISTED = 100;

export function listWorkspaces(workspacesOf: WorkspacesOfSession): AnyTool {
  return defineTool({
    name: 'list_workspaces',
    description: 'The projects this chat can work in.',
    effect: 'reads',
    doing: { en: 'looking at the projects', es: 'mirando los proyectos' },
    subAgents: 'none',
    claudeCode: [],
    service: 'workspace',
    forSeveralProjects: true,
    examples: [{ description: 'See which projects there are', input: {} }],
    input: z.object({}),
    output: z.object({
      own: z.string(),
      next: z.string(),
      names: z.array(z.string()),
      elsewhere: z.array(z.object({ name: z.string(), machines: z.array(z.string()) })),
    }),
    async run(_input, { session }) {
      const workspaces = workspacesOf(session);
      const [own, next] = [workspaces.own, workspaces.next()];
      const found = workspaces.list();
      const kept = found.filter(({ path }) => path === own || path === next);
      const others = found.filter((one) => !kept.includes(one)).slice(0, MAX_LISTED);
      const shown = found.filter((one) => kept.includes(one) || others.includes(one));
      const away = workspaces.elsewhere();
      const shownAway = away.slice(0, MAX_LISTED - others.length);
      const left = found.length + away.length - shown.length - shownAway.length;
      const lines = shown.map(({ name, path }) => {
        const notes = [
          ...(path === own ? ['this task'] : []),
          ...(path === next ? ['the next task of this chat'] : []),
        ];
        return notes.length === 0 ? name : `${name} (${notes.join(', ')})`;
      });
      return {
        text: [
          ...(lines.length + shownAway.length === 0 ? ['There is no project to choose.'] : lines),
          ...shownAway.map(({ name, machines }) => `${name} (on another machine: ${machines.join(', ')})`),
          ...(left === 0 ? [] : [`(and ${left} more: ask the person for the name)`]),
        ].join('\n'),
        data: {
          own: basename(own),
          next: basename(next),
          names: shown.map(({ name }) => name),
          elsewhere: shownAway.map(({ name, machines }) => ({ name, machines: [...machines] })),
        },
      };
    },
  });
}
