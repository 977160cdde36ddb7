import type { Feature } from '../../contracts/feature.ts';
import type { PeoplePageParts } from './pages/people.tsx';
import { peopleTexts } from './texts/texts.ts';

export interface PeopleFeatureParts extends Omit<PeoplePageParts, 'refusedSenders'> {
  /** Opened when somebody looks. */
  refusedSenders(): PeoplePageParts['refusedSenders'];
}

/**
 * Who may write, and who would like to. It only shows that: people are let in at the machine, where nobody can do it who
 * has stolen a phone or a browser's session.
 */
export function peopleFeature(parts: PeopleFeatureParts): Feature {
  return {
    name: 'people',
    pages: [
      {
        path: '/people',
        label: (texts) => peopleTexts(texts).label,
        group: 'program',
        // It names numbers and groups.
        isFor: ({ role }) => role === 'owner',
        async load() {
          const { peopleView } = await import('./pages/people.tsx');
          const { access, people, outsideAgents } = parts;
          return peopleView({ access, people, outsideAgents, refusedSenders: parts.refusedSenders() });
        },
      },
    ],
  };
}
