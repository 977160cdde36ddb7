/** Picture formats that the Messages API accepts. */
export type ImageType = 'image/jpeg' | 'image/png' | 'image/gif' | 'image/webp';

/**
 * Largest picture that a model is shown, in bytes, and its longest side in pixels. The API takes 5 MB in base64 and
 * 8,000 pixels.
 */
export const MAX_IMAGE_BYTES = 3_700_000;
export const MAX_IMAGE_SIDE = 8000;

/** A stored picture, under the SHA-256 of its bytes. */
export interface KeptImage {
  readonly hash: string;
  readonly mediaType: ImageType;
  /** Size in bytes. */
  readonly bytes: number;
}

/** A file of a person in the inbox folder of a workspace. */
export interface KeptDocument {
  /** Canonical path. Rows of older versions have none: then it is that of the session that gets the file. */
  readonly workspace?: string;
  /** Relative to the workspace. */
  readonly path: string;
  /** According to the sender's program; unverified. */
  readonly mimeType: string;
  /** Size in bytes. */
  readonly bytes: number;
}

/** Attachments of a person's message: the model gets them beside the words, and they command nothing. */
export interface Enclosure {
  /** Quotations, forwarded texts, words on what is missing: each labelled as data. */
  readonly notes: readonly string[];
  readonly images: readonly KeptImage[];
  /** Each document once. Missing when there are none. */
  readonly documents?: readonly KeptDocument[];
}

/** A message for a session that its model has not read; the text is empty if it only has attachments. */
export interface Steering {
  readonly seq: number;
  /** The message that it came with: the last one of a batch. */
  readonly inboxSeq: number;
  readonly text: string;
  readonly enclosure: Enclosure | undefined;
}

/** The result of handling one attachment. */
export type AttachmentResult =
  | { readonly kind: 'image'; readonly image: KeptImage }
  | ({ readonly kind: 'document' } & KeptDocument)
  | { readonly kind: 'voice'; readonly text: string }
  | MissingAttachment;

export interface MissingAttachment {
  readonly kind: 'missing';
  readonly what: 'image' | 'document' | 'voice' | 'other';
  readonly reason: MissingReason;
  /** The limit that was exceeded, if any. */
  readonly limitMb?: number;
}

/**
 * - `kind`: such messages are not handled. - `too-large`, `day`: beyond a limit of the settings. - `image-size`:
 * beyond one of the model. - `not-yours`: the person may not send it here. - `gone`: the server no longer has it.
 * - `unreachable`: it could not be fetched now. - `damaged`: not as announced. - `no-folder`: the workspace did not
 * accept the file. - `no-words`: no speech was found. - `not-understood`: the transcription failed.
 */
export type MissingReason =
  | 'kind'
  | 'too-large'
  | 'day'
  | 'image-size'
  | 'not-an-image'
  | 'no-vision'
  | 'no-transcriber'
  | 'not-yours'
  | 'gone'
  | 'unreachable'
  | 'damaged'
  | 'no-folder'
  | 'no-words'
  | 'not-understood';

/** Handles the files that people send. */
export interface SentFiles {
  /** Largest file, and all files of one person and day (UTC), in bytes. */
  readonly limits: { readonly fileBytes: number; readonly dayBytes: number };
  /** True when this model accepts pictures. */
  hasVision(model: string): boolean;
  /** @throws Failure `unavailable` when the disk is full */
  keepImage(bytes: Uint8Array, mediaType: ImageType): Promise<KeptImage>;
  /** Undefined when the picture is no longer stored. */
  imageBytes(image: KeptImage): Uint8Array | undefined;
  /**
   * Resolves with its path relative to the workspace.
   * @throws Failure `denied` when the workspace accepts no files, `unavailable` when the disk is full
   */
  keepDocument(document: {
    /** Canonical path. */
    readonly workspace: string;
    /** The sender's name for it. */
    readonly name: string;
    readonly bytes: Uint8Array;
  }): Promise<string>;
  /**
   * Copies a kept document into another workspace and resolves with its path there; undefined when it is gone, or that
   * workspace accepts no files. Safe to repeat: the same file is stored once.
   * @throws Failure `unavailable` when the disk is full
   */
  bringDocument(
    document: Required<Pick<KeptDocument, 'workspace' | 'path'>>,
    workspace: string,
  ): Promise<string | undefined>;
  /**
   * Undefined when no transcription is configured.
   * @throws Failure `not-found` without speech, any other kind when it could not be understood
   */
  readonly transcribe:
    | ((recording: { readonly bytes: Uint8Array; readonly mimeType: string }) => Promise<string>)
    | undefined;
  /** Removes files after their retention time; returns how many. */
  removeOld(nowMs: number): Promise<number>;
}
