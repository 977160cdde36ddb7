import type { Assignment, Terms } from '../../contracts/assignment.ts';
import type { MessageWords } from '../../contracts/channel.ts';
import type { Action, CommandContext, CommandLookup } from '../../contracts/commands.ts';
import type { TrustStore } from '../../contracts/grants.ts';
import type { SessionRecord } from '../../contracts/session.ts';
import { Failure } from '../../core/failure.ts';
import { foldName } from '../../core/nearest-name.ts';
import { texts } from '../../core/texts/texts.ts';
import { builtInCommand, commandIn } from '../../gateway/incoming/message-intent.ts';
import { mayWorkIn } from '../../gateway/people/person.ts';
import { startActions, taskOf } from '../../gateway/tasks/start-task.ts';
import { placementNow } from '../../gateway/tasks/task-queue.ts';
import { escapeHidden, escapeHiddenInLines } from '../../policy/display.ts';
import { preApprovedBy } from '../../tools/pre-approved.ts';
import { type Skill, type SkillIndex, type Skills, skillFile, trustName } from './skill.ts';
import { skillTexts } from './texts/texts.ts';
import { linesFrom, markSkill, WEIGHT, withPlace } from './use-skill.ts';

/** Looks for the skill that a message names. Other messages cost nothing. */
export async function findSkillCommand(
  message: MessageWords,
  context: Pick<CommandContext, 'workspace' | 'person' | 'program' | 'commands'>,
  skills: Pick<Skills, 'in'>,
): Promise<CommandLookup | undefined> {
  const typed = commandIn(message);
  if (typed === undefined || builtInCommand(context.commands, typed.name) !== undefined) return undefined;
  const index = await skillsFor(context, skills);
  const forPeople = index.found.filter(({ isForPeople }) => isForPeople);
  if (forPeople.length === 0) return undefined;
  const skill = skillNamed(forPeople, typed.name);
  return {
    named: skill && ((text, now) => beginSkill(skill, text, { now, workspace: context.workspace })),
    names: forPeople.map(({ name }) => name),
    overview: () => [],
    details: () => undefined,
  };
}

/** None for a person who may not know what there is: names reveal something about a project. */
export async function skillsFor(
  { workspace, person, program }: Pick<CommandContext, 'workspace' | 'person' | 'program'>,
  skills: Pick<Skills, 'in'>,
): Promise<SkillIndex> {
  if (!mayWorkIn(person, workspace) || !program.workspaces.isWorkspace(workspace))
    return { found: [], unusable: [] };
  return skills.in(workspace);
}

/** Phones change capitals by themselves; no two skills differ in these alone. */
export function skillNamed(skills: readonly Skill[], typed: string): Skill | undefined {
  return skills.find(({ name }) => foldName(name) === foldName(typed));
}

function beginSkill(
  { name, hash }: Skill,
  text: string,
  { now, workspace }: { readonly now: CommandContext; readonly workspace: string },
): readonly Action[] {
  // The chat moved to another project while it was looked.
  if (workspace !== now.workspace)
    return [{ kind: 'reply', text: skillTexts(now.texts).chat.lookedElsewhere }];
  const assignment = { kind: 'skill', name, text, hash } as const;
  return startActions(taskOf(assignment), placementNow(now), now).map((action) =>
    action.kind === 'start' ? { ...action, assignment } : action,
  );
}

export interface SkillTermsParts {
  readonly skills: Pick<Skills, 'in'>;
  readonly trust: Pick<TrustStore, 'isAccepted'>;
  /** True for a session of an owner. */
  isOwners(session: SessionRecord): boolean;
}

export type SkillAssignment = Extract<Assignment, { kind: 'skill' }>;

/**
 * The terms of a task that a person begins with a skill: its text as the task, and the calls that `allowed-tools`
 * pre-approves, as for a command file: never more than an owner has accepted, and only for owners.
 * @throws Failure in the language of the session: the skill has changed or is gone
 */
export function skillTerms({
  skills,
  trust,
  isOwners,
}: SkillTermsParts): (session: SessionRecord, assignment: SkillAssignment) => Promise<Terms> {
  return async (session, { name, text, hash }) => {
    const skill = await skillAsked(skills, session, { name, hash });
    const wanted = isOwners(session) ? preApprovedBy(skill.allowedTools) : [];
    const restsOn = { name: trustName(skill), path: skillFile(skill), hash };
    const isOwn = skill.origin === 'mine';
    const isTrusted = isOwn || trust.isAccepted({ workspace: session.project, ...restsOn });
    const brief = briefOf(skill, text, session.task);
    if (wanted.length === 0) return { brief, preApproved: [] };
    if (!isTrusted) {
      const notUsed = skillTexts(texts(session.locale)).trust.notUsed(name);
      return { brief, told: notUsed, preApproved: [] };
    }
    return { brief, preApproved: wanted, ...(isOwn ? {} : { restsOn }) };
  };
}

/** The requested skill with exactly this content, or a Failure. */
async function skillAsked(
  skills: SkillTermsParts['skills'],
  { project, locale }: SessionRecord,
  { name, hash }: Pick<SkillAssignment, 'name' | 'hash'>,
): Promise<Skill> {
  const { chat } = skillTexts(texts(locale));
  const skill = (await skills.in(project)).found.find((one) => one.name === name);
  if (skill === undefined) throw new Failure('not-found', chat.gone(name));
  if (skill.hash !== hash) throw new Failure('conflict', chat.changed(name));
  return skill;
}

/** The command as it was typed, then the skill, which ends where we say it does. */
function briefOf(skill: Skill, typed: string, task: string): string {
  const { shown, next } = linesFrom(withArguments(withPlace(skill.body, skill), typed), 1);
  return [
    escapeHiddenInLines(task),
    '',
    `The person sent this command. It stands for the skill ${escapeHidden(skillFile(skill))}. ${WEIGHT}`,
    ...markSkill(shown),
    ...(next === undefined ? [] : [`(It goes on: use_skill, offset ${next}.)`]),
    `Its files are in ${escapeHidden(skill.place)}/; use_skill loads them.`,
  ].join('\n');
}

const ARGUMENTS = /\$ARGUMENTS(?:\[(\d)\])?(?![\w[])/g;

/** Puts the typed words where the text wants them, else below it; they are not searched again. */
function withArguments(body: string, typed: string): string {
  const words = typed.split(/\s+/);
  const filled = body.replace(ARGUMENTS, (_, index?: string) =>
    index === undefined ? typed : (words[Number(index)] ?? ''),
  );
  return typed === '' || filled !== body ? filled : `${body}\n\nArguments: ${typed}`;
}
