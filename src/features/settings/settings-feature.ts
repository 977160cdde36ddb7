import type { Feature } from '../../contracts/feature.ts';
import type { SettingsPageParts } from './pages/settings.tsx';
import { settingsTexts } from './texts/texts.ts';

/** What is set, and where. It only shows that: a setting is changed at the machine, and counts from the next start on. */
export function settingsFeature(parts: SettingsPageParts): Feature {
  return {
    name: 'settings',
    pages: [
      {
        path: '/settings',
        label: (texts) => settingsTexts(texts).label,
        group: 'program',
        // It names folders and numbers.
        isFor: ({ role }) => role === 'owner',
        async load() {
          const { settingsView } = await import('./pages/settings.tsx');
          return settingsView(parts);
        },
      },
    ],
  };
}
