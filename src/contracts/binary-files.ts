import * as z from 'zod';

/** Pages of a document, as far as one answer goes. */
export interface DocumentPages {
  /** Number of pages of the whole document. */
  readonly total: number;
  /** Text of the pages from the first asked one on; empty for a page without any, such as a scan. */
  readonly texts: readonly string[];
}

/** Which pages of a document. */
export interface DocumentRequest {
  /** A PDF. */
  readonly bytes: Uint8Array;
  /** 1-based. */
  readonly first: number;
  readonly mostPages: number;
  /** After this many UTF-16 code units no further page is begun. */
  readonly mostLength: number;
}

/** Reads the text of documents, even of hostile ones. */
export interface DocumentReader {
  /** @throws Failure `invalid` for what is no PDF, damaged, or locked; `timeout` when it takes too long or too much */
  pagesOf(request: DocumentRequest, signal: AbortSignal): Promise<DocumentPages>;
}

/** A picture file that a call looked at. */
export const PictureFile = z.object({
  path: z.string(),
  media_type: z.enum(['image/jpeg', 'image/png', 'image/gif', 'image/webp']),
  width: z.int(),
  height: z.int(),
  /** SHA-256 of its bytes. */
  hash: z.string(),
});
export type PictureFile = z.infer<typeof PictureFile>;

/** Pictures in the result of a call, stored under their hash; the rest of the result does not matter here. */
export const PicturesOfResult = z.object({
  pictures: z.array(
    z.object({
      hash: z.string(),
      mediaType: z.enum(['image/jpeg', 'image/png', 'image/gif', 'image/webp']),
      bytes: z.int(),
    }),
  ),
});
export type PicturesOfResult = z.infer<typeof PicturesOfResult>;
