import { type FileHandle, open } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Sockets of a program with a link to WhatsApp, and of one without: requests about the link find the first one,
 * whichever program was started before.
 */
export type ControlSocket = 'control.sock' | 'console.sock';

/** The system limits the path of a socket to 108 bytes, macOS to 104, including the final zero. */
const MAX_PATH_LENGTH = 103;

export interface ControlAddress {
  readonly path: string;
  /** Call it when the address is no longer needed. */
  release(): Promise<void>;
}

/**
 * The address of a data folder's control socket. If the path is too long, it goes through the open folder, where the
 * system shows open folders as files.
 * @returns undefined where this system has no such sockets, or none with a path of that length
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
