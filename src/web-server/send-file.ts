import type { WebFile } from '../contracts/web-page.ts';
import type { ConsoleContext } from './guard.ts';

interface SendingParts {
  /** False: from this moment on nothing more is sent. */
  isStillTheirs(): boolean;
  redact(text: string): string;
}

/** A file that is made while it is sent: the next piece is asked for when the last one was taken. */
export function sendFile(c: ConsoleContext, file: WebFile, parts: SendingParts): Response {
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
    'Content-Disposition': `attachment; filename="${file.name}"`,
  });
}

async function* bytesOf(
  c: ConsoleContext,
  file: WebFile,
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
