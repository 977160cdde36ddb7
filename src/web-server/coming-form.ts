import type { UploadedFile, UploadLimits, WebForm } from '../contracts/web-page.ts';
import type { PartHead, TakePart } from './form-reader.ts';
import { dropUploads, receiveUpload } from './upload-folder.ts';

/** Most bytes of the fields beside the files of a form. */
export const MAX_WORDS_BYTES = 256 * 1024;
/** Fields that one form may have beside its files. */
const MAX_FIELDS = 50;

export interface SentForm {
  readonly form: WebForm;
  /** Temporary ones: see `dropUploads`. */
  readonly files: readonly UploadedFile[];
}

/** Thrown for more than a form may bring. */
export class BeyondLimits extends Error {
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
export class ComingForm {
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
