import { PictureFile, PicturesOfResult } from '../../contracts/binary-files.ts';
import { MAX_IMAGE_BYTES, type SentFiles } from '../../contracts/enclosures.ts';
import type { Block, ModelMessage } from '../../contracts/model.ts';
import type { CallRecord } from '../../contracts/store.ts';
import type { SessionWorkspace } from '../../contracts/tool.ts';
import { isFailure } from '../../core/failure.ts';
import { sha256 } from '../../core/json.ts';
import { notices } from '../notices.ts';
import { type PictureRoom, pictureBlock, roomIn, textBlock } from './person-blocks.ts';

const TOOL = 'read_image';

interface PictureSession {
  readonly parts: { readonly reading: { readonly sentFiles: Pick<SentFiles, 'imageBytes'> } };
  readonly round: { readonly openCalls: readonly CallRecord[] };
  readonly history: { readonly messages: readonly ModelMessage[] };
  readonly workspace: Pick<SessionWorkspace, 'files'>;
}

/**
 * The pictures that the calls of this round looked at or had in their results, each behind a line with its name. They
 * are read again, because results are kept as text.
 */
export async function filePictures(session: PictureSession): Promise<readonly Block[]> {
  const { workspace, parts } = session;
  const { openCalls } = session.round;
  const pictures = openCalls.flatMap((call) => pictureOf(call) ?? []);
  const answers = openCalls.flatMap((call) => picturesOfResult(call));
  if (pictures.length === 0 && answers.length === 0) return [];
  const room = roomIn(session.history.messages);
  const blocks: Block[] = [];
  for (const picture of pictures) blocks.push(...(await blocksOf(picture, room, workspace)));
  for (const answer of answers) blocks.push(...answerBlocks(answer, room, parts.reading.sentFiles));
  return blocks;
}

function pictureOf({ tool, result }: CallRecord): PictureFile | undefined {
  if (tool !== TOOL || result?.ok !== true) return undefined;
  return PictureFile.safeParse(result.data).data;
}

interface ResultPicture {
  readonly tool: string;
  readonly picture: PicturesOfResult['pictures'][number];
}

function picturesOfResult({ tool, result }: CallRecord): readonly ResultPicture[] {
  if (tool === TOOL || result?.ok !== true) return [];
  const { pictures = [] } = PicturesOfResult.safeParse(result.data).data ?? {};
  return pictures.map((picture) => ({ tool, picture }));
}

function answerBlocks(
  { tool, picture }: ResultPicture,
  room: PictureRoom,
  { imageBytes }: Pick<SentFiles, 'imageBytes'>,
): readonly Block[] {
  const bytes = imageBytes(picture);
  const block = bytes && pictureBlock(bytes, picture.mediaType, room);
  return block === undefined
    ? [textBlock(notices.noRoomFor(`A picture of ${tool}`))]
    : [textBlock(notices.resultPicture(tool)), block];
}

async function blocksOf(
  { path, hash, media_type: mediaType }: PictureFile,
  room: PictureRoom,
  { files }: PictureSession['workspace'],
): Promise<readonly Block[]> {
  const bytes = await bytesNow(path, files);
  if (bytes === undefined || sha256(bytes) !== hash) return [textBlock(notices.fileChanged(path))];
  const block = pictureBlock(bytes, mediaType, room);
  return block === undefined
    ? [textBlock(notices.noRoomFor(path))]
    : [textBlock(notices.filePicture(path)), block];
}

async function bytesNow(
  path: string,
  files: PictureSession['workspace']['files'],
): Promise<Uint8Array | undefined> {
  try {
    return (await files.readBytes(path, MAX_IMAGE_BYTES)).bytes;
  } catch (error) {
    if (isFailure(error)) return undefined;
    throw error;
  }
}

/**
 * The history as it is sent. The API would refuse a picture that it refused once in every later request, so pictures
 * between a note that says so and the reply before it are left out. The stored history stays as it is, and later
 * requests repeat the same bytes.
 */
export function withoutRefused(messages: readonly ModelMessage[]): readonly ModelMessage[] {
  if (!messages.some(isNote)) return messages;
  let refused = false;
  return messages
    .toReversed()
    .map((message) => {
      if (message.role === 'assistant') refused = false;
      if (isNote(message)) refused = true;
      return refused ? { ...message, content: message.content.map(withoutPicture) } : message;
    })
    .toReversed();
}

/** True when the next request holds a picture that the model has not replied to. */
export function holdsNewPicture(messages: readonly ModelMessage[]): boolean {
  const lastReply = messages.findLastIndex(({ role }) => role === 'assistant');
  return withoutRefused(messages)
    .slice(lastReply + 1)
    .some(({ content }) => content.some(isPicture));
}

/** Says that the pictures of the last message were refused. */
export function refusalNote(messages: readonly ModelMessage[]): string {
  const content = messages.at(-1)?.content ?? [];
  const isOfFile = content.some((_, at) => isFilePicture(content, at));
  return isOfFile ? notices.filePictureRefused : notices.pictureRefused;
}

const NOTES: readonly unknown[] = [notices.pictureRefused, notices.filePictureRefused];

function isNote({ role, content }: ModelMessage): boolean {
  return role === 'user' && content.length === 1 && NOTES.includes(content[0]?.text);
}

function isPicture({ type }: Block): boolean {
  return type === 'image';
}

function withoutPicture(block: Block): Block {
  return isPicture(block) ? textBlock(notices.pictureLeftOut) : block;
}

const NAME = '\0';
const BEGINNINGS = [notices.filePicture(NAME), notices.resultPicture(NAME)].map(
  (label) => label.split(NAME, 1)[0] ?? label,
);

/** True for a picture that a call has brought, by the line before it; others come from a person. */
export function isFilePicture(content: readonly Block[], at: number): boolean {
  const label = content[at - 1]?.text;
  return (
    content[at]?.type === 'image' &&
    typeof label === 'string' &&
    BEGINNINGS.some((begin) => label.startsWith(begin))
  );
}
