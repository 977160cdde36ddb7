import type { CommandContext } from '../../contracts/commands.ts';
import type { HandlersOf } from '../../contracts/feature.ts';
import type { Store } from '../../contracts/store.ts';
import { escapeHidden } from '../../policy/display.ts';
import { skillNamed, skillsFor } from './find-for-message.ts';
import type { Skills } from './skill.ts';
import type { SkillAction } from './skill-action.ts';
import { listText, skillText } from './skill-lines.ts';
import { skillTexts } from './texts/texts.ts';
import { reviewSkill } from './trust-skill.ts';

/** Reads the skills of the chat's project, and stores what owners answer. */
export function skillActions(
  skills: Pick<Skills, 'in'>,
  store: Pick<Store, 'trust'>,
): HandlersOf<SkillAction> {
  const onlyOwners = (_action: SkillAction, { person, texts }: CommandContext) =>
    person.role === 'owner' ? undefined : texts.replies.ownersOnly;
  return {
    'skills.show': {
      grants: () => false,
      async perform({ name }, { context }) {
        const index = await skillsFor(context, skills);
        if (name === '') return [{ kind: 'reply', text: listText(index, context) }];
        const skill = skillNamed(index.found, name);
        const text = skill === undefined ? noSkill(name, context) : skillText(skill, context);
        return [{ kind: 'reply', text }];
      },
    },
    'skills.review': {
      grants: ({ isYes }) => isYes,
      refusal: onlyOwners,
      async perform({ name, isYes }, { context }) {
        const skill = skillNamed((await skillsFor(context, skills)).found, name);
        if (skill === undefined) return [{ kind: 'reply', text: noSkill(name, context) }];
        return reviewSkill(skill, isYes, context);
      },
    },
    'skills.trust': {
      grants: ({ change }) => change === 'accept',
      refusal: onlyOwners,
      apply({ change, file }) {
        if (change === 'revoke') store.trust.revoke(file.workspace, file.name);
        else store.trust[change](file);
        return [];
      },
    },
  };
}

function noSkill(name: string, { texts }: Pick<CommandContext, 'texts'>): string {
  return skillTexts(texts).chat.noSkill(escapeHidden(name));
}
