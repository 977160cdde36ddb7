import { createPrivateKey } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readTlsFiles } from '../../src/web-server/serve-console.ts';
import { consoleRig, LOCAL } from '../support/console-rig.ts';
import { freePort } from '../support/free-port.ts';
import { selfSigned } from '../support/self-signed.ts';

const OWN = selfSigned('127.0.0.1');
const FILES = {
  'cert.pem': OWN.cert,
  'key.pem': OWN.key,
  'other.pem': selfSigned('127.0.0.1').key,
  'empty.pem': '',
  'text.pem': 'sk-canary-1234567890\n',
  'locked.pem': createPrivateKey(OWN.key).export({
    type: 'pkcs8',
    format: 'pem',
    cipher: 'aes-256-cbc',
    passphrase: 'unknown here',
  }),
};

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'wasap-tls-'));
  for (const [name, content] of Object.entries(FILES)) writeFileSync(path.join(folder, name), content);
  mkdirSync(path.join(folder, 'folder'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const filesAt = (cert: string, key: string) => ({
  cert: path.join(folder, cert),
  key: path.join(folder, key),
});

test.each([
  ['nothing.pem', 'key.pem', /^WEB_TLS_CERT_FILE is \S+nothing\.pem: I can't read it \(ENOENT\)/],
  ['cert.pem', 'nothing.pem', /^WEB_TLS_KEY_FILE is \S+nothing\.pem: I can't read it \(ENOENT\)/],
  ['folder', 'key.pem', /^WEB_TLS_CERT_FILE is \S+folder: I can't read it \(EISDIR\)/],
  ['empty.pem', 'key.pem', /^WEB_TLS_CERT_FILE is \S+: there is no certificate in it/],
  ['text.pem', 'key.pem', /^WEB_TLS_CERT_FILE is \S+: there is no certificate in it/],
  ['key.pem', 'cert.pem', /^WEB_TLS_CERT_FILE is \S+: there is no certificate in it/],
  ['cert.pem', 'cert.pem', /^WEB_TLS_KEY_FILE is \S+: there is no private key in it/],
  ['cert.pem', 'text.pem', /^WEB_TLS_KEY_FILE is \S+: there is no private key in it/],
  ['cert.pem', 'locked.pem', /^WEB_TLS_KEY_FILE is \S+: there is no private key in it/],
  ['cert.pem', 'other.pem', /^WEB_TLS_KEY_FILE is \S+other\.pem: it isn't the key of the certificate/],
])('with %s and %s it says which file is wrong, and nothing that is in it', (cert, key, why) => {
  let said = '';
  try {
    readTlsFiles(filesAt(cert, key));
  } catch (error) {
    said = String((error as Error).message);
  }
  expect(said).toMatch(why);
  expect(said).not.toMatch(/canary|[A-Za-z0-9+/]{64}/);
});

test('with files that cannot be used nothing listens', async () => {
  const port = await freePort();
  const listen = { port, tls: filesAt('cert.pem', 'other.pem') };
  await expect(consoleRig({ listen })).rejects.toThrow(/it isn't the key of the certificate/);
  await expect(fetch(`http://127.0.0.1:${port}/`)).rejects.toThrow();
});

test('for other machines it is served over https, with a cookie that plain http never gets', async () => {
  const port = await freePort();
  const origin = `https://127.0.0.1:${port}`;
  const listen = { port, host: '0.0.0.0', origin, tls: filesAt('cert.pem', 'key.pem') };
  const rig = await consoleRig({ listen, trusts: OWN.cert });
  try {
    const entered = await rig.post('/enter', { code: rig.invite(LOCAL) });
    const [cookie = ''] = entered.headers['set-cookie'] ?? [];
    const [own = ''] = cookie.split(';');
    const statusOf = async (asking: Parameters<typeof rig.get>[1]) => (await rig.get('/', asking)).status;
    expect({
      address: rig.address,
      cookie: cookie.replace(/=[\w-]{43};/, '=<secret>;'),
      page: await statusOf({ cookie: own }),
      withoutPrefix: await statusOf({ cookie: own.replace('__Host-', '') }),
      elsewhere: await statusOf({ cookie: own, headers: { host: '127.0.0.1:1' } }),
      plainOrigin: (
        await rig.post('/leave', {}, { cookie: own, headers: { origin: `http://127.0.0.1:${port}` } })
      ).status,
      plain: await fetch(`http://127.0.0.1:${port}/`).then(
        ({ status }) => status,
        () => 'refused',
      ),
    }).toEqual({
      address: origin,
      cookie: '__Host-wasap=<secret>; Max-Age=2592000; Path=/; HttpOnly; Secure; SameSite=Strict',
      page: 200,
      withoutPrefix: 401,
      elsewhere: 421,
      plainOrigin: 403,
      plain: 'refused',
    });
  } finally {
    await rig.close();
  }
});
