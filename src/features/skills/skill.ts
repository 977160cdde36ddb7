import type { TextFile } from '../../contracts/workspace-files.ts';

/**
 * Where a skill comes from. The authors of a project wrote its files and those of its plugins; `mine` is CONFIG_DIR.
 */
export type SkillOrigin = 'mine' | 'project' | 'plugin';

/** A folder with a `SKILL.md`: instructions for certain work, and the files that these name. */
export interface Skill {
  /** How it is called: unique in a project, `plugin:name` or `apps/web:name` where the bare name is taken. */
  readonly name: string;
  readonly origin: SkillOrigin;
  /** Untrusted text on one line, except for one's own; may be empty. */
  readonly description: string;
  readonly argumentHint: string;
  /** As the file names them. */
  readonly allowedTools: readonly string[];
  /** False when only a person can begin it. */
  readonly isForModel: boolean;
  /** False when only the model can load it. */
  readonly isForPeople: boolean;
  /** The text after its header. */
  readonly body: string;
  /** Its folder: canonical; no file of the skill is outside of it. */
  readonly folder: string;
  /** The folder as commands name it: relative to the project, or absolute. */
  readonly place: string;
  /** SHA-256 of `SKILL.md`. */
  readonly hash: string;
}

/** Why a folder is no skill, for its author. */
export type SkillFault =
  /** Outside of its place, on the list of secrets, a pipe, or refused by the system. */
  'closed' | 'too-large' | 'not-text' | 'header' | 'name' | 'description' | 'taken' | 'too-many';

export interface UnusableSkill {
  /** Relative to the project, or absolute. */
  readonly place: string;
  readonly fault: SkillFault;
}

export interface SkillIndex {
  /** The person's own first: a project's files hide none of them. */
  readonly found: readonly Skill[];
  readonly unusable: readonly UnusableSkill[];
}

export interface Skills {
  /**
   * The skills for a project (canonical path), read from the disk each time. Never throws because of the disk's
   * contents.
   */
  in(project: string): Promise<SkillIndex>;
  /**
   * One of its files, by its path in the folder.
   * @throws Failure `not-found`, `denied` (outside, by whatever path or link; secrets), `invalid` (no text, too large)
   */
  read(skill: Skill, file: string): Promise<TextFile>;
  /** Paths of its files beside `SKILL.md`, sorted; no links, no secrets. */
  filesOf(
    skill: Skill,
    signal: AbortSignal,
  ): Promise<{ readonly paths: readonly string[]; readonly leftOut: number }>;
}

/** `SKILL.md`, as people name it. */
export function skillFile({ place }: Pick<Skill, 'place'>): string {
  return `${place}/SKILL.md`;
}

/** Its name where files are accepted: no command and no specialist can have a slash in it. */
export function trustName({ name }: Pick<Skill, 'name'>): string {
  return `skills/${name}`;
}
