import type { Action, ChatCommand } from '../../contracts/commands.ts';
import { trustWord } from '../../gateway/people/trust-words.ts';
import type { SkillAction } from './skill-action.ts';
import { skillTexts } from './texts/texts.ts';
import { takeBackSkill } from './trust-skill.ts';

const TRUST = /^(?:trust|confiar)$/iu;
/** Longest name that is looked for, in UTF-16 code units. */
const MAX_NAME_LENGTH = 200;

/** Lists skills, shows one, and lets an owner accept what one would do without a question. */
export const skillsCommand: ChatCommand = {
  name: 'skills',
  takesYes: true,
  aliases: ['skill', 'habilidades', 'habilidad'],
  topic: 'projects',
  describe: (texts) => skillTexts(texts).command,
  run(rest, context): readonly (Action | SkillAction)[] {
    const [first = '', second = '', answer = ''] = rest.split(/\s+/);
    if (!TRUST.test(first)) return [{ kind: 'skills.show', name: nameOf(first) }];
    const { person, isGroup, texts } = context;
    const { usage, more } = skillTexts(texts).command;
    if (second === '') return [{ kind: 'reply', text: `${usage}\n${more}` }];
    if (person.role !== 'owner') return [{ kind: 'reply', text: texts.replies.ownersOnly }];
    if (isGroup) return [{ kind: 'reply', text: texts.trust.notInGroup }];
    const name = nameOf(second);
    const said = trustWord(answer);
    if (said === 'off') return takeBackSkill(name, context);
    return [{ kind: 'skills.review', name, isYes: said === 'yes' }];
  },
};

function nameOf(typed: string): string {
  return typed.replace(/^\//, '').slice(0, MAX_NAME_LENGTH);
}
