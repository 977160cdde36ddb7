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
