import { openCommandFiles } from '../features/command-files/files/open-command-files.ts';
import type { CommandFileParts, CommandFiles } from '../features/command-files/files/open-command-files.ts';
import { openSkills } from '../features/skills/files/open-skills.ts';
import type { Skills } from '../features/skills/skill.ts';
import type { HostContext } from './host-context.ts';

export interface ClaudeFiles {
  readonly commandFiles: CommandFiles;
  readonly skills: Skills;
}

/** What projects and the owner keep in the format of Claude Code. */
export function openClaudeFiles({ settings, packageRoot, linked }: HostContext, parts: CommandFileParts): ClaudeFiles {
  const { folders } = settings;
  return {
    commandFiles: openCommandFiles({ folders, packageRoot, linked }, parts),
    skills: openSkills(folders),
  };
}
