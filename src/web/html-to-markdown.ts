import { join } from 'node:path';
import { Failure } from '../core/failure.ts';
import { askThread } from '../core/limited-work.ts';

export interface HtmlPage {
  readonly html: string;
  /** The address that its relative links start from. */
  readonly url: string;
}

/** The answer of the thread. */
export type MarkdownAnswer = { readonly markdown: string } | { readonly problem: string };

/** @throws Failure for a page that cannot be read, or takes too long or too much */
export type HtmlToMarkdown = (page: HtmlPage, signal: AbortSignal) => Promise<string>;

const LIMIT_MS = 20_000;
const MAX_GROWTH = 768 * 1024 * 1024;

/**
 * In a thread for each page: a large one takes seconds, in which nothing else of the program would run.
 * @param folder what the build made: `dist/web`
 */
export function createHtmlToMarkdown(folder: string, limitMs = LIMIT_MS): HtmlToMarkdown {
  const script = join(folder, 'markdown-worker.cjs');
  return async (page, signal) => {
    const task = { script, data: page, limitMs, mostGrowth: MAX_GROWTH };
    const answer = await askThread<MarkdownAnswer>(task, signal);
    if ('markdown' in answer) return answer.markdown;
    throw new Failure('invalid', `The page cannot be read as HTML (${answer.problem}).`);
  };
}
