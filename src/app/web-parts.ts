import { join } from 'node:path';
import type { WebFeatureParts } from '../features/web/web-feature.ts';
import { createModelSearch } from '../models/model-search.ts';
import type { Settings } from '../settings/settings.ts';
import { createHtmlToMarkdown } from '../web/html-to-markdown.ts';
import { createWebSearch } from '../web/search-providers.ts';
import { resolveBySystem } from '../web/web-address.ts';
import { createWebReader } from '../web/web-reader.ts';

interface WebHost {
  readonly settings: Pick<Settings, 'web' | 'model'>;
  readonly packageRoot: string;
  readonly version: string;
}

/** What reads the web and searches in it, as far as the owner wants that. */
export function webParts({ settings, packageRoot, version }: WebHost): WebFeatureParts {
  const { web } = settings;
  return {
    reader: web.fetch
      ? createWebReader({
          ownHosts: web.ownHosts,
          resolve: resolveBySystem,
          toMarkdown: createHtmlToMarkdown(join(packageRoot, 'dist', 'web')),
          userAgent: `wasap-agent/${version}`,
        })
      : undefined,
    search: searchOf(settings),
  };
}

function searchOf({ web: { search }, model }: WebHost['settings']): WebFeatureParts['search'] {
  if (search !== 'model') return search && createWebSearch(search);
  const { apiKey, baseUrl, profiles, id, helper = id } = model;
  return createModelSearch({ apiKey, baseUrl, profiles, model: helper });
}
