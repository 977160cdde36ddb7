import type { WebRequest } from '../contracts/web-page.ts';
import { shellTexts } from './texts/texts.ts';

/** Part of a list that is too long for one page. */
export interface Portion<T> {
  readonly items: readonly T[];
  /** Its place among all parts, from 1 on. */
  readonly page: number;
  readonly pages: number;
}

/** The part that the address asks for; the last one where there are not so many. */
export function portionOf<T>(
  all: readonly T[],
  { query }: Pick<WebRequest, 'query'>,
  { name, size }: { readonly name: string; readonly size: number },
): Portion<T> {
  const pages = Math.max(1, Math.ceil(all.length / size));
  const asked = query(name);
  const page = /^[1-9]\d{0,5}$/.test(asked) ? Math.min(Number(asked), pages) : 1;
  return { items: all.slice((page - 1) * size, page * size), page, pages };
}

interface PagingProps {
  readonly portion: Portion<unknown>;
  /** Name of the parameter behind the question mark. */
  readonly name: string;
  /** Path of the page. */
  readonly path: string;
  readonly request: Pick<WebRequest, 'texts'>;
}

/** Leads to the parts before and after; left out when everything is on one page. */
export function Paging({ portion: { page, pages }, name, path, request: { texts } }: PagingProps) {
  if (pages === 1) return null;
  const { paging } = shellTexts(texts);
  return (
    <nav class="paging" aria-label={paging.label}>
      {page === 1 ? null : (
        <a class="button button-plain" rel="prev" href={`${path}?${name}=${page - 1}`}>
          {paging.before}
        </a>
      )}
      <span>{paging.place(String(page), String(pages))}</span>
      {page === pages ? null : (
        <a class="button button-plain" rel="next" href={`${path}?${name}=${page + 1}`}>
          {paging.after}
        </a>
      )}
    </nav>
  );
}
