import { generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { isIP } from 'node:net';

/** Two PEM texts. */
export interface OwnCertificate {
  readonly cert: string;
  readonly key: string;
}

const DAY_MS = 86_400_000;

/** A certificate of this name or address that nobody else vouches for, and its key. Made by node alone: no openssl. */
export function selfSigned(name: string): OwnCertificate {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const algorithm = sequence(oid('2a8648ce3d040302')); // ecdsa-with-SHA256
  const holder = sequence(der(0x31, sequence(oid('550403'), der(0x0c, Buffer.from(name)))));
  const content = sequence(
    der(0xa0, der(0x02, Buffer.of(2))), // version 3
    der(0x02, Buffer.concat([Buffer.of(1), randomBytes(8)])),
    algorithm,
    holder,
    sequence(utcTime(Date.now() - DAY_MS), utcTime(Date.now() + DAY_MS)),
    holder,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(sequence(oid('551d11'), der(0x04, sequence(alternativeName(name)))))),
  );
  const signature = Buffer.concat([Buffer.of(0), sign('sha256', content, privateKey)]);
  return {
    cert: pem('CERTIFICATE', sequence(content, algorithm, der(0x03, signature))),
    key: String(privateKey.export({ type: 'pkcs8', format: 'pem' })),
  };
}

/** One value of ASN.1: its tag, its length, its content. */
function der(tag: number, ...parts: readonly Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  const size =
    length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.of(tag, ...size), content]);
}

function sequence(...parts: readonly Buffer[]): Buffer {
  return der(0x30, ...parts);
}

function oid(hex: string): Buffer {
  return der(0x06, Buffer.from(hex, 'hex'));
}

function alternativeName(name: string): Buffer {
  return isIP(name) === 4
    ? der(0x87, Buffer.from(name.split('.').map(Number)))
    : der(0x82, Buffer.from(name));
}

/** `261120093000Z` */
function utcTime(ms: number): Buffer {
  return der(0x17, Buffer.from(`${new Date(ms).toISOString().replace(/\D/g, '').slice(2, 14)}Z`));
}

function pem(what: string, content: Buffer): string {
  const lines = content.toString('base64').replace(/(.{64})(?=.)/g, '$1\n');
  return `-----BEGIN ${what}-----\n${lines}\n-----END ${what}-----\n`;
}
