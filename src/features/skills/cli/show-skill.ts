import type { CliHost } from '../../../contracts/sub-command.ts';
import { escapeHidden, escapeHiddenInLines } from '../../../policy/display.ts';
import { skillNamed } from '../find-for-message.ts';
import { skillFile } from '../skill.ts';
import { skillsHere } from './skills-here.ts';

export interface SkillShowOptions {
  readonly workspace?: string;
}

/** Prints a skill and the names of its files. @returns the exit code */
export async function showSkill(
  host: CliHost,
  name: string,
  { workspace }: SkillShowOptions,
): Promise<number> {
  const { skills, project, words } = await skillsHere(host, workspace);
  const typed = name.replace(/^\//, '');
  const skill = skillNamed((await skills.in(project)).found, typed);
  if (skill === undefined) {
    host.errors.write(`${words.chat.noSkill(escapeHidden(typed))}\n`);
    return 1;
  }
  const { paths } = await skills.filesOf(skill, new AbortController().signal);
  const lines = [
    `${skill.name} (${words.origin[skill.origin]}): ${escapeHidden(skillFile(skill))}`,
    escapeHidden(skill.description),
    '',
    escapeHiddenInLines(skill.body),
    ...(paths.length === 0 ? [] : ['', ...paths.map((file) => `- ${escapeHidden(file)}`)]),
  ];
  host.output.write(`${lines.join('\n')}\n`);
  return 0;
}
