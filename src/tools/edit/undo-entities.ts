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
  if (isMixed || !isEscapedAlike(search, replace)) return { search: decoded(search), replace: undefined };
  return { search: decoded(search), replace: isRaw ? replace : decoded(replace) };
}

/** Escaped brackets show that everything is; otherwise an entity that the search lacks may be meant as one. */
function isEscapedAlike(search: string, replace: string): boolean {
  const shown = new Set(search.match(ENTITY));
  return (
    shown.has('&lt;') || shown.has('&gt;') || (replace.match(ENTITY) ?? []).every((one) => shown.has(one))
  );
}

function decoded(text: string): string {
  return text.replace(ENTITY, (entity) => ENTITIES[entity] ?? entity);
}
