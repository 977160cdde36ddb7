import * as z from 'zod';

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
