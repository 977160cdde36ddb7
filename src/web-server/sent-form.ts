import type { UploadedFile, UploadLimits, WebForm, WebPage } from '../contracts/web-page.ts';
import type { Clock } from '../core/clock.ts';
import { SECOND_MS } from '../core/time.ts';
import type { ConsoleContext } from './guard.ts';

/** Longest form without files, in bytes: the answers and commands of a page are short. */
const MAX_FORM_BYTES = 16 * 1024;
/** What a form with files may hold beside them. */
const MAX_WORDS_BYTES = 256 * 1024;
/** A request that takes longer is dropped: what has come of it stands in memory. */
const MAX_FORM_MS = 10 * SECOND_MS;
export const MAX_UPLOAD_MS = 120 * SECOND_MS;
/** The same for one of which nothing comes any more. */
const MAX_SILENCE_MS = 10 * SECOND_MS;
/** Forms with files that are read at the same time: each is in memory as a whole. */
const MAX_UPLOADS = 2;

export interface SentForm {
  readonly form: WebForm;
  readonly files: readonly UploadedFile[];
}

/** What the form of this path may bring; undefined: no files. */
export type UploadsOf = (path: string) => UploadLimits | undefined;

export function uploadsOf(pages: readonly WebPage[]): UploadsOf {
  const byPath = new Map(pages.map(({ path, uploads }) => [path, uploads]));
  return (path) => byPath.get(path);
}

/** Longest body, in bytes. */
export function maxBodyBytes(uploads: UploadLimits | undefined): number {
  return uploads === undefined ? MAX_FORM_BYTES : uploads.bytes + MAX_WORDS_BYTES;
}

/** Drops requests whose body comes too slowly, and refuses forms with files while there are too many. */
export function createSlowFormGuard(clock: Pick<Clock, 'sleep'>) {
  let uploads = 0;
  return {
    /** Undefined: there are too many forms with files at once. */
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

/**
 * The fields of a form and its files. Undefined: what came is no form.
 * @param takesFiles false: files are left out
 */
export async function sentForm(c: ConsoleContext, takesFiles: boolean): Promise<SentForm | undefined> {
  const body = await bodyOf(c);
  if (body === undefined) return undefined;
  const values = Object.entries(body).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value]).map((one) => [name, one] as const),
  );
  const words = values.flatMap(([name, one]) => (typeof one === 'string' ? [[name, one] as const] : []));
  const files = values.flatMap(([, one]) =>
    takesFiles && typeof one !== 'string' && isChosen(one) ? [one] : [],
  );
  return { form: Object.fromEntries(words), files: await Promise.all(files.map(uploadedFile)) };
}

async function bodyOf(
  c: ConsoleContext,
): Promise<Record<string, string | File | (string | File)[]> | undefined> {
  try {
    return await c.req.parseBody({ all: true });
  } catch (error) {
    // The parser throws this for a body that is not what its header says.
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}

/** A field in which no file was chosen comes as an empty one without a name. */
function isChosen({ name, size }: Pick<File, 'name' | 'size'>): boolean {
  return name !== '' || size > 0;
}

async function uploadedFile(file: File): Promise<UploadedFile> {
  return { name: file.name, mimeType: file.type, bytes: new Uint8Array(await file.arrayBuffer()) };
}
