import type { FileInMemory, StreamedFile, WebFile } from '../contracts/web-page.ts';
import { sha256 } from '../core/json.ts';
import type { ConsoleContext } from './guard.ts';

/** Nothing in a file runs, whatever it is and however it is opened. */
const FILE_POLICY = "default-src 'none'; sandbox";

interface SendingParts {
  /** False when nothing more may be sent from this moment on. */
  isStillTheirs(): boolean;
  redact(text: string): string;
}

/** A file for a page or a disk. */
export function fileResponse(c: ConsoleContext, file: WebFile, parts: SendingParts): Response {
  c.header('Content-Security-Policy', FILE_POLICY);
  return 'bytes' in file ? sendStoredFile(c, file) : sendWrittenFile(c, file, parts);
}

/**
 * Pictures and sound whose bytes prove their type are shown and played. Everything else is saved under a type that no
 * browser opens, so that neither a script nor another person's page ever runs from here.
 */
function sendStoredFile(c: ConsoleContext, { name, bytes, media }: FileInMemory): Response {
  const tag = `"${sha256(bytes).slice(0, 16)}"`;
  // The browser asks again each time, but the content is sent only once: a page that is made anew shows the same
  // pictures.
  c.header('Cache-Control', 'private, no-cache');
  c.header('ETag', tag);
  if (c.req.header('if-none-match') === tag) return c.body(null, 304);
  c.header('Content-Disposition', dispositionOf(name, media === undefined ? 'attachment' : 'inline'));
  c.header('Accept-Ranges', 'bytes');
  const type = { 'Content-Type': media ?? 'application/octet-stream' };
  const range = rangeOf(c.req.header('range'), bytes.byteLength);
  if (range === undefined) return c.body(Buffer.from(bytes), 200, type);
  c.header('Content-Range', `bytes ${range.from}-${range.to}/${bytes.byteLength}`);
  return c.body(Buffer.from(bytes.subarray(range.from, range.to + 1)), 206, type);
}

/**
 * The range that a player asks for to begin anywhere, both ends included. Undefined for the whole file, also when the
 * range is impossible.
 */
function rangeOf(
  asked: string | undefined,
  size: number,
): { readonly from: number; readonly to: number } | undefined {
  const [, first = '', last = ''] = /^bytes=(\d{1,12})-(\d{0,12})$/.exec(asked ?? '') ?? [];
  const from = Number(first);
  const to = last === '' ? size - 1 : Math.min(Number(last), size - 1);
  return first === '' || from > to ? undefined : { from, to };
}

/** A file that is made while it is sent: the next piece is asked for when the last one was taken. */
function sendWrittenFile(c: ConsoleContext, file: StreamedFile, parts: SendingParts): Response {
  const bytes = bytesOf(c, file, parts);
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
    async pull(controller) {
      const { done, value } = await bytes.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    async cancel() {
      await bytes.return();
    },
  });
  return c.body(body, 200, {
    'Content-Type': file.type,
    'Content-Disposition': dispositionOf(file.name, 'attachment'),
  });
}

async function* bytesOf(
  c: ConsoleContext,
  file: StreamedFile,
  { isStillTheirs, redact }: SendingParts,
): AsyncGenerator<Uint8Array<ArrayBuffer>, void, void> {
  const encoder = new TextEncoder();
  for await (const piece of file.pieces()) {
    if (!isStillTheirs()) {
      // An end as usual would look like a complete file.
      c.env.outgoing.destroy();
      return;
    }
    yield encoder.encode(redact(piece));
  }
}

/**
 * The name is given twice: in ASCII for old clients, and as it is. Neither can end the header or lead into a folder.
 */
function dispositionOf(name: string, how: 'attachment' | 'inline'): string {
  const plain = name.replace(/[^\w.+@()-]/g, '_');
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${how}; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
