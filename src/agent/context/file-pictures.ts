import { MAX_IMAGE_BYTES } from '../../contracts/enclosures.ts';
import type { Block, ModelMessage } from '../../contracts/model.ts';
import { PictureFile } from '../../contracts/picture-file.ts';
import type { CallRecord } from '../../contracts/store.ts';
import type { SessionWorkspace } from '../../contracts/tool.ts';
import { isFailure } from '../../core/failure.ts';
import { sha256 } from '../../core/json.ts';
import { notices } from '../notices.ts';
import { pictureBlock, type Room, roomIn, textBlock } from './person-blocks.ts';

const TOOL = 'read_image';

interface Looking {
  readonly openCalls: readonly CallRecord[];
  readonly messages: readonly ModelMessage[];
  readonly workspace: Pick<SessionWorkspace, 'files'>;
}

/**
 * The pictures that the calls of this round looked at, each behind a line with its name. They are read once more:
 * results are kept as text.
 */
export async function filePictures(session: Looking): Promise<readonly Block[]> {
  const { openCalls, messages, workspace } = session;
  const pictures = openCalls.flatMap((call) => pictureOf(call) ?? []);
  if (pictures.length === 0) return [];
  const room = roomIn(messages);
  const blocks: Block[] = [];
  for (const picture of pictures) blocks.push(...(await blocksOf(picture, room, workspace)));
  return blocks;
}

function pictureOf({ tool, result }: CallRecord): PictureFile | undefined {
  if (tool !== TOOL || result?.ok !== true) return undefined;
  return PictureFile.safeParse(result.data).data;
}

async function blocksOf(
  { path, hash, media_type: mediaType }: PictureFile,
  room: Room,
  { files }: Looking['workspace'],
): Promise<readonly Block[]> {
  const bytes = await bytesNow(path, files);
  if (bytes === undefined || sha256(bytes) !== hash) return [textBlock(notices.fileChanged(path))];
  const block = pictureBlock(bytes, mediaType, room);
  return block === undefined
    ? [textBlock(notices.noRoomFor(path))]
    : [textBlock(notices.filePicture(path)), block];
}

async function bytesNow(path: string, files: Looking['workspace']['files']): Promise<Uint8Array | undefined> {
  try {
    return (await files.readBytes(path, MAX_IMAGE_BYTES)).bytes;
  } catch (error) {
    if (isFailure(error)) return undefined;
    throw error;
  }
}
