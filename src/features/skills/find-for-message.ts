import type { MessageWords } from '../../contracts/channel.ts';
import type { Action, CommandContext, FoundCommands } from '../../contracts/commands.ts';
import { foldName } from '../../core/nearest-name.ts';
import { builtInCommand, commandIn } from '../../gateway/incoming/typed-name.ts';
import { mayWorkIn } from '../../gateway/people/person.ts';
import { placeNow } from '../../gateway/tasks/places.ts';
import { startActions, taskOf } from '../../gateway/tasks/start-task.ts';
import type { Skill, SkillIndex, Skills } from './skill.ts';
import { skillTexts } from './texts/texts.ts';

type SearchContext = Pick<CommandContext, 'workspace' | 'person' | 'program' | 'commands'>;

/** Looks for the skill that a message names. Other messages cost nothing. */
export async function findSkillCommand(
  message: MessageWords,
  context: SearchContext,
  skills: Pick<Skills, 'in'>,
): Promise<FoundCommands | undefined> {
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
  return startActions(taskOf(assignment), placeNow(now), now).map((action) =>
    action.kind === 'start' ? { ...action, assignment } : action,
  );
}
