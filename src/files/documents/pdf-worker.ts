import { parentPort, workerData } from 'node:worker_threads';
import { getDocument } from 'unpdf/pdfjs';
import type { DocumentRequest } from '../../contracts/binary-files.ts';
import { messageOf } from '../../core/failure.ts';
import type { PdfAnswer } from './document-reader.ts';

// Only the thread that `document-reader.ts` starts has a port: importing this does nothing.
if (parentPort !== null) void answerRequest(parentPort);

async function answerRequest(port: NonNullable<typeof parentPort>): Promise<void> {
  port.postMessage(await readPdf(workerData as DocumentRequest));
}

async function readPdf({ bytes, first, mostPages, mostLength }: DocumentRequest): Promise<PdfAnswer> {
  try {
    const { promise } = getDocument({
      data: new Uint8Array(bytes),
      // Text needs neither fonts nor pictures, and no code of a document runs.
      disableFontFace: true,
      isEvalSupported: false,
      maxImageSize: 1,
      useSystemFonts: false,
      verbosity: 0,
    });
    const document = await promise;
    const last = Math.min(document.numPages, first - 1 + mostPages);
    const texts: string[] = [];
    for (let number = first, length = 0; number <= last && length < mostLength; number += 1) {
      const text = await pageText(await document.getPage(number));
      texts.push(text);
      length += text.length;
    }
    return { total: document.numPages, texts };
  } catch (error) {
    const isLocked = error instanceof Error && error.name === 'PasswordException';
    return { problem: isLocked ? 'locked' : 'damaged', detail: messageOf(error).slice(0, 200) };
  }
}

/** Its runs of text are in the order in which they were drawn; each says whether its line ends. */
async function pageText(
  page: Awaited<ReturnType<Awaited<ReturnType<typeof getDocument>['promise']>['getPage']>>,
): Promise<string> {
  const { items } = await page.getTextContent();
  const runs = items.map((item) => ('str' in item ? `${item.str}${item.hasEOL ? '\n' : ''}` : ''));
  return runs.join('').trim();
}
