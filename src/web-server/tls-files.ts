import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { codeOf, Failure, messageOf } from '../core/failure.ts';
import { fault } from '../core/texts/faults.ts';
import type { ListenSettings } from './listen-place.ts';

type TlsPaths = NonNullable<ListenSettings['tls']>;

/**
 * The files for https, read and checked before anything listens.
 * @throws Failure `invalid` that names the file and its problem, but nothing of its content
 */
export function readTlsFiles(paths: TlsPaths): { readonly cert: Buffer; readonly key: Buffer } {
  const cert = readTlsFile('WEB_TLS_CERT_FILE', paths.cert);
  const key = readTlsFile('WEB_TLS_KEY_FILE', paths.key);
  if (!certificateIn(cert, paths).checkPrivateKey(privateKeyIn(key, paths)))
    throw new Failure('invalid', fault('tls-pair', paths.key, paths.cert));
  return { cert, key };
}

function readTlsFile(variable: string, path: string): Buffer {
  try {
    return readFileSync(path);
  } catch (error) {
    const why = codeOf(error) ?? messageOf(error);
    throw new Failure('invalid', fault('tls-unreadable', variable, path, why), { cause: error });
  }
}

function certificateIn(content: Buffer, { cert }: TlsPaths): X509Certificate {
  try {
    return new X509Certificate(content);
  } catch (error) {
    throw new Failure('invalid', fault('tls-no-certificate', cert), { cause: error });
  }
}

function privateKeyIn(content: Buffer, { key }: TlsPaths): KeyObject {
  try {
    return createPrivateKey(content);
  } catch (error) {
    throw new Failure('invalid', fault('tls-no-key', key), { cause: error });
  }
}
