import type { Feature } from '../../contracts/feature.ts';
import type { AnyTool } from '../../contracts/tool.ts';
import type { WebSearch } from '../../web/search-providers.ts';
import type { WebReader } from '../../web/web-reader.ts';
import { webFetch } from './tools/web-fetch.ts';
import { webSearch } from './tools/web-search.ts';

export interface WebFeatureParts {
  /** Undefined when pages are not read. */
  readonly reader: WebReader | undefined;
  /** Undefined when nothing is searched for. */
  readonly search: WebSearch | undefined;
}

/** Pages of the web and searches in it. Each host needs an approval, and its texts are data. */
export function webFeature({ reader, search }: WebFeatureParts): Feature {
  const searching = search && [webSearch(search)];
  return {
    name: 'web',
    tools: reader === undefined ? [] : [webFetch(reader)],
    // Most programs have no provider: catalogues need not know of a tool that they would have to leave out.
    ...(searching && { sessionTools: async () => searching }),
  };
}

/** The tool of this feature for catalogues, where nothing is carried out. */
export function describedWebTools(): readonly AnyTool[] {
  const unused = (): never => {
    throw new Error('the web was read outside a running program');
  };
  return [webFetch({ addressOf: unused, read: unused })];
}
