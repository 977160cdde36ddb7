import type { Child } from 'hono/jsx';
import type { WebPage, WebVisitor } from '../contracts/web-page.ts';
import { localeOf, type Texts } from '../core/texts/texts.ts';
import type { SpokenResult } from './console-parts.ts';
import { raw } from './hono.ts';
import { withIdempotencyKeys } from './idempotency-key.ts';
import { Navigation } from './navigation.tsx';
import { Prose } from './prose.tsx';
import { type RenderedPage, versionsOf } from './render-page.ts';
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

export interface ShellProps {
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
