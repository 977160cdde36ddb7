import type { PassageIn, UndonePassage } from './passage.ts';

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
/** Characters that would be missing if the whole text had been escaped. */
const RAW = /[<>]|&(?!(?:lt|gt|amp|quot|apos|nbsp|#39|#x27|#34|#x2F);)/;

/** Languages in which an entity may well be intended. */
const MARKUP =
  /\.(?:[a-z]*html?|xml|svg|vue|svelte|astro|[jt]sx|mdx?|markdown|php|erb|ejs|hbs|njk|twig|jinja2?)$/i;

/**
 * A search that is escaped for HTML as a whole; its replacement has to be too, or to contain nothing that could be.
 */
export function entities({ path, search, replace }: PassageIn): UndonePassage | undefined {
  if (search.match(ENTITY) === null || RAW.test(search)) return undefined;
  const isRaw = RAW.test(replace);
  const isMixed = isRaw && replace.match(ENTITY) !== null;
  const isAlike = MARKUP.test(path) ? isEscapedAlike(search, replace) : !hasRawQuote(search, replace);
  if (isMixed || !isAlike) return { search: decodeEntities(search), replace: undefined };
  return { search: decodeEntities(search), replace: isRaw ? replace : decodeEntities(replace) };
}

/** Escaped brackets show that everything is escaped; otherwise an entity that the search lacks may be intended. */
function isEscapedAlike(search: string, replace: string): boolean {
  const shown = new Set(search.match(ENTITY));
  return (
    shown.has('&lt;') || shown.has('&gt;') || (replace.match(ENTITY) ?? []).every((one) => shown.has(one))
  );
}

/** True when a quote that the search escapes is plain in the replacement, beside entities. */
function hasRawQuote(search: string, replace: string): boolean {
  const quotes = new Set(search.match(ENTITY)?.map((entity) => ENTITIES[entity]));
  return (
    replace.match(ENTITY) !== null && [`'`, '"'].some((quote) => quotes.has(quote) && replace.includes(quote))
  );
}

function decodeEntities(text: string): string {
  return text.replace(ENTITY, (entity) => ENTITIES[entity] ?? entity);
}
