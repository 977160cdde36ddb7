import type { WebFile } from '../contracts/web-page.ts';
import { sha256 } from '../core/json.ts';
import type { ConsoleContext } from './guard.ts';

/** Nothing in a file runs, whatever it is and however it is opened. */
const FILE_POLICY = "default-src 'none'; sandbox";

/**
 * A file for a page or a disk. Pictures that their bytes prove to be some are shown; everything else is saved under a
 * type that no browser opens, so that neither a script nor a page of somebody else is ever run from here.
 */
export function fileResponse(c: ConsoleContext, { name, bytes, picture }: WebFile): Response {
  const tag = `"${sha256(bytes).slice(0, 16)}"`;
  // It is asked for again, and comes only once: a page that is made anew shows the same pictures.
  c.header('Cache-Control', 'private, no-cache');
  c.header('ETag', tag);
  if (c.req.header('if-none-match') === tag) return c.body(null, 304);
  c.header('Content-Security-Policy', FILE_POLICY);
  c.header('Content-Disposition', dispositionOf(name, picture === undefined ? 'attachment' : 'inline'));
  return c.body(Buffer.from(bytes), 200, { 'Content-Type': picture ?? 'application/octet-stream' });
}

/** The name twice: for what knows only ASCII, and as it is. Neither can end the header or lead into a folder. */
function dispositionOf(name: string, how: 'attachment' | 'inline'): string {
  const plain = name.replace(/[^\w.+@()-]/g, '_');
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${how}; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
