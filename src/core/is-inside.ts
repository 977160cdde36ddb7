import { sep } from 'node:path';

/** True for the folder itself and everything below it; both absolute and normal. */
export function isInside(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : `${folder}${sep}`);
}
