/** Media: encrypted with code of our own, kept in memory, served and taken over plain HTTP on loopback. */
import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

import { hkdf, hmac, openCbc, sealCbc, sha256 } from './crypto.ts';

export type MediaKind = 'Image' | 'Document' | 'Audio' | 'Video';

export type MediaStore = {
  /** Encrypted files by path. */
  readonly files: Map<string, Buffer>;
  /** What was asked for, in order, as `POST /mms/image`. */
  readonly requests: string[];
  /** Answer downloads with this status instead of the file. */
  refuseWith: number | undefined;
};

/** The fields that every kind of media message has. */
export type MediaFields = {
  readonly url: string;
  readonly mediaKey: Buffer;
  readonly fileSha256: Buffer;
  readonly fileEncSha256: Buffer;
  readonly fileLength: number;
  readonly mediaKeyTimestamp: number;
};

type Encrypted = { readonly mediaKey: Uint8Array; readonly kind: MediaKind };

const MAC_BYTES = 10;
const ROUND_TRIP_MS = 10;
/** Where files are that were uploaded again: these are never refused. */
export const AGAIN = '/media/again/';

export function createMediaStore(): MediaStore {
  return { files: new Map(), requests: [], refuseWith: undefined };
}

/** Puts a file where the client can fetch it. Without a direct path, the client takes the URL as it is. */
export function offerMedia(
  store: MediaStore,
  { bytes, kind, host }: { bytes: Uint8Array; kind: MediaKind; host: string },
): MediaFields {
  const mediaKey = randomBytes(32);
  const sealed = sealMedia(bytes, { mediaKey, kind });
  const path = `/media/${randomBytes(12).toString('hex')}`;
  store.files.set(path, sealed);
  return {
    url: `http://${host}${path}`,
    mediaKey,
    fileSha256: sha256(bytes),
    fileEncSha256: sha256(sealed),
    fileLength: bytes.length,
    mediaKeyTimestamp: Math.floor(Date.now() / 1000),
  };
}

type MediaMessage = {
  readonly url?: string | null;
  readonly directPath?: string | null;
  readonly mediaKey?: Uint8Array | null;
  readonly fileSha256?: Uint8Array | null;
  readonly fileEncSha256?: Uint8Array | null;
};

/** What the client uploaded, decrypted. @throws Error when a sum or the MAC is wrong, or nothing was uploaded */
export function fetchMedia(store: MediaStore, message: MediaMessage, kind: MediaKind): Buffer {
  const path = message.directPath ?? new URL(message.url ?? 'http://none/').pathname;
  const sealed = store.files.get(path);
  if (sealed === undefined) throw new Error(`the message names media that was never uploaded: ${path}`);
  if (!sha256(sealed).equals(Buffer.from(message.fileEncSha256 ?? [])))
    throw new Error('fileEncSha256 is wrong');
  const plain = openMedia(sealed, { mediaKey: message.mediaKey ?? Buffer.alloc(0), kind });
  if (!sha256(plain).equals(Buffer.from(message.fileSha256 ?? []))) throw new Error('fileSha256 is wrong');
  return plain;
}

function sealMedia(plain: Uint8Array, encrypted: Encrypted): Buffer {
  const { iv, key, mac } = keysOf(encrypted);
  const sealed = sealCbc(plain, { key, iv });
  return Buffer.concat([sealed, hmac(mac, iv, sealed).subarray(0, MAC_BYTES)]);
}

function openMedia(file: Buffer, encrypted: Encrypted): Buffer {
  const { iv, key, mac } = keysOf(encrypted);
  const sealed = file.subarray(0, -MAC_BYTES);
  if (!hmac(mac, iv, sealed).subarray(0, MAC_BYTES).equals(file.subarray(-MAC_BYTES))) {
    throw new Error('the MAC of the media is wrong');
  }
  return openCbc(sealed, { key, iv });
}

function keysOf({ mediaKey, kind }: Encrypted) {
  const secret = hkdf(mediaKey, 112, { info: `WhatsApp ${kind} Keys` });
  return { iv: secret.subarray(0, 16), key: secret.subarray(16, 48), mac: secret.subarray(48, 80) };
}

export type MediaDesk = { readonly store: MediaStore; problem(text: string): void };

/** GET of a file, POST of an encrypted one under the name of its SHA-256. */
export async function answerMedia(
  desk: MediaDesk,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { pathname } = new URL(request.url ?? '/', 'http://loopback');
  desk.store.requests.push(`${request.method} ${pathname}`);
  if (request.method === 'POST') {
    await takeUpload(desk, { request, response, pathname });
    return;
  }
  const file = desk.store.files.get(pathname);
  if (request.method !== 'GET') desk.problem(`the media host was sent a ${request.method}`);
  const refusal = pathname.startsWith(AGAIN) ? undefined : desk.store.refuseWith;
  const status = refusal ?? (file === undefined ? 404 : 200);
  if (status === 200) response.writeHead(200, { 'content-length': file?.length ?? 0 }).end(file);
  else response.writeHead(status).end();
}

type Upload = {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly pathname: string;
};

async function takeUpload(
  { store, problem }: MediaDesk,
  { request, response, pathname }: Upload,
): Promise<void> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(Buffer.from(part));
  const file = Buffer.concat(parts);
  const name = pathname.slice(pathname.lastIndexOf('/') + 1);
  if (sha256(file).toString('base64url') !== decodeURIComponent(name)) {
    problem(`what was uploaded to ${pathname} has another SHA-256`);
  }
  store.files.set(pathname, file);
  // As over any network. The client leaves its file open for ever when it hears the answer before it has read the end.
  await sleep(ROUND_TRIP_MS);
  const answer = JSON.stringify({ url: `http://${request.headers.host}${pathname}`, direct_path: pathname });
  response.writeHead(200, { 'content-type': 'application/json' }).end(answer);
}
