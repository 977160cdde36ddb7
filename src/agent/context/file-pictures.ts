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
  readonly openCalls: readonly CallRecord[];
  readonly messages: readonly ModelMessage[];
  readonly workspace: Pick<SessionWorkspace, 'files'>;
}

/**
 * The pictures that the calls of this round looked at or had in their results, each behind a line with its name. They
 * are read again, because results are kept as text.
 */
export async function filePictures(session: PictureSession): Promise<readonly Block[]> {
  const { openCalls, messages, workspace, parts } = session;
  const pictures = openCalls.flatMap((call) => pictureOf(call) ?? []);
  const answers = openCalls.flatMap((call) => picturesOfResult(call));
  if (pictures.length === 0 && answers.length === 0) return [];
  const room = roomIn(messages);
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
