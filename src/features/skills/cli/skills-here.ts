import { realpathSync } from 'node:fs';
import path from 'node:path';
import type { CliHost } from '../../../contracts/sub-command.ts';
import { codeOf, Failure } from '../../../core/failure.ts';
import { texts } from '../../../core/texts/texts.ts';
import { openSkills } from '../files/open-skills.ts';
import type { Skills } from '../skill.ts';
import { type SkillTexts, skillTexts } from '../texts/texts.ts';

export interface SkillsHere {
  readonly skills: Skills;
  /** Canonical. */
  readonly project: string;
  readonly words: SkillTexts;
}

/** @throws Failure `not-found` for a folder that is not there, `invalid` for settings that cannot be used */
export async function skillsHere(host: CliHost, workspace: string | undefined): Promise<SkillsHere> {
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
