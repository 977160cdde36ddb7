import type { Feature } from '../../contracts/feature.ts';
import type { Settings } from '../../settings/settings.ts';
import type { PeoplePageParts } from './pages/people.tsx';
import { peopleTexts } from './texts/texts.ts';

export interface PeopleFeatureParts extends Omit<PeoplePageParts, 'access' | 'refusedSenders'> {
  readonly settings: Pick<Settings, 'access'>;
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
          const { settings, people, outsideAgents } = parts;
          const { list: access } = settings.access;
          return peopleView({ access, people, outsideAgents, refusedSenders: parts.refusedSenders() });
        },
      },
    ],
  };
}
