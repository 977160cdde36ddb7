import type { CommandContext } from '../../contracts/commands.ts';
import { codeBlock, firstLines, inlineCode, oneLine } from '../../core/text.ts';
import { builtInCommand } from '../../gateway/incoming/typed-name.ts';
import { projectName } from '../../gateway/tasks/projects.ts';
import { escapeHidden, escapeHiddenInLines } from '../../policy/display.ts';
import { type Skill, type SkillIndex, skillFile } from './skill.ts';
import { skillTexts } from './texts/texts.ts';

/** How many a chat lists. */
const MAX_SHOWN = 15;
/** In UTF-16 code units: of one line in a list, and of one skill by itself. */
const MAX_LINE_LENGTH = 80;
const MAX_ABOUT_LENGTH = 400;
const MAX_PATH_LENGTH = 200;
const MAX_BODY_LENGTH = 1_500;

type LineContext = Pick<CommandContext, 'workspace' | 'texts'>;

/** The skills for the project of a chat, with where each comes from. */
export function listText({ found, unusable }: SkillIndex, { workspace, texts }: LineContext): string {
  const { chat, origin } = skillTexts(texts);
  const skipped = unusable.length === 0 ? [] : [chat.unusable(String(unusable.length))];
  if (found.length === 0) return [chat.none, ...skipped].join('\n');
  const left = found.length - MAX_SHOWN;
  return [
    chat.title(projectName(workspace)),
    ...found.slice(0, MAX_SHOWN).map((skill) => listLine(skill, origin[skill.origin])),
    ...(left > 0 ? [chat.more(String(left))] : []),
    ...skipped,
    chat.howToSee,
  ].join('\n');
}

function listLine({ name, description }: Skill, whose: string): string {
  const head = `• ${name} (${whose})`;
  const room = Math.max(20, MAX_LINE_LENGTH - head.length);
  return `${head} - ${othersWords(description, room)}`;
}

/** One skill: its description, its place, the way to start it, its first lines. */
export function skillText(
  skill: Skill,
  { commands, texts }: Pick<CommandContext, 'commands' | 'texts'>,
): string {
  const { chat, origin } = skillTexts(texts);
  const path = inlineCode(oneLine(escapeHidden(skillFile(skill)), MAX_PATH_LENGTH));
  const usage = inlineCode(`/${skill.name} ${escapeHidden(skill.argumentHint)}`.trim());
  const isTaken = builtInCommand(commands, skill.name) !== undefined;
  const howItStarts = [
    ...(skill.isForPeople ? [isTaken ? chat.hasCommand(usage) : chat.starts(usage)] : [chat.onlyModel]),
    ...(skill.isForModel ? [] : [chat.onlyPeople]),
  ];
  return [
    `🧩 ${skill.name} (${origin[skill.origin]}): ${path}`,
    othersWords(skill.description, MAX_ABOUT_LENGTH),
    ...howItStarts,
    chat.begins,
    codeBlock(escapeHiddenInLines(firstLines(skill.body, MAX_BODY_LENGTH))),
  ].join('\n');
}

/** Signs that Markdown, or a phone, would interpret. */
const SIGNS = /[*_~`[\]<>#|\\!&@]|:\/\/|www\./i;

/** Text of other authors: as code if any of its signs could be interpreted. */
function othersWords(text: string, most: number): string {
  const shown = oneLine(escapeHidden(text), most);
  return SIGNS.test(shown) ? inlineCode(shown) : shown;
}
