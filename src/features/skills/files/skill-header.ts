import { parseNames, readFrontmatter } from '../../../claude-files/frontmatter.ts';
import type { JsonObject } from '../../../core/json.ts';
import { oneLine } from '../../../core/text.ts';
import type { Skill, SkillFault } from '../skill.ts';

/** In UTF-16 code units: what published skills may have. */
const MAX_DESCRIPTION_LENGTH = 1_600;
const MAX_HINT_LENGTH = 100;
const MAX_TOOLS = 100;
const NAME = /^[a-z0-9][a-z0-9._-]{0,63}$/i;
/** `Bash(git diff *)` is one name, whatever is between its parentheses. */
const TOOL = /[^\s(]+(?:\([^)]*\))?/g;

export type SkillHeader = Pick<
  Skill,
  'name' | 'description' | 'argumentHint' | 'allowedTools' | 'isForModel' | 'isForPeople' | 'body'
>;

/**
 * Reads a `SKILL.md` as its author meant it: the folder names a skill whose header does not, its first lines describe
 * one without a description, and unknown keys are ignored. Never throws.
 * @param folderName last name of its folder
 */
export async function readSkillHeader(text: string, folderName: string): Promise<SkillHeader | SkillFault> {
  // It stands in the paths of commands, and in texts for people.
  if (!NAME.test(folderName)) return 'name';
  const { frontmatter, body, warning } = await readFrontmatter(text);
  // A header that cannot be read might have kept the model from using it.
  if (warning !== undefined && Object.keys(frontmatter).length === 0) return 'header';
  const description = descriptionIn(frontmatter) || firstParagraph(body);
  if (description === '') return 'description';
  return {
    name: nameIn(frontmatter) ?? folderName,
    description,
    argumentHint: hintIn(frontmatter),
    allowedTools: parseNames(frontmatter['allowed-tools'])
      .flatMap((names) => names.match(TOOL) ?? [])
      .slice(0, MAX_TOOLS),
    isForModel: !isSet(frontmatter['disable-model-invocation'], true),
    isForPeople: !isSet(frontmatter['user-invocable'], false),
    body: body.trim(),
  };
}

/** Older skills have a title in its place: `PDF Processing`. */
function nameIn({ name }: JsonObject): string | undefined {
  return typeof name === 'string' && NAME.test(name) ? name : undefined;
}

function descriptionIn({ description, when_to_use: when }: JsonObject): string {
  const parts = [description, when].filter((one) => typeof one === 'string');
  return oneLine(parts.join(' '), MAX_DESCRIPTION_LENGTH);
}

/** The first lines of the text that are no heading. */
function firstParagraph(body: string): string {
  const paragraphs = body.split(/\n\s*\n/).map((one) => one.replace(/^#.*$/gm, '').trim());
  return oneLine(paragraphs.find((one) => one !== '') ?? '', MAX_DESCRIPTION_LENGTH);
}

/** `[file]` without quotes is a list to YAML. */
function hintIn({ 'argument-hint': hint }: JsonObject): string {
  if (typeof hint === 'string') return oneLine(hint, MAX_HINT_LENGTH);
  return Array.isArray(hint) ? oneLine(`[${hint.join(', ')}]`, MAX_HINT_LENGTH) : '';
}

/** People write `"true"` as well. */
function isSet(value: JsonObject[string] | undefined, wanted: boolean): boolean {
  return value === wanted || (typeof value === 'string' && value.toLowerCase() === String(wanted));
}
