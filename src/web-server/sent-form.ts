import type { UploadLimits, WebForm, WebPage } from '../contracts/web-page.ts';
import { type Clock, SECOND_MS } from '../core/clock.ts';
import { fileFailure } from '../files/confined-file.ts';
import { BeyondLimits, ComingForm, MAX_WORDS_BYTES, type SentForm } from './coming-form.ts';
import { BrokenForm, readForm } from './form-reader.ts';
import type { ConsoleContext } from './guard.ts';

/** Longest form without files, in bytes: the answers and commands of a page are short. */
const MAX_FORM_BYTES = 16 * 1024;
/** A request that takes longer is dropped: its bytes so far are in memory. */
const MAX_FORM_MS = 10 * SECOND_MS;
export const MAX_UPLOAD_MS = 120 * SECOND_MS;
/** A form of which nothing comes for this long is dropped as well. */
const MAX_SILENCE_MS = 10 * SECOND_MS;
/** Forms with files that are read at the same time: each takes room on the disk before it is known to be valid. */
const MAX_UPLOADS = 2;

/** `broken`: the body is no form. Otherwise it is a form beyond its limits. Nothing of it is kept. */
export type UnreadForm = 'broken' | BeyondLimits['is'];

/** The limits for files in the form of this path; undefined when it takes none. */
export type UploadsOf = (path: string) => UploadLimits | undefined;

export function uploadsOf(pages: readonly WebPage[]): UploadsOf {
  const byPath = new Map(pages.map(({ path, uploads }) => [path, uploads]));
  return (path) => byPath.get(path);
}

/**
 * Longest body of a form without files, in bytes. One with files has a limit of its own, and is never read as a whole.
 */
export function maxBodyBytes(uploads: UploadLimits | undefined): number {
  return uploads === undefined ? MAX_FORM_BYTES : MAX_WORDS_BYTES;
}

/** True for the body of a form with files. */
export function hasFiles(c: ConsoleContext): boolean {
  return FILES.test(c.req.header('content-type') ?? '');
}

const FILES = /^multipart\/form-data\b/i;

/** Drops requests whose body comes too slowly, and refuses forms with files while there are too many. */
export function createSlowFormGuard(clock: Pick<Clock, 'sleep'>) {
  let uploads = 0;
  return {
    /** Undefined when there are too many forms with files at once. */
    async within<T>(c: ConsoleContext, takesFiles: boolean, work: () => Promise<T>): Promise<T | undefined> {
      if (takesFiles && uploads >= MAX_UPLOADS) return undefined;
      uploads += takesFiles ? 1 : 0;
      const { incoming } = c.env;
      const done = new AbortController();
      void clock.sleep(takesFiles ? MAX_UPLOAD_MS : MAX_FORM_MS, done.signal).then(() => {
        if (!done.signal.aborted) incoming.destroy();
      });
      incoming.setTimeout(MAX_SILENCE_MS, () => incoming.destroy());
      try {
        return await work();
      } finally {
        done.abort();
        uploads -= takesFiles ? 1 : 0;
      }
    },
  };
}

/** The fields of a form without files. Undefined when the body is no form. */
export async function readFormFields(c: ConsoleContext): Promise<WebForm | undefined> {
  try {
    const fields = Object.entries(await c.req.parseBody());
    return Object.fromEntries(
      fields.flatMap(([name, value]) => (typeof value === 'string' ? [[name, value] as const] : [])),
    );
  } catch (error) {
    // The parser throws this for a body that is not what its header says.
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}

/** The folder for files that come with a form, and their limits. */
export interface UploadPlace {
  readonly folder: string;
  readonly limits: UploadLimits;
}

/**
 * A form with files. They go to the disk as they come: of a form of any size only a piece is in memory.
 * @throws Failure `unavailable` when the disk is full
 */
export async function readFormUploads(c: ConsoleContext, place: UploadPlace): Promise<SentForm | UnreadForm> {
  const boundary = boundaryIn(c.req.header('content-type') ?? '');
  const { body } = c.req.raw;
  if (boundary === undefined || body === null) return 'broken';
  const most = place.limits.bytes + MAX_WORDS_BYTES;
  if (Number(c.req.header('content-length') ?? 0) > most) return 'large';
  const coming = new ComingForm(place);
  try {
    await readForm({ boundary, pieces: piecesOf(body, most) }, (head) => coming.begin(head));
    return coming.waitForForm();
  } catch (error) {
    await coming.drop();
    if (error instanceof BeyondLimits) return error.is;
    // Its sender has gone, or was too slow.
    if (error instanceof BrokenForm || c.env.incoming.destroyed) return 'broken';
    throw fileFailure(error, 'the file');
  }
}

/** RFC 2046: up to 70 characters. */
const BOUNDARY = /;\s*boundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))/i;

function boundaryIn(type: string): string | undefined {
  const [, quoted, plain] = BOUNDARY.exec(type) ?? [];
  return quoted ?? plain;
}

/**
 * Without `cancel`, which would end the connection before the answer is there.
 * @throws BeyondLimits when there are more bytes than `most`
 */
async function* piecesOf(
  body: ReadableStream<Uint8Array>,
  most: number,
): AsyncGenerator<Uint8Array, void, void> {
  const reader = body.getReader();
  let size = 0;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      size += value.byteLength;
      if (size > most) throw new BeyondLimits('large');
      yield value;
    }
  } finally {
    reader.releaseLock();
  }
}
