import type { Passage, Undone } from './passage.ts';

const ENTITIES: Readonly<Record<string, string>> = {
  '&lt;': '<',
  '&gt;': '>',
  '&amp;': '&',
  '&quot;': '"',
  '&apos;': "'",
  '&#39;': "'",
  '&#x27;': "'",
  '&#34;': '"',
  '&#x2F;': '/',
  '&nbsp;': ' ',
};
const ENTITY = new RegExp(Object.keys(ENTITIES).join('|'), 'g');
/** What would not be there, had the whole text been escaped. */
const RAW = /[<>]|&(?!(?:lt|gt|amp|quot|apos|nbsp|#39|#x27|#34|#x2F);)/;

/** A search escaped for HTML as a whole; its replacement has to be as well, or to hold nothing that could be. */
export function entities({ search, replace }: Passage): Undone | undefined {
  if (search.match(ENTITY) === null || RAW.test(search)) return undefined;
  const isRaw = RAW.test(replace);
  const isMixed = isRaw && replace.match(ENTITY) !== null;
  return { search: decoded(search), replace: isMixed ? undefined : isRaw ? replace : decoded(replace) };
}

function decoded(text: string): string {
  return text.replace(ENTITY, (entity) => ENTITIES[entity] ?? entity);
}
