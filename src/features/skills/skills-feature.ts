import { isPlanned } from '../../contracts/assignment.ts';
import type { Action, ChatCommand } from '../../contracts/commands.ts';
import type { AssignedSessions, Feature } from '../../contracts/feature.ts';
import type { SessionRecord } from '../../contracts/session.ts';
import type { Store } from '../../contracts/store.ts';
import type { WebPage } from '../../contracts/web-page.ts';
import { trustWord } from '../../gateway/people/trust-step.ts';
import { taskOf } from '../../gateway/tasks/start-task.ts';
import { hasTool } from '../../policy/call-rules.ts';
import { type SkillAction, skillActions, takeBackSkill } from './actions.ts';
import type { SkillsPageParts } from './pages/skills.tsx';
import type { SkillIndex, Skills } from './skill.ts';
import { findSkillCommand, type SkillAssignment, type SkillTermsParts, skillTerms } from './skill-command.ts';
import { skillTexts } from './texts/texts.ts';
import { skillNote, USE_SKILL, useSkill } from './use-skill.ts';

const TRUST = /^(?:trust|confiar)$/iu;
/** Longest name that is looked for, in UTF-16 code units. */
const MAX_NAME_LENGTH = 200;

export interface SkillsFeatureParts extends Pick<SkillTermsParts, 'isOwners'> {
  readonly skills: Skills;
  readonly store: SkillsPageParts['store'] & Pick<Store, 'trust'>;
  readonly program: SkillsPageParts['program'];
  readonly visitors: SkillsPageParts['visitors'];
}

/** Skills: instructions for certain work that a task loads when they fit, or that a person begins with `/name`. */
export function skillsFeature(parts: SkillsFeatureParts): Feature {
  const { skills, store, isOwners } = parts;
  const sessions: AssignedSessions<SkillAssignment> = {
    kind: 'skill',
    termsOf: skillTerms({ skills, trust: store.trust, isOwners }),
    retype(before, text) {
      const assignment = { ...before, text };
      return { task: taskOf(assignment), assignment };
    },
  };
  // A session that begins asks for its tools and then for its notes: the skills are read only once.
  const foundFor = new WeakMap<SessionRecord, SkillIndex['found']>();
  return {
    name: 'skills',
    commands: [skillsCommand],
    actions: skillActions(skills, store),
    messages: { findCommands: (message, context) => findSkillCommand(message, context, skills) },
    sessions,
    pages: skillPages(parts),
    async sessionTools(session) {
      if (isPlanned(session)) return [];
      const { found } = await skills.in(session.project);
      foundFor.set(session, found);
      const isBegun = session.origin.assignment?.kind === 'skill';
      const isNeeded = isBegun || found.some(({ isForModel }) => isForModel);
      return isNeeded ? [useSkill(skills)] : [];
    },
    async sessionNotes(session) {
      if (isPlanned(session) || !hasTool(session.terms, USE_SKILL)) return [];
      const note = skillNote(foundFor.get(session) ?? (await skills.in(session.project)).found);
      return note === undefined ? [] : [note];
    },
  };
}

function skillPages({ skills, program, store, visitors }: SkillsFeatureParts): readonly WebPage[] {
  return [
    {
      path: '/skills',
      label: (texts) => skillTexts(texts).page.label,
      async load() {
        const { skillsView } = await import('./pages/skills.tsx');
        return skillsView({ skills, program, store, visitors });
      },
    },
  ];
}

/** Lists skills, shows one, and lets an owner accept what one would do without a question. */
const skillsCommand: ChatCommand = {
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
