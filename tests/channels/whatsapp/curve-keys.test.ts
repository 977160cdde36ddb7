import crypto from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { build } from 'esbuild';
import { execa } from 'execa';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { libsignalOfOurs } from '../../../config/build/libsignal.mjs';

interface Curve {
  getPublicFromPrivateKey(privateKey: Buffer): Buffer;
  generateKeyPair(): { readonly pubKey: Buffer; readonly privKey: Buffer };
  calculateAgreement(publicKey: Buffer | undefined, privateKey: Buffer | undefined): Buffer;
}

const require = createRequire(import.meta.url);
const installed: Curve = require('libsignal/src/curve.js');
let built: Curve;
const folder = mkdtempSync(path.join(tmpdir(), 'wasap-curve-'));
const file = path.join(folder, 'curve.cjs');
afterAll(() => rmSync(folder, { recursive: true }));

beforeAll(async () => {
  await build({
    stdin: { contents: `module.exports = require('libsignal/src/curve.js');`, resolveDir: path.resolve('.') },
    outfile: file,
    bundle: true,
    platform: 'node',
    plugins: [libsignalOfOurs],
  });
  built = require(file);
});

test('agrees with the library as it is installed', () => {
  for (let pair = 0; pair < 50; pair += 1) {
    const [ours, theirs] = [installed.generateKeyPair(), built.generateKeyPair()];
    const agreed = built.calculateAgreement(theirs.pubKey, ours.privKey);
    expect(agreed).toEqual(installed.calculateAgreement(theirs.pubKey, ours.privKey));
    expect(agreed).toEqual(built.calculateAgreement(ours.pubKey, theirs.privKey));
  }
});

test('makes pairs of the form that the library makes, each a new one', () => {
  const [one, other] = [built.generateKeyPair(), built.generateKeyPair()];
  expect(installed.getPublicFromPrivateKey(one.privKey)).toEqual(one.pubKey);
  expect([one.pubKey.length, one.privKey.length]).toEqual([33, 32]);
  expect(other.privKey).not.toEqual(one.privKey);
});

test('reads and writes no key as DER', () => {
  const reads = [vi.spyOn(crypto, 'createPrivateKey'), vi.spyOn(crypto, 'createPublicKey')];
  const [ours, theirs] = [built.generateKeyPair(), built.generateKeyPair()];
  built.calculateAgreement(theirs.pubKey, ours.privKey);
  const jwk = [expect.objectContaining({ format: 'jwk' })];
  expect(reads.map(({ mock }) => mock.calls)).toEqual([[jwk, jwk, jwk], [jwk]]);
});

/** In a program of its own, whose young objects are collected often. */
test('20,000 pairs are made without standing still', { tags: 'full' }, async () => {
  const { exitCode, timedOut } = await execa(
    process.execPath,
    [
      '--max-semi-space-size=1',
      '-e',
      'const curve = require(process.argv[1]); for (let pair = 0; pair < 20_000; pair += 1) curve.generateKeyPair();',
      file,
    ],
    { timeout: 60_000, reject: false },
  );
  expect({ exitCode, timedOut }).toEqual({ exitCode: 0, timedOut: false });
});

const { pubKey, privKey } = installed.generateKeyPair();
const ofSmallOrder = Buffer.concat([Buffer.from([5]), Buffer.alloc(32)]);

test.each([
  { what: 'no public key', keys: [undefined, privKey] },
  { what: 'a short public key', keys: [pubKey.subarray(0, 30), privKey] },
  {
    what: 'a public key of another kind',
    keys: [Buffer.concat([Buffer.from([6]), pubKey.subarray(1)]), privKey],
  },
  { what: 'a public key of small order', keys: [ofSmallOrder, privKey] },
  { what: 'no private key', keys: [pubKey, undefined] },
  { what: 'a short private key', keys: [pubKey, privKey.subarray(1)] },
] as const)('refuses $what as the library does', ({ keys: [publicKey, privateKey] }) => {
  expect(() => installed.calculateAgreement(publicKey, privateKey)).toThrow();
  expect(() => built.calculateAgreement(publicKey, privateKey)).toThrow();
});
