/** Formats of pictures that the Messages API takes. */
export type ImageType = 'image/jpeg' | 'image/png' | 'image/gif' | 'image/webp';

/** A picture that the program keeps, under the SHA-256 of its bytes. */
export interface KeptImage {
  readonly hash: string;
  readonly mediaType: ImageType;
  /** Size in bytes. */
  readonly bytes: number;
}

/** What came with a person's words: it reaches the model beside them, and commands nothing. */
export interface Enclosure {
  /** Quotations, forwarded words, where files lie: each labelled as data. */
  readonly notes: readonly string[];
  readonly images: readonly KeptImage[];
}

/** Words for a session that its model has not read; empty when only something came with them. */
export interface Steering {
  readonly seq: number;
  /** The message that it came with: the last one of a batch. */
  readonly inboxSeq: number;
  readonly text: string;
  readonly enclosure: Enclosure | undefined;
}

/** What became of one thing that a person sent besides text. */
export type Enclosed =
  | { readonly kind: 'image'; readonly image: KeptImage }
  | {
      readonly kind: 'document';
      /** Relative to the workspace. */
      readonly path: string;
      /** As the sender's program says; nothing vouches for it. */
      readonly mimeType: string;
      /** Size in bytes. */
      readonly bytes: number;
    }
  | { readonly kind: 'voice'; readonly text: string }
  | Missing;

export interface Missing {
  readonly kind: 'missing';
  readonly what: 'image' | 'document' | 'voice' | 'other';
  readonly reason: MissingReason;
  /** The limit that was passed, if one was. */
  readonly limitMb?: number;
}

/**
 * - `kind`: nothing is done with such messages. - `too-large`, `day`: beyond a limit of the settings. - `image-size`:
 * beyond one of the model. - `not-yours`: the person may not send it here. - `gone`: the other side no longer has it.
 * - `unreachable`: it could not be fetched now. - `damaged`: not what was announced. - `no-folder`: the workspace took
 * no file. - `no-words`: nothing was said. - `not-understood`: the transcription failed.
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

/** What becomes of the files that people send. */
export interface SentFiles {
  /** Largest file, and all files of one person and day (UTC), in bytes. */
  readonly limits: { readonly fileBytes: number; readonly dayBytes: number };
  /** Whether this model looks at pictures. */
  hasVision(model: string): boolean;
  /** @throws Failure `unavailable` when the disk is full */
  keepImage(bytes: Uint8Array, mediaType: ImageType): Promise<KeptImage>;
  /** Undefined when the picture is no longer kept. */
  imageBytes(image: KeptImage): Uint8Array | undefined;
  /**
   * Resolves with its path relative to the workspace.
   * @throws Failure `denied` when the workspace takes no files, `unavailable` when the disk is full
   */
  keepDocument(document: {
    /** Canonical path. */
    readonly workspace: string;
    /** As its sender named it. */
    readonly name: string;
    readonly bytes: Uint8Array;
  }): Promise<string>;
  /**
   * Undefined when nothing is set up for it.
   * @throws Failure `not-found` when nothing was said, any other kind when it could not be understood
   */
  readonly transcribe:
    | ((recording: { readonly bytes: Uint8Array; readonly mimeType: string }) => Promise<string>)
    | undefined;
  /** Removes what is kept for longer than was set; returns how many files. */
  removeOld(nowMs: number): Promise<number>;
}
