import { isPlanned } from '../../contracts/assignment.ts';
import type { AssignedSessions, Feature } from '../../contracts/feature.ts';
import type { SessionRecord } from '../../contracts/session.ts';
import type { Store } from '../../contracts/store.ts';
import type { WebPage } from '../../contracts/web-page.ts';
import { taskOf } from '../../gateway/tasks/start-task.ts';
import { hasTool } from '../../policy/terms.ts';
import { skillActions } from './actions.ts';
import { findSkillCommand } from './find-for-message.ts';
import type { SkillsPageParts } from './pages/skills.tsx';
import { skillNote } from './session-note.ts';
import type { SkillIndex, Skills } from './skill.ts';
import { type SkillAssignment, type SkillTermsParts, skillTerms } from './skill-terms.ts';
import { skillsCommand } from './skills-command.ts';
import { skillTexts } from './texts/texts.ts';
import { USE_SKILL, useSkill } from './use-skill.ts';

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
    pages: pagesOf(parts),
    async sessionTools(session) {
      if (isPlanned(session)) return [];
      const { found } = await skills.in(session.project);
      foundFor.set(session, found);
      const isNeeded = session.assignment?.kind === 'skill' || found.some(({ isForModel }) => isForModel);
      return isNeeded ? [useSkill(skills)] : [];
    },
    async sessionNotes(session) {
      if (isPlanned(session) || !hasTool(session.terms, USE_SKILL)) return [];
      const note = skillNote(foundFor.get(session) ?? (await skills.in(session.project)).found);
      return note === undefined ? [] : [note];
    },
  };
}

function pagesOf({ skills, program, store, visitors }: SkillsFeatureParts): readonly WebPage[] {
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
