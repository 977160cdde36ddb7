import type {
  Enclosure,
  ImageType,
  KeptDocument,
  KeptImage,
  SentFiles,
  Steering,
} from '../../contracts/enclosures.ts';
import type { Block, ModelMessage } from '../../contracts/model.ts';
import type { SessionPrompt } from '../../contracts/session.ts';
import { notices } from '../notices.ts';
import type { ReadingPorts } from '../parts.ts';

interface SteeringReader {
  readonly messages: readonly ModelMessage[];
  readonly record: { readonly prompt: Pick<SessionPrompt, 'model'> };
  readonly parts: { readonly reading: Pick<ReadingPorts, 'sentFiles'> };
  readonly documents: Pick<BroughtDocuments, 'pathOf'>;
}

/** Messages that the person sent meanwhile, as blocks for the model: text, attachments, pictures. */
export function personBlocks(said: readonly Steering[], reader: SteeringReader): readonly Block[] {
  const room = roomIn(reader.messages);
  return said.flatMap(({ text, enclosure }) => {
    const images = (enclosure?.images ?? []).map((image) => imageBlock(image, room, reader));
    const texts = [
      ...(text === '' ? [] : [notices.steering(text)]),
      ...(enclosure?.notes ?? []),
      ...documentNote(enclosure?.documents ?? [], reader),
      ...images.filter((image) => typeof image === 'string'),
    ];
    const blocks = images.filter((image) => typeof image !== 'string');
    return texts.length === 0 ? blocks : [textBlock(texts.join('\n\n')), ...blocks];
  });
}

function documentNote(documents: readonly KeptDocument[], reader: SteeringReader): readonly string[] {
  if (documents.length === 0) return [];
  const lines = documents.map((document) => {
    const { path, mimeType, bytes } = document;
    const here = reader.documents.pathOf(document);
    const facts = here === undefined ? notices.fileGone : `${typeOf(mimeType)}, ${bytes} bytes`;
    return `${here ?? path} (${facts})`;
  });
  return [notices.files(lines)];
}

/** What a sender invented is not repeated. */
function typeOf(mimeType: string): string {
  return /^[\w.+-]{1,60}\/[\w.+-]{1,60}(?=;|$)/.exec(mimeType)?.[0] ?? 'unknown type';
}

export function textBlock(text: string): Block {
  return { type: 'text', text };
}

/** What the pictures of a session may still take. */
export interface PictureRoom {
  images: number;
  /** Length in base64. */
  length: number;
}

/** The picture, or a sentence that says why the model does not see it. */
function imageBlock(image: KeptImage, room: PictureRoom, { record, parts }: SteeringReader): Block | string {
  if (!parts.reading.sentFiles.hasVision(record.prompt.model)) return notices.noVision;
  const bytes = parts.reading.sentFiles.imageBytes(image);
  if (bytes === undefined) return notices.imageGone;
  return pictureBlock(bytes, image.mediaType, room) ?? notices.tooManyImages;
}

/** Takes its room; undefined when there is none. */
export function pictureBlock(bytes: Uint8Array, mediaType: ImageType, room: PictureRoom): Block | undefined {
  const data = Buffer.from(bytes).toString('base64');
  if (room.images < 1 || room.length < data.length) return undefined;
  room.images -= 1;
  room.length -= data.length;
  return { type: 'image', source: { type: 'base64', media_type: mediaType, data } };
}

/** The API takes larger pictures only in requests with at most 20, and every request holds the whole history. */
const MAX_IMAGES = 20;
/** All pictures of a session, in base64: a request may have 32 MB, and text needs its room. */
const MAX_IMAGE_LENGTH = 20_000_000;

export function roomIn(messages: readonly ModelMessage[]): PictureRoom {
  const lengths = messages.flatMap(({ content }) => content.flatMap(imageLength));
  const length = lengths.reduce((sum, one) => sum + one, 0);
  return { images: MAX_IMAGES - lengths.length, length: MAX_IMAGE_LENGTH - length };
}

function imageLength({ type, source }: Block): readonly number[] {
  if (type !== 'image') return [];
  const data = typeof source === 'object' && source !== null && 'data' in source ? source.data : '';
  return [typeof data === 'string' ? data.length : 0];
}

interface BroughtDocumentsParts {
  /** Where the session works. */
  readonly workspace: string;
  readonly sentFiles: Pick<SentFiles, 'bringDocument'>;
  /** What the model has not read. */
  unread(): readonly Pick<Steering, 'enclosure'>[];
}

/**
 * Makes files that people sent readable for the session. Most lie in its workspace already, but a file of a talk lies
 * in the project, and the task that the talk became may work in a worktree.
 */
export class BroughtDocuments {
  readonly #parts: BroughtDocumentsParts;
  readonly #brought = new Map<string, string | undefined>();

  constructor(parts: BroughtDocumentsParts) {
    this.#parts = parts;
  }

  /**
   * Copies the files that lie elsewhere. Call it before the model gets the messages that they came with.
   * @throws Failure `unavailable` when the disk is full
   */
  async bring(): Promise<void> {
    const { unread, sentFiles, workspace: here } = this.#parts;
    for (const { workspace, path } of unread().flatMap(({ enclosure }) => documentsIn(enclosure))) {
      if (workspace === undefined || this.#isHere(workspace)) continue;
      const place = documentKey(workspace, path);
      if (!this.#brought.has(place))
        this.#brought.set(place, await sentFiles.bringDocument({ workspace, path }, here));
    }
  }

  /** Its path relative to the session's workspace; undefined when it could not be brought there. */
  pathOf({ workspace, path }: Pick<KeptDocument, 'workspace' | 'path'>): string | undefined {
    if (workspace === undefined || this.#isHere(workspace)) return path;
    return this.#brought.get(documentKey(workspace, path));
  }

  #isHere(workspace: string): boolean {
    return workspace === this.#parts.workspace;
  }
}

function documentsIn(enclosure: Enclosure | undefined): readonly KeptDocument[] {
  return enclosure?.documents ?? [];
}

function documentKey(workspace: string, path: string): string {
  return `${workspace}\0${path}`;
}
