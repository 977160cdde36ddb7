import type { CliHost } from '../../../contracts/sub-command.ts';
import { tableOf, widthOf } from '../../../core/terminal-output.ts';
import { escapeHidden } from '../../../policy/display.ts';
import { type Skill, type SkillIndex, skillFile } from '../skill.ts';
import type { SkillTexts } from '../texts/texts.ts';
import { skillsHere } from './skills-here.ts';

export interface SkillListOptions {
  readonly json?: true;
  readonly workspace?: string;
}

/** `wasap skills list`. Texts of other authors cannot pass for a line of ours. */
export async function listSkills(host: CliHost, { json, workspace }: SkillListOptions): Promise<void> {
  const { skills, project, words } = await skillsHere(host, workspace);
  const index = await skills.in(project);
  const text = json
    ? JSON.stringify({ skills: index.found.map(skillRecord), unusable: index.unusable }, undefined, 2)
    : listText(index, words, widthOf(host.output));
  host.output.write(`${text}\n`);
}

function skillRecord(skill: Skill) {
  const { name, origin, description, argumentHint, allowedTools, isForModel, isForPeople } = skill;
  return {
    name,
    origin,
    path: skillFile(skill),
    description,
    argumentHint,
    allowedTools,
    isForModel,
    isForPeople,
  };
}

function listText({ found, unusable }: SkillIndex, words: SkillTexts, width: number): string {
  const list =
    found.length === 0
      ? words.chat.none
      : tableOf(
          found,
          [
            {
              title: words.cli.name,
              text: ({ name, argumentHint }) => escapeHidden(`${name} ${argumentHint}`.trim()),
            },
            {
              title: words.cli.what,
              text: (skill) => escapeHidden(`${skill.description} (${skillFile(skill)})`),
            },
          ],
          width,
        );
  const skipped = unusable.map(({ place, fault }) => `  ${escapeHidden(place)}: ${words.fault[fault]}`);
  return skipped.length === 0 ? list : [list, '', words.cli.skipped, ...skipped].join('\n');
}
