import { realpathSync } from 'node:fs';
import path from 'node:path';
import type { CliHost } from '../../../contracts/sub-command.ts';
import { codeOf, Failure } from '../../../core/failure.ts';
import { tableOf, widthOf } from '../../../core/terminal-output.ts';
import { texts } from '../../../core/texts/texts.ts';
import { escapeHidden, escapeHiddenInLines } from '../../../policy/display.ts';
import { openSkills } from '../open-skills.ts';
import { type Skill, type SkillIndex, type Skills, skillFile } from '../skill.ts';
import { skillNamed } from '../skill-command.ts';
import { type SkillTexts, skillTexts } from '../texts/texts.ts';

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

interface SkillsHere {
  readonly skills: Skills;
  /** Canonical. */
  readonly project: string;
  readonly words: SkillTexts;
}

/** @throws Failure `not-found` for a folder that is not there, `invalid` for settings that cannot be used */
async function skillsHere(host: CliHost, workspace: string | undefined): Promise<SkillsHere> {
  const { configFolder, workspace: usual, locale } = await host.installation();
  const { folder: data } = await host.storedData();
  const words = skillTexts(texts(locale));
  return {
    skills: openSkills({ config: configFolder, data }),
    project: canonicalFolder(path.resolve(workspace ?? usual), words),
    words,
  };
}

function canonicalFolder(folder: string, { cli }: SkillTexts): string {
  try {
    return realpathSync(folder);
  } catch (error) {
    if (codeOf(error) === undefined) throw error;
    throw new Failure('not-found', cli.noFolder(folder), { cause: error });
  }
}
