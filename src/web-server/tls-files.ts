import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { codeOf, Failure, messageOf } from '../core/failure.ts';
import type { ListenSettings } from './listen-place.ts';

type TlsPaths = NonNullable<ListenSettings['tls']>;

/**
 * The files that https needs, read and looked at before anything listens.
 * @throws Failure `invalid` that names the file and what is wrong with it, and nothing that is in it
 */
export function readTlsFiles(paths: TlsPaths): { readonly cert: Buffer; readonly key: Buffer } {
  const cert = contentOf('WEB_TLS_CERT_FILE', paths.cert);
  const key = contentOf('WEB_TLS_KEY_FILE', paths.key);
  if (!certificateIn(cert, paths).checkPrivateKey(privateKeyIn(key, paths)))
    throw new Failure(
      'invalid',
      `WEB_TLS_KEY_FILE is ${paths.key}: it isn't the key of the certificate in ${paths.cert}. Set two files that belong together`,
    );
  return { cert, key };
}

function contentOf(variable: string, path: string): Buffer {
  try {
    return readFileSync(path);
  } catch (error) {
    const why = codeOf(error) ?? messageOf(error);
    throw new Failure(
      'invalid',
      `${variable} is ${path}: I can't read it (${why}). Check the path, and that I may read the file`,
      { cause: error },
    );
  }
}

function certificateIn(content: Buffer, { cert }: TlsPaths): X509Certificate {
  try {
    return new X509Certificate(content);
  } catch (error) {
    throw new Failure(
      'invalid',
      `WEB_TLS_CERT_FILE is ${cert}: there is no certificate in it. It has to be a PEM file: -----BEGIN CERTIFICATE-----`,
      { cause: error },
    );
  }
}

function privateKeyIn(content: Buffer, { key }: TlsPaths): KeyObject {
  try {
    return createPrivateKey(content);
  } catch (error) {
    throw new Failure(
      'invalid',
      `WEB_TLS_KEY_FILE is ${key}: there is no private key in it that works without a passphrase. It has to be a PEM file`,
      { cause: error },
    );
  }
}
