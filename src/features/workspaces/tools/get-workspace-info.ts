import * as z from 'zod';
import { type AnyTool, defineTool } from '../../../contracts/tool.ts';
import type { WorkspaceFacts } from '../../../contracts/workspaces.ts';
import { oneLine } from '../../../core/text.ts';
import { escapeHidden } from '../../../policy/display.ts';
import type { WorkspacesOfSession } from './known-workspaces.ts';
import { ownWorkspace, workspaceNamed } from './known-workspaces.ts';

/** How much of a commit's subject is shown, in UTF-16 code units. */
const MAX_SUBJECT_LENGTH = 100;

export function getWorkspaceInfo(workspacesOf: WorkspacesOfSession): AnyTool {
  return defineTool({
    name: 'get_workspace_info',
    description: 'Branch, changes, last commit, languages and tests of a project; default this one.',
    effect: 'reads',
    doing: { en: 'looking at a project', es: 'mirando un proyecto' },
    subAgents: 'none',
    claudeCode: [],
    service: 'workspace',
    forSeveralProjects: true,
    examples: [{ description: 'Look at another project', input: { name: 'shop' } }],
    input: z.object({ name: z.string().optional() }),
    output: z.object({
      name: z.string(),
      branch: z.string().optional(),
      changed: z.int().optional(),
      lastCommit: z.string().optional(),
      languages: z.array(z.string()),
      testCommand: z.string().optional(),
      ownerFiles: z.array(z.string()),
    }),
    async run({ name }, { session }) {
      const workspaces = workspacesOf(session);
      const found = name === undefined ? ownWorkspace(workspaces) : workspaceNamed(name, workspaces);
      const facts = await workspaces.look(found.path);
      const ownerFiles = workspaces.ownerFiles(found.path);
      const { languages, testCommand } = facts;
      const lines = [
        workspaces.showsPaths ? `${found.name}: ${found.path}` : found.name,
        ...repositoryLines(facts).map((line) =>
          workspaces.showsPaths ? line : line.replaceAll(found.path, found.name),
        ),
        ...(languages.length === 0 ? [] : [`Languages: ${languages.join(', ')}`]),
        ...(testCommand === undefined ? [] : [`Tests, as its files suggest: ${testCommand}`]),
        ...(ownerFiles.length === 0 ? [] : [`Files of the owner for a new task: ${ownerFiles.join(', ')}`]),
      ];
      const data = { name: found.name, ...repositoryData(facts), languages: [...languages], testCommand };
      return { text: lines.join('\n'), data: { ...data, ownerFiles: [...ownerFiles] } };
    },
  });
}

function repositoryLines({ repository }: WorkspaceFacts): readonly string[] {
  if (repository === undefined) return ['No git repository.'];
  if (typeof repository === 'function') return [`Git: ${repository('en')}`];
  const { branch, changed, lastCommit } = repository;
  return [
    `Branch: ${branch ?? 'none (detached HEAD)'}, ${changed === 0 ? 'clean' : `${changed} files not committed`}`,
    lastCommit === undefined ? 'No commit yet.' : `Last commit: ${commitLine(lastCommit)}`,
  ];
}

function repositoryData({ repository }: WorkspaceFacts) {
  if (repository === undefined || typeof repository === 'function') return {};
  const { branch, changed, lastCommit } = repository;
  return { branch, changed, lastCommit: lastCommit && commitLine(lastCommit) };
}

function commitLine({ hash, subject }: { readonly hash: string; readonly subject: string }): string {
  return `${hash.slice(0, 7)} ${oneLine(escapeHidden(subject), MAX_SUBJECT_LENGTH)}`;
}
