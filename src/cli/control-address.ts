import { type FileHandle, open } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Where a program with a link to WhatsApp answers, and one without: whoever asks for the link finds the first one, whichever
 * program was started before.
 */
export type ControlSocket = 'control.sock' | 'console.sock';

/** The system keeps 108 bytes for the path of a socket, macOS 104, the closing zero included. */
const MAX_PATH_LENGTH = 103;

export interface ControlAddress {
  readonly path: string;
  /** To be called when the address is needed no more. */
  release(): Promise<void>;
}

/**
 * Where the control socket of a data folder is reached. A path that is too long for the system is gone around through
 * the open folder, where the system shows open folders as files.
 * @returns undefined where this system has no such socket, or none at a path of that length
 */
export async function controlAddress(
  folder: string,
  socket: ControlSocket = 'control.sock',
): Promise<ControlAddress | undefined> {
  if (process.platform === 'win32') return undefined;
  const path = join(folder, socket);
  if (Buffer.byteLength(path) <= MAX_PATH_LENGTH) return { path, release: async () => undefined };
  if (process.platform !== 'linux') return undefined;
  const held: FileHandle = await open(folder);
  return { path: `/proc/self/fd/${held.fd}/${socket}`, release: () => held.close() };
}
