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
 * Who may write, and who would like to. The page only shows that: people are admitted at the machine, out of reach for
 * a person who has stolen a phone or a browser's session.
 */
export function peopleFeature(parts: PeopleFeatureParts): Feature {
  return {
    name: 'people',
    pages: [
      {
        path: '/people',
        label: (texts) => peopleTexts(texts).label,
        group: 'program',
        // The page names numbers and groups.
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
