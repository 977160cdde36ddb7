import { type Action, type CommandContext, replyWith } from '../../contracts/commands.ts';
import type { HandlersOf } from '../../contracts/feature.ts';
import type { TrustedFile } from '../../contracts/grants.ts';
import type { Store } from '../../contracts/store.ts';
import { foldName } from '../../core/nearest-name.ts';
import { codeBlock, firstLines, inlineCode, oneLine } from '../../core/text.ts';
import { builtInCommand } from '../../gateway/incoming/message-intent.ts';
import { ownersOnly } from '../../gateway/people/authority.ts';
import { reviewTrust, showInLine, type TrustChange, trustHandler } from '../../gateway/people/trust-step.ts';
import { projectName } from '../../gateway/tasks/projects.ts';
import { escapeHidden, escapeHiddenInLines, foreignLine } from '../../policy/display.ts';
import { preApprovedBy } from '../../tools/pre-approved.ts';
import { type Skill, type SkillIndex, type Skills, skillFile, trustName } from './skill.ts';
import { skillNamed, skillsFor } from './skill-command.ts';
import { skillTexts } from './texts/texts.ts';

/** What `/skills` asks for. */
export type SkillAction =
  /** Shows the skill of this name; all of them when it is empty. */
  | { readonly kind: 'skills.show'; readonly name: string }
  /** Shows what a skill would no longer ask about, or accepts it if it is the one that was shown. */
  | { readonly kind: 'skills.review'; readonly name: string; readonly isYes: boolean }
  | TrustChange<'skills.trust'>;

/** How many a chat lists. */
const MAX_SHOWN = 15;
/** In UTF-16 code units: of one line in a list, and of one skill by itself. */
const MAX_LINE_LENGTH = 80;
const MAX_ABOUT_LENGTH = 400;
const MAX_PATH_LENGTH = 200;
const MAX_BODY_LENGTH = 1_500;

/** Reads the skills of the chat's project, and stores what owners answer. */
export function skillActions(
  skills: Pick<Skills, 'in'>,
  store: Pick<Store, 'trust'>,
): HandlersOf<SkillAction> {
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
      refusal: ownersOnly,
      async perform({ name, isYes }, { context }) {
        const skill = skillNamed((await skillsFor(context, skills)).found, name);
        if (skill === undefined) return [{ kind: 'reply', text: noSkill(name, context) }];
        return reviewSkill(skill, isYes, context);
      },
    },
    'skills.trust': trustHandler(store.trust),
  };
}

function noSkill(name: string, { texts }: Pick<CommandContext, 'texts'>): string {
  return skillTexts(texts).chat.noSkill(escapeHidden(name));
}

/** The skills for the project of a chat, with where each comes from. */
function listText(
  { found, unusable }: SkillIndex,
  { workspace, texts }: Pick<CommandContext, 'workspace' | 'texts'>,
): string {
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
  return `${head} - ${foreignLine(description, room)}`;
}

/** One skill: its description, its place, the way to start it, its first lines. */
function skillText(skill: Skill, { commands, texts }: Pick<CommandContext, 'commands' | 'texts'>): string {
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
    foreignLine(skill.description, MAX_ABOUT_LENGTH),
    ...howItStarts,
    chat.begins,
    codeBlock(escapeHiddenInLines(firstLines(skill.body, MAX_BODY_LENGTH))),
  ].join('\n');
}

type TrustAnswer = Action | SkillAction;

/**
 * Shows the calls that a skill would no longer ask about, or accepts it: only exactly the `SKILL.md` that this person
 * was shown, and only one of the project, because a person's own needs no yes.
 */
function reviewSkill(skill: Skill, isYes: boolean, context: CommandContext): readonly TrustAnswer[] {
  const { trust } = skillTexts(context.texts);
  if (skill.origin === 'mine') return replyWith(trust.yours(skill.name));
  const calls = preApprovedBy(skill.allowedTools);
  if (calls.length === 0) return replyWith(trust.nothing(skill.name));
  const file = trustedSkillFile(skill, context);
  return reviewTrust({ kind: 'skills.trust', file, name: skill.name, calls, words: trust }, isYes, context);
}

/** Also for a skill that is gone. */
export function takeBackSkill(typed: string, context: CommandContext): readonly TrustAnswer[] {
  const { trust } = skillTexts(context.texts);
  const wanted = foldName(trustName({ name: typed }));
  const file = context.store.trust.list(context.workspace).find(({ name }) => foldName(name) === wanted);
  if (file === undefined) return replyWith(trust.notAccepted(showInLine(typed)));
  return [{ kind: 'skills.trust', change: 'revoke', file }, ...replyWith(trust.takenBack(showInLine(typed)))];
}

/** Its `SKILL.md` as it is now, as this person sees it. */
export function trustedSkillFile(
  skill: Skill,
  { workspace, sender, nowMs }: Pick<CommandContext, 'workspace' | 'sender' | 'nowMs'>,
): TrustedFile {
  const { hash } = skill;
  return { workspace, name: trustName(skill), path: skillFile(skill), hash, person: sender, atMs: nowMs };
}
