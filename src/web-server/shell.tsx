import type { Child } from 'hono/jsx';
import type { WebGroup, WebPage, WebVisitor } from '../contracts/web-page.ts';
import { localeOf, type Texts } from '../core/texts/texts.ts';
import type { SpokenResult } from './console-parts.ts';
import { raw } from './hono.ts';
import { Prose } from './prose.tsx';
import { type RenderedPage, versionsOf, withIdempotencyKeys } from './render-page.ts';
import { shellTexts } from './texts/texts.ts';

export const BRAND = 'wasap';

interface DocumentProps {
  readonly title: string;
  readonly texts: Texts;
  readonly head?: Child;
  readonly children: Child;
}

/** A whole document as text. Everything that it needs comes from this server. */
export async function documentOf({ title, texts, head, children }: DocumentProps): Promise<string> {
  const page = (
    <html lang={localeOf(texts)}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>{`${title} · ${BRAND}`}</title>
        <link rel="icon" href="/assets/icon.svg" type="image/svg+xml" />
        <link rel="stylesheet" href="/assets/console.css" />
        {head}
      </head>
      {children}
    </html>
  );
  return `<!doctype html>${await page}`;
}

interface ShellProps {
  readonly page: RenderedPage;
  readonly pages: readonly WebPage[];
  readonly visitor: WebVisitor;
  readonly texts: Texts;
  /** Path of the page. */
  readonly path: string;
  /** The address that changes of this page come from. */
  readonly live: (versions: string) => string;
  /** The result of the button that led here. */
  readonly heard: SpokenResult | undefined;
  /** Its name among several machines; undefined when it is alone. */
  readonly machine: string | undefined;
}

/** A page with everything around it. */
export async function shellOf({
  page,
  pages,
  visitor,
  texts,
  path,
  live,
  heard,
  machine,
}: ShellProps): Promise<string> {
  const words = shellTexts(texts);
  const feed = page.isStill ? undefined : live(versionsOf(page));
  return await documentOf({
    title: machine === undefined ? page.title : `${page.title} · ${machine}`,
    texts,
    head: <script src="/assets/live.js" defer />,
    children: (
      <body>
        <a class="skip" href="#content">
          {words.skip}
        </a>
        <header class="top">
          <a class="brand" href="/">
            <span class="brand-mark" aria-hidden="true" />
            {machine === undefined ? BRAND : `${BRAND} · ${machine}`}
          </a>
          <Navigation pages={pages} visitor={visitor} texts={texts} path={path} />
          <Who visitor={visitor} texts={texts} />
        </header>
        <main id="content" tabindex={-1} data-live={feed}>
          <p class="lost" role="status" hidden>
            {words.lost}
          </p>
          <h1>{page.title}</h1>
          {heard === undefined ? null : <Answer heard={heard} texts={texts} />}
          {page.regions.map(({ name, html, isReadOut }) => (
            <div class="region" id={`region-${name}`} aria-live={isReadOut === true ? 'polite' : undefined}>
              {raw(withIdempotencyKeys(html))}
            </div>
          ))}
        </main>
      </body>
    ),
  });
}

function Who({ visitor, texts }: Pick<ShellProps, 'visitor' | 'texts'>) {
  const words = shellTexts(texts);
  return (
    <form method="post" action="/leave" class="who">
      <span>
        {visitor.isAtMachine ? words.atMachine : `+${visitor.sender}`}{' '}
        <small>{words.role[visitor.role]}</small>
      </span>
      <button type="submit" class="button button-plain">
        {words.signOut}
      </button>
    </form>
  );
}

/** The replies in the chat, shown here as well: a refusal would otherwise be seen only on the phone. */
function Answer({ heard, texts }: { readonly heard: SpokenResult; readonly texts: Texts }) {
  const words = shellTexts(texts);
  const { accepted, done, refused } = { accepted: words.waiting, done: words.heard, refused: words.refused };
  return (
    <section class="answer" aria-label={words.said} role="status">
      {heard.replies.length > 0 ? (
        heard.replies.map((reply) => <Prose text={reply} />)
      ) : (
        <p>{{ accepted, done, refused }[heard.state]}</p>
      )}
    </section>
  );
}

interface NavigationProps {
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
