import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { Answer, ConsoleRig } from '../../support/console-rig.ts';

export interface Written {
  readonly text?: string;
  readonly key?: string;
  readonly quote?: string;
  /** Place of the message that is changed. */
  readonly edit?: string;
  readonly files?: readonly { readonly name: string; readonly bytes: Uint8Array; readonly type?: string }[];
}

/** The form of the chat as a browser fills it. */
export function formOf({ text = '', key = randomUUID(), quote, edit, files = [] }: Written): FormData {
  const form = new FormData();
  form.set('key', key);
  form.set('text', text);
  if (quote !== undefined) form.set('quote', quote);
  if (edit !== undefined) form.set('edit', edit);
  for (const { name, bytes, type = '' } of files)
    form.append('files', new File([Buffer.from(bytes)], name, { type }));
  return form;
}

/** Writes in the chat of whoever has this cookie. */
export function write(rig: ConsoleRig, cookie: string, written: Written): Promise<Answer> {
  return rig.upload('/chat', formOf(written), { cookie });
}

/** The page once it shows this. */
export async function pageWith(rig: ConsoleRig, cookie: string, words: string | RegExp): Promise<string> {
  const page = async () => (await rig.get('/chat', { cookie })).body;
  await expect.poll(page, { timeout: 5000 }).toMatch(words);
  return await page();
}

/** What is said on a page: who, and the words. */
export function saidIn(body: string): readonly string[] {
  return [
    ...body.matchAll(/<li class="said said-(person|program)"[^>]*>(.*?)<\/li>(?=<li class="said|<\/ol>)/gs),
  ].map(
    ([, author, html = '']) =>
      `${author}: ${html
        .replace(/<p class="meta">.*?<\/p>/s, '')
        .replace(/<div class="touch">.*/s, '')
        .replaceAll(/<[^>]*>/g, ' ')
        .replaceAll(/\s+/g, ' ')
        .trim()}`,
  );
}
