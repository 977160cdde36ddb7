import type { Child } from 'hono/jsx';
import type { RefusedForm } from '../contracts/web-page.ts';
import type { Texts } from '../core/texts/texts.ts';
import { BRAND, documentOf } from './shell.tsx';
import { shellTexts } from './texts/texts.ts';

/**
 * The page of a one-time link. Its code stands behind the `#`, which browsers send nowhere: the script puts it into the
 * form, and without a script the person does. Opening the page spends nothing, so that a preview of the link is
 * harmless.
 */
export async function signInPage(texts: Texts, trouble?: 'wrong' | 'tooOften'): Promise<string> {
  const words = shellTexts(texts).enter;
  return await plainPage(
    words.title,
    texts,
    <>
      {trouble === undefined ? null : (
        <p class="trouble" role="alert">
          {words[trouble]}
        </p>
      )}
      <p>{words.how}</p>
      <p>
        {words.terminal} <code>wasap web</code>
        <br />
        {words.chat} <code>/web</code>
      </p>
      <form method="post" action="/enter" class="enter">
        <label for="code">{words.code}</label>
        <input
          id="code"
          name="code"
          type="text"
          autocomplete="off"
          autocapitalize="off"
          spellcheck={false}
          required
        />
        <button type="submit" class="button button-main">
          {words.button}
        </button>
      </form>
    </>,
  );
}

/**
 * Browsers send the cookie only with requests from pages of this server. A person who follows a link in another program
 * gets this page first, and it requests the same address once more.
 */
export async function sameAgainPage(texts: Texts, to: string): Promise<string> {
  const words = shellTexts(texts);
  return await documentOf({
    title: BRAND,
    texts,
    head: <meta http-equiv="refresh" content={`0;url=${to}`} />,
    children: (
      <body class="plain">
        <main>
          <h1>{BRAND}</h1>
          <p>
            <a href={to}>{words.problem.back}</a>
          </p>
        </main>
      </body>
    ),
  });
}

export type RequestProblem = 'missing' | 'foreign' | 'locked' | 'busy' | 'large' | 'failed' | 'notStored';

export async function problemPage(texts: Texts, problem: RequestProblem): Promise<string> {
  return await refusalPage(texts, { refused: shellTexts(texts).problem[problem], back: '/' });
}

/** The refusal of a page, in its words. @param back path of the page that leads on */
export async function refusalPage(
  texts: Texts,
  { refused, back }: RefusedForm & { readonly back: string },
): Promise<string> {
  const words = shellTexts(texts).problem;
  return await plainPage(
    words.title,
    texts,
    <>
      <p class="refused">{refused}</p>
      <p>
        <a href={back}>{words.back}</a>
      </p>
    </>,
  );
}

async function plainPage(title: string, texts: Texts, children: Child): Promise<string> {
  return await documentOf({
    title,
    texts,
    head: <script src="/assets/live.js" defer />,
    children: (
      <body class="plain">
        <main>
          <p class="brand">
            <span class="brand-mark" aria-hidden="true" />
            {BRAND}
          </p>
          <h1>{title}</h1>
          {children}
        </main>
      </body>
    ),
  });
}
