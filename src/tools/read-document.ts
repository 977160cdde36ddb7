import * as z from 'zod';
import { defineTool } from '../contracts/tool.ts';
import { Failure, isFailure } from '../core/failure.ts';
import { sha256 } from '../core/json.ts';
import { cutAt } from '../core/text.ts';

const MAX_BYTES = 20 * 1024 * 1024;
const MAX_PAGES = 20;
/** Longest text of one answer, in UTF-16 code units. */
const MAX_LENGTH = 50_000;
/** Before the mark of a PDF there may be this much else. */
const MARK_WITHIN = 1024;

export const readDocument = defineTool({
  name: 'read_document',
  description: `Read the text of a PDF: up to ${MAX_PAGES} pages from page on.`,
  effect: 'reads',
  doing: { en: 'reading', es: 'leyendo' },
  subAgents: 'none',
  claudeCode: ['Read'],
  service: 'files',
  examples: [{ description: 'Read the specification', input: { path: 'docs/specification.pdf' } }],
  input: z.object({ path: z.string(), page: z.int().min(1).optional() }),
  output: z.object({ path: z.string(), total: z.int(), pages: z.array(z.string()) }),
  async run({ path: asked, page = 1 }, { workspace: { files, documents }, ledger, signal }) {
    const { path, bytes } = await files.readBytes(asked, MAX_BYTES);
    const { relative } = path;
    if (!Buffer.from(bytes.subarray(0, MARK_WITHIN)).includes('%PDF-'))
      throw new Failure('invalid', `${relative} is no PDF. Text is read with read_source_file.`);
    const request = { bytes, first: page, mostPages: MAX_PAGES, mostLength: MAX_LENGTH };
    const { total, texts } = await documents.pagesOf(request, signal).catch((error: unknown) => {
      if (!isFailure(error)) throw error;
      throw new Failure(error.kind, `${relative}: ${error.message}`, { cause: error });
    });
    if (page > total)
      throw new Failure('invalid', `${relative} has ${total} pages; there is no page ${page}.`);
    ledger.noteSeen(relative, sha256(bytes));
    const pages = texts.map((text) => cutAt(text, MAX_LENGTH));
    const last = page - 1 + pages.length;
    const more = last < total ? ` Next: page ${last + 1}.` : '';
    const shown = pages.map((text, index) => pageText(text, page + index));
    return {
      text: [`${relative}: pages ${page}-${last} of ${total}.${more}`, ...shown].join('\n\n'),
      data: { path: relative, total, pages },
    };
  },
});

function pageText(text: string, number: number): string {
  return `[page ${number}]\n${text === '' ? '(no text; perhaps a picture of a page)' : text}`;
}
