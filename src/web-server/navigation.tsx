import type { WebGroup, WebPage, WebVisitor } from '../contracts/web-page.ts';
import type { Texts } from '../core/texts/texts.ts';
import { shellTexts } from './texts/texts.ts';

export interface NavigationProps {
  readonly pages: readonly WebPage[];
  readonly visitor: WebVisitor;
  readonly texts: Texts;
  /** Path of the page that is shown. */
  readonly path: string;
}

/** The entries of the pages that this person may see: those of every day in a row, and behind them the other groups. */
export function Navigation({ pages, visitor, texts, path }: NavigationProps) {
  const words = shellTexts(texts);
  const entries = navigationEntries({ pages, visitor, texts, path });
  return (
    <nav aria-label={words.navigation}>
      <ul>
        {entries.daily.map((entry) => (
          <Link entry={entry} />
        ))}
        {(['work', 'records', 'program'] as const).map((group) => (
          <Group title={words.groups[group]} entries={entries[group]} />
        ))}
      </ul>
    </nav>
  );
}

interface NavigationEntry {
  readonly to: string;
  readonly label: string;
  readonly isHere: boolean;
}

function navigationEntries({
  pages,
  visitor,
  texts,
  path,
}: NavigationProps): Readonly<Record<WebGroup, readonly NavigationEntry[]>> {
  const all = pages.flatMap(({ path: to, label, group = 'work', isFor }) =>
    label === undefined || isFor?.(visitor) === false
      ? []
      : [{ group, to, label: label(texts), isHere: isAt(path, to) }],
  );
  const of = (wanted: WebGroup): readonly NavigationEntry[] => all.filter(({ group }) => group === wanted);
  return { daily: of('daily'), work: of('work'), records: of('records'), program: of('program') };
}

function isAt(path: string, to: string): boolean {
  return to === '/' ? path === '/' : path === to || path.startsWith(`${to}/`);
}

function Link({ entry: { to, label, isHere } }: { readonly entry: NavigationEntry }) {
  return (
    <li>
      <a href={to} aria-current={isHere ? 'page' : undefined}>
        {label}
      </a>
    </li>
  );
}

/** Opened and closed by the browser itself: with the same name, at most one of them is open. */
function Group({ title, entries }: { readonly title: string; readonly entries: readonly NavigationEntry[] }) {
  if (entries.length === 0) return null;
  return (
    <li>
      <details name="pages">
        <summary aria-current={entries.some(({ isHere }) => isHere) ? 'true' : undefined}>{title}</summary>
        <ul>
          {entries.map((entry) => (
            <Link entry={entry} />
          ))}
        </ul>
      </details>
    </li>
  );
}
