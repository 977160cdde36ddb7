import * as z from 'zod';
import { PictureFile } from '../contracts/binary-files.ts';
import { MAX_IMAGE_BYTES, MAX_IMAGE_SIDE } from '../contracts/enclosures.ts';
import { defineTool } from '../contracts/tool.ts';
import { Failure } from '../core/failure.ts';
import { sha256 } from '../core/json.ts';
import { imageFormatOf } from '../core/media-format.ts';

/** The picture itself goes to the model behind the results of the round: see `agent/context/file-pictures.ts`. */
export const readImage = defineTool({
  name: 'read_image',
  description: 'Look at a picture file (PNG, JPEG, GIF, WebP).',
  effect: 'reads',
  doing: { en: 'looking at', es: 'mirando' },
  subAgents: 'none',
  claudeCode: ['Read'],
  service: { leftOut: 'A picture is for a model; the data that a task could hand on are only its size.' },
  needsVision: true,
  input: z.object({ path: z.string() }),
  output: PictureFile,
  async run({ path: asked }, { workspace: { files }, ledger }) {
    const { path, bytes } = await files.readBytes(asked, MAX_IMAGE_BYTES);
    const facts = imageFormatOf(bytes);
    if (facts === undefined) {
      throw new Failure(
        'invalid',
        `${path.relative} is no PNG, JPEG, GIF or WebP picture, whatever its name says. An SVG is text: read_source_file.`,
      );
    }
    const { mediaType, width, height } = facts;
    const size = `${mediaType.slice('image/'.length).toUpperCase()}, ${width} x ${height} pixels`;
    if (Math.max(width, height) > MAX_IMAGE_SIDE) {
      throw new Failure(
        'invalid',
        `${path.relative} is too large to look at (${size}; at most ${MAX_IMAGE_SIDE} a side). Make a smaller copy.`,
      );
    }
    const hash = sha256(bytes);
    ledger.noteSeen(path.relative, hash);
    const data = { path: path.relative, media_type: mediaType, width, height, hash };
    return { text: `${path.relative}: ${size}. The picture follows the results.`, data };
  },
});
