import type { Feature } from '../../contracts/feature.ts';
import type { SettingsPageParts } from './pages/settings.tsx';
import { settingsTexts } from './texts/texts.ts';

/**
 * The settings and where each comes from. The page only shows them: a setting is changed at the machine, and counts
 * from the next start on.
 */
export function settingsFeature(parts: SettingsPageParts): Feature {
  return {
    name: 'settings',
    pages: [
      {
        path: '/settings',
        label: (texts) => settingsTexts(texts).label,
        group: 'program',
        // The page names folders and numbers.
        isFor: ({ role }) => role === 'owner',
        async load() {
          const { settingsView } = await import('./pages/settings.tsx');
          return settingsView(parts);
        },
      },
    ],
  };
}
