import type { UploadedFile, UploadLimits, WebForm } from '../contracts/web-page.ts';
import type { PartHead } from './form-parts.ts';
import { beginUpload, type ComingFile, dropUploads } from './upload-folder.ts';

/** What a form with files may hold beside them. */
export const MAX_WORDS_BYTES = 256 * 1024;
/** Fields that one form may have beside its files. */
const MAX_FIELDS = 50;

export interface SentForm {
  readonly form: WebForm;
  /** Temporary ones: see `dropUploads`. */
  readonly files: readonly UploadedFile[];
}

/** It is more than its form may bring. */
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
  #part:
    | { readonly head: PartHead; readonly file: ComingFile | undefined; readonly words: Uint8Array[] }
    | undefined;
  #wordsBytes = 0;

  constructor(parts: ComingParts) {
    this.#parts = parts;
  }

  /** @throws BeyondLimits */
  async begin(head: PartHead): Promise<void> {
    await this.#endPart();
    // A field in which no file was chosen comes as an empty one without a name.
    const isFile = head.fileName !== undefined && head.fileName !== '';
    if (isFile && this.#files.length >= this.#parts.limits.files) throw new BeyondLimits('many');
    if (!isFile && this.#fields.length >= MAX_FIELDS) throw new BeyondLimits('large');
    const { fileName: name = '', mimeType } = head;
    this.#part = {
      head,
      file: isFile ? await beginUpload(this.#parts.folder, { name, mimeType }) : undefined,
      words: [],
    };
  }

  /** @throws BeyondLimits */
  async take(bytes: Uint8Array): Promise<void> {
    if (this.#part?.file !== undefined) return await this.#part.file.write(bytes);
    this.#wordsBytes += bytes.byteLength;
    if (this.#wordsBytes > MAX_WORDS_BYTES) throw new BeyondLimits('large');
    this.#part?.words.push(Uint8Array.from(bytes));
  }

  async end(): Promise<SentForm> {
    await this.#endPart();
    return { form: Object.fromEntries(this.#fields), files: this.#files };
  }

  /** It is not wanted: nothing of it stays. */
  async drop(): Promise<void> {
    await this.#part?.file?.drop();
    this.#part = undefined;
    await dropUploads(this.#files);
  }

  async #endPart(): Promise<void> {
    if (this.#part === undefined) return;
    const { head, file, words } = this.#part;
    this.#part = undefined;
    if (file !== undefined) this.#files.push(await file.end());
    else if (head.fileName === undefined)
      this.#fields.push([head.name, Buffer.concat(words).toString('utf8')]);
  }
}
