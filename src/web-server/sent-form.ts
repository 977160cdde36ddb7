import type { Readable } from 'node:stream';
import type { UploadedFile, UploadLimits, WebForm, WebPage } from '../contracts/web-page.ts';
import { type Clock, SECOND_MS } from '../core/clock.ts';
import { fileFailure } from '../files/confined-file.ts';
import type { ConsoleContext } from './guard.ts';
import { dropUploads, receiveUpload } from './upload-folder.ts';

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
interface UploadTarget {
  readonly folder: string;
  readonly limits: UploadLimits;
}

/**
 * A form with files. They go to the disk as they come: of a form of any size only a piece is in memory.
 * @throws Failure `unavailable` when the disk is full
 */
export async function readFormUploads(
  c: ConsoleContext,
  place: UploadTarget,
): Promise<SentForm | UnreadForm> {
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

/** Most bytes of the fields beside the files of a form. */
const MAX_WORDS_BYTES = 256 * 1024;
/** Fields that one form may have beside its files. */
const MAX_FIELDS = 50;

export interface SentForm {
  readonly form: WebForm;
  /** Temporary ones: see `dropUploads`. */
  readonly files: readonly UploadedFile[];
}

/** Thrown for more than a form may bring. */
class BeyondLimits extends Error {
  override readonly name = 'BeyondLimits';
  readonly is: 'large' | 'many';

  constructor(is: BeyondLimits['is']) {
    super(is);
    this.is = is;
  }
}

interface ComingParts {
  readonly folder: string;
  readonly limits: UploadLimits;
}

/** A form with files while it comes: its fields in memory, its files on the disk. */
class ComingForm {
  readonly #parts: ComingParts;
  readonly #fields: [string, string][] = [];
  readonly #files: UploadedFile[] = [];
  /** How many parts have begun, complete or not. */
  #count = { files: 0, fields: 0 };
  #wordsBytes = 0;

  constructor(parts: ComingParts) {
    this.#parts = parts;
  }

  /** @throws BeyondLimits, as what it returns does */
  begin({ name, fileName, mimeType }: PartHead): TakePart {
    // A field in which no file was chosen comes as an empty one without a name.
    const isFile = fileName !== undefined && fileName !== '';
    this.#count[isFile ? 'files' : 'fields'] += 1;
    if (this.#count.files > this.#parts.limits.files) throw new BeyondLimits('many');
    if (this.#count.fields > MAX_FIELDS) throw new BeyondLimits('large');
    return async (bytes) => {
      if (isFile) {
        this.#files.push(await receiveUpload(this.#parts.folder, { name: fileName, mimeType }, bytes));
        return;
      }
      const words = await this.#wordsIn(bytes);
      if (fileName === undefined) this.#fields.push([name, words]);
    };
  }

  /** The fields and files so far. */
  waitForForm(): SentForm {
    return { form: Object.fromEntries(this.#fields), files: this.#files };
  }

  /** Removes the files of a form that is not wanted. */
  async drop(): Promise<void> {
    await dropUploads(this.#files);
  }

  async #wordsIn(bytes: AsyncIterable<Uint8Array>): Promise<string> {
    const words: Uint8Array[] = [];
    for await (const piece of bytes) {
      this.#wordsBytes += piece.byteLength;
      if (this.#wordsBytes > MAX_WORDS_BYTES) throw new BeyondLimits('large');
      words.push(piece);
    }
    return Buffer.concat(words).toString('utf8');
  }
}

/**
 * Longest head of one part, in characters: a name of a file and two types. The parser silently cuts a head of ten times
 * that length; with so few lines in it, a cut head is still longer than this.
 */
const MAX_HEAD_LENGTH = 8 * 1024;
const MAX_HEAD_LINES = 16;

/** Thrown for a body that is no form. */
export class BrokenForm extends Error {
  override readonly name = 'BrokenForm';
}

/** The head of a part. */
interface PartHead {
  readonly name: string;
  /** As its sender named it; undefined when the part is a field. */
  readonly fileName: string | undefined;
  /** According to the sender; empty when it is not given. */
  readonly mimeType: string;
}

/** Takes the bytes of one part, to its end. */
type TakePart = (bytes: AsyncIterable<Uint8Array>) => Promise<void>;

/**
 * Reads a form with files (RFC 7578) as it comes. Each head is handed to `begin` when it is read; the function that it
 * returns gets the bytes when the part before it is done. While they are not taken, nothing more is read. Everything
 * that was begun has ended when this does.
 * @throws BrokenForm, and whatever `begin`, its parts and `pieces` throw
 */
export async function readForm(
  { boundary, pieces }: { boundary: string; pieces: AsyncIterable<Uint8Array> },
  begin: (head: PartHead) => TakePart,
): Promise<void> {
  // `Busboy` of the same package is not used: it silently leaves out a part that is no field, and changes names.
  const { Dicer } = await import('@fastify/busboy');
  const dicer = new Dicer({ boundary, maxHeaderPairs: MAX_HEAD_LINES });
  const parts: Readable[] = [];
  let taken = Promise.resolve();
  let isInHead = false;
  let failure: unknown;
  let goOn = (): void => undefined;
  const fail = (error: unknown): void => {
    failure ??= error;
    goOn();
  };
  /**
   * Waits for a callback of the parser. When its parts are no longer taken, it never calls back: then a failure ends
   * the wait.
   */
  const called = (start: (back: () => void) => void): Promise<void> =>
    new Promise((resolve, reject) => {
      goOn = () => (failure === undefined ? resolve() : reject(failure));
      if (failure === undefined) start(goOn);
      else goOn();
    });

  dicer.on('error', () => fail(new BrokenForm('it does not end')));
  dicer.on('part', (part) => {
    if (isInHead) fail(new BrokenForm('a head does not end'));
    isInHead = true;
    parts.push(part);
    // The form emits the same error.
    part.on('error', () => undefined);
    part.on('header', (header) => {
      isInHead = false;
      try {
        const take = begin(headIn(header as Header));
        taken = taken.then(() => take(part));
        taken.catch(fail);
      } catch (error) {
        fail(error);
      }
    });
  });
  try {
    for await (const piece of pieces) await called((back) => dicer.write(piece, back));
    await called((back) => dicer.on('close', back).end());
    if (isInHead) throw new BrokenForm('a head does not end');
  } catch (error) {
    for (const part of parts) part.destroy();
    await taken.catch(() => undefined);
    throw error;
  }
  await taken;
}

/** Header values as the parser has them: each byte is a character. */
type Header = Readonly<Record<string, readonly string[]>>;

function headIn(header: Header): PartHead {
  const length = Object.entries(header)
    .flatMap(([name, values]) => values.map((value) => name + value))
    .join('').length;
  if (length > MAX_HEAD_LENGTH) throw new BrokenForm('a head is too long');
  const textOf = (name: string): string =>
    Buffer.from(header[name]?.[0] ?? '', 'latin1')
      .toString('utf8')
      .trim();
  const disposition = textOf('content-disposition');
  const name = parameterOf(disposition, 'name');
  if (!/^form-data\s*;/i.test(disposition) || name === undefined) throw new BrokenForm('a part has no name');
  return { name, fileName: parameterOf(disposition, 'filename'), mimeType: textOf('content-type') };
}

/** Browsers write a quote and line ends within it as `%22`, `%0D` and `%0A`, and nothing else. */
function parameterOf(disposition: string, name: string): string | undefined {
  const [, value] = new RegExp(`;\\s*${name}="([^"]*)"`, 'i').exec(disposition) ?? [];
  return value?.replace(/%0A/gi, '\n').replace(/%0D/gi, '\r').replace(/%22/g, '"');
}
