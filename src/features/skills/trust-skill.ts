import type { PermittedTool } from '../../contracts/assignment.ts';
import { type Action, type CommandContext, replyWith } from '../../contracts/commands.ts';
import type { TrustedFile } from '../../contracts/grants.ts';
import { foldName } from '../../core/nearest-name.ts';
import { inlineCode } from '../../core/text.ts';
import { preApprovedLine, showInLine } from '../../gateway/people/pre-approved-line.ts';
import { wasShown } from '../../gateway/people/trust-step.ts';
import { preApprovedBy } from '../../tools/pre-approved.ts';
import { type Skill, skillFile, trustName } from './skill.ts';
import type { SkillAction } from './skill-action.ts';
import { skillTexts } from './texts/texts.ts';

type TrustAnswer = Action | SkillAction;

/**
 * Shows the calls that a skill would no longer ask about, or accepts it: only exactly the `SKILL.md` that this person
 * was shown, and only one of the project, because a person's own needs no yes.
 */
export function reviewSkill(skill: Skill, isYes: boolean, context: CommandContext): readonly TrustAnswer[] {
  const { trust } = skillTexts(context.texts);
  if (skill.origin === 'mine') return replyWith(trust.yours(skill.name));
  const calls = preApprovedBy(skill.allowedTools);
  if (calls.length === 0) return replyWith(trust.nothing(skill.name));
  const file = trustedSkillFile(skill, context);
  if (!isYes) return askForTrust(skill, calls, context);
  if (wasShown(file, context.store.trust))
    return [{ kind: 'skills.trust', change: 'accept', file }, ...replyWith(trust.accepted(skill.name))];
  const asked = context.store.trust.findShown(file.workspace, file.name);
  const again = askForTrust(skill, calls, context);
  return asked !== undefined && asked.hash !== file.hash
    ? [...replyWith(trust.changed(skill.name)), ...again]
    : again;
}

/** Also for a skill that is gone. */
export function takeBackSkill(typed: string, context: CommandContext): readonly TrustAnswer[] {
  const { trust } = skillTexts(context.texts);
  const wanted = foldName(trustName({ name: typed }));
  const file = context.store.trust.list(context.workspace).find(({ name }) => foldName(name) === wanted);
  if (file === undefined) return replyWith(trust.notAccepted(showInLine(typed)));
  return [{ kind: 'skills.trust', change: 'revoke', file }, ...replyWith(trust.takenBack(showInLine(typed)))];
}

function askForTrust(
  skill: Skill,
  calls: readonly PermittedTool[],
  context: CommandContext,
): readonly TrustAnswer[] {
  const { trust } = skillTexts(context.texts);
  const file = trustedSkillFile(skill, context);
  const isThere = context.store.trust.isAccepted(file);
  const lines = [
    context.texts.trust.title(skill.name, inlineCode(showInLine(file.path))),
    ...calls.map((call) => preApprovedLine(call, context.texts)),
    trust.reach,
    isThere ? trust.already(skill.name) : trust.confirm(skill.name),
  ];
  return [
    ...(isThere ? [] : [{ kind: 'skills.trust', change: 'show', file } as const]),
    ...replyWith(lines.join('\n')),
  ];
}

/** Its `SKILL.md` as it is now, as this person sees it. */
export function trustedSkillFile(
  skill: Skill,
  { workspace, sender, nowMs }: Pick<CommandContext, 'workspace' | 'sender' | 'nowMs'>,
): TrustedFile {
  const { hash } = skill;
  return { workspace, name: trustName(skill), path: skillFile(skill), hash, person: sender, atMs: nowMs };
}
