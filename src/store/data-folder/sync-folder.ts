import { closeSync, fsyncSync, openSync } from 'node:fs';

/** A renamed or new file survives a power cut only if its folder was flushed too. Windows has no such call. */
export function syncFolder(folder: string): void {
  if (process.platform === 'win32') return;
  const held = openSync(folder, 'r');
  try {
    fsyncSync(held);
  } finally {
    closeSync(held);
  }
}
