import { join } from 'node:path';
import {
  type CommandFileParts,
  openCommandFiles,
} from '../features/command-files/files/open-command-files.ts';
import { openHooks } from '../features/hooks/hooks-file.ts';
import type { ClaudeFiles } from '../features/parts.ts';
import { openSkills } from '../features/skills/open-skills.ts';
import { SESSIONS } from '../store/data-folder.ts';
import type { HostContext } from './host-context.ts';

/** What projects and the owner keep in the format of Claude Code. */
export function openClaudeFiles(
  { settings: { folders }, packageRoot, linked }: HostContext,
  parts: CommandFileParts,
): ClaudeFiles {
  const { policy, supervisor } = parts;
  return {
    commandFiles: openCommandFiles({ folders, packageRoot, linked }, parts),
    skills: openSkills(folders),
    hooks: {
      hooksOf: openHooks([folders.config, folders.data]),
      policy,
      supervisor,
      transcriptOf: (session) => join(folders.data, SESSIONS, `${session}.jsonl`),
    },
  };
}
