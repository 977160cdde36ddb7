import { closeSync, fsyncSync, openSync } from 'node:fs';

/** A renamed or new file is only there after a power cut when its folder was flushed too. Windows has no such thing. */
export function syncFolder(folder: string): void {
  if (process.platform === 'win32') return;
  const held = openSync(folder, 'r');
  try {
    fsyncSync(held);
  } finally {
    closeSync(held);
  }
}
