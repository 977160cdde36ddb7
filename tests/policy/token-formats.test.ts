import { createHash, generateKeyPairSync, randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { withoutTokens } from '../../src/policy/token-formats.ts';

const shown = (text: string): string => withoutTokens(text, '[secret]');

/** Letters and digits as if drawn by lot, the same in every run. */
function drawn(length: number): string {
  const bytes = createHash('sha512').update('tokens').digest('base64').replace(/[+/=]/g, '');
  return `a1B${bytes.repeat(4)}`.slice(0, length);
}

const hex = (length: number): string => createHash('sha512').update('hex').digest('hex').slice(0, length);

const TOKENS = [
  ['OpenAI, as before', `sk-${drawn(48)}`],
  ['OpenAI, of a project', `sk-proj-${drawn(60)}`],
  ['OpenRouter', `sk-or-v1-${hex(64)}`],
  ['Stripe', `sk_live_${drawn(24)}`],
  ['Stripe, restricted', `rk_test_${drawn(40)}`],
  ['signatures of webhooks', `whsec_${drawn(32)}`],
  ['a runner of GitLab', `glrt-${drawn(20)}`],
  ['Google, for an application', `GOCSPX-${drawn(28)}`],
  ['Google, for an hour', `ya29.${drawn(80)}`],
  ['Slack, for an app', `xapp-1-${drawn(40)}`],
  ['PyPI', `pypi-AgEI${drawn(80)}`],
  ['Telegram', `1234567890:AA${drawn(33)}`],
  ['Twilio', `SK${hex(32)}`],
  ['SendGrid', `SG.${drawn(22)}.${drawn(43)}`],
  ['Hugging Face', `hf_${drawn(34)}`],
  ['DigitalOcean', `dop_v1_${hex(64)}`],
  ['Shopify', `shpat_${hex(32)}`],
  ['Vault', `hvs.${drawn(90)}`],
  ['Databricks', `dapi${hex(32)}`],
  ['Doppler', `dp.pt.${drawn(43)}`],
  ['Doppler, for a service', `dp.st.dev_main.${drawn(43)}`],
  ['Vercel', `vcp_${drawn(40)}`],
  ['Square', `EAAA${drawn(60)}`],
  ['Airtable', `pat${drawn(14)}.${hex(64)}`],
  ['Okta', `00${drawn(40)}`],
  ['a service that nobody has heard of', `brx_live_${drawn(36)}`],
] as const;

describe.each(TOKENS)('a token of %s', (_, token) => {
  test.each([
    ['by itself', (text: string) => text],
    ['in JSON', (text: string) => `{"value": "${text}", "more": 1}`],
    ['in an address', (text: string) => `https://a.example/?k=${encodeURIComponent(text)}&x=1`],
    ['in base64', (text: string) => Buffer.from(`x: ${text}\n`).toString('base64')],
    ['in URL-safe base64 behind a name', (text: string) => `v_${Buffer.from(text).toString('base64url')}`],
    ['in hexadecimal', (text: string) => Buffer.from(text).toString('hex')],
  ])('%s', (__, write) => {
    const text = shown(write(token));
    expect([text.includes('[secret]'), text.includes(token.slice(-16))]).toEqual([true, false]);
    expect(text).not.toContain(write(token).slice(-24, -6));
  });
});

test.each([
  ['{"SecretAccessKey": "%"}', `${drawn(20)}/${drawn(19)}`],
  ['aws_secret_access_key = %', `${drawn(20)}+${drawn(19)}`],
  ["const apiKey = '%';", drawn(32)],
  ['clientSecret: %', drawn(24)],
  ['X-Api-Key: %', hex(32)],
  ['AccountName=x;AccountKey=%;EndpointSuffix=a.example', `${drawn(60)}==`],
  ['mysql://root:%@db/shop', 'correcthorse'],
  ['redis://:%@db', 'l3tters'],
  ['GITEA_TOKEN=%', hex(40)],
  ['git clone https://%@gitea.example/a/b', hex(40)],
  ['Authorization: SSWS %', `00${drawn(40)}`],
  ['AIRTABLE_API_KEY=%', `key${drawn(14)}`],
  ['Cookie: theme=dark; session=%; lang=en', drawn(24)],
  ['Set-Cookie: connect.sid=%; Path=/; HttpOnly', `s%3A${drawn(32)}`],
  ["curl -s --cookie 'auth=%' https://a.example", drawn(12)],
  ['https://hooks.slack.com/services/%', `T${drawn(8)}/B${drawn(8)}/${drawn(24)}`],
])('the value in %s', (text, value) => {
  expect(shown(text.replace('%', value))).toBe(text.replace('%', '[secret]'));
});

test('an AWS secret is hidden beside its id, also where nothing names it', () => {
  const secret = `${drawn(20)}/${drawn(19)}`;
  expect(shown(`AKIA${hex(16).toUpperCase()}\n${secret}\n`)).toBe('[secret]\n[secret]\n');
});

const LINE = randomBytes(48).toString('base64');

test.each([
  ['of PGP', `-----BEGIN PGP PRIVATE KEY BLOCK-----\n\n${LINE}\n-----END PGP PRIVATE KEY BLOCK-----`],
  ['in JSON', `-----BEGIN PRIVATE KEY-----\\n${LINE}\\n${LINE}\\n-----END PRIVATE KEY-----`],
  ['with a file name before each line', `-----BEGIN PRIVATE KEY-----\na.pem:2:${LINE}\na.pem:3:${LINE}`],
  ['that is encrypted', `-----BEGIN RSA PRIVATE KEY-----\nProc-Type: 4,ENCRYPTED\n\n${LINE}\n${LINE}\n`],
])('a private key %s', (_, key) => {
  expect(shown(`key: ${key}`)).toBe('key: [secret]');
});

const { privateKey: PEM, publicKey: PUBLIC } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
});
const [BEGIN = '', ...BODY] = PEM.trimEnd().split('\n').slice(0, -1);

test('the first line of an RSA key is hidden, however its modulus begins', () => {
  const line = 'MIIEvwIBADANBgkqhkiG9w0BAQEFAASCBKkwggSlAgEAAoIBAQDBYMTzweUYpqcy';
  expect(shown(line)).toBe('[secret]');
});

test.each([
  ['by itself', (line: string) => line],
  ['with its number', (line: string) => `L7: ${line}`],
  ['behind file and line', (line: string) => `src/deploy.ts:12:${line}`],
  ['around a match', (line: string) => `12-${line}`],
  ['in a string of code', (line: string) => `  '${line}\\n' +`],
  ['in a diff', (line: string) => `+${line}`],
])('one line of a private key %s is hidden', (_, write) => {
  // One line in four thousand has fewer than two digits, and alone it reads like words.
  const whole = BODY.filter((line) => line.length === 64 && /\d.*\d/.test(line));
  expect(whole.filter((line) => shown(write(line)).includes(line))).toEqual([]);
});

test('the short last line of a key goes with the one before it, and lines in JSON go without their beginning', () => {
  const end = BODY.slice(-2).join('\n');
  expect([shown(end), shown(`x${BODY.slice(3).join('\\n')}`.slice(1))]).toEqual([
    '[secret]\n[secret]',
    '[secret]',
  ]);
});

test('a public key, a certificate and a picture in lines stay readable', () => {
  const block = `-----BEGIN CERTIFICATE-----\n${BODY.join('\n')}\n-----END CERTIFICATE-----\n`;
  const picture = `iVBORw0KGgo${BODY.join('').slice(11)}`.replace(/(.{64})/g, '$1\n');
  const texts = [PUBLIC, block, picture, `${BEGIN}...`];
  expect(texts.map(shown)).toEqual(texts);
});

test('source code that names the lines around a key stays readable, a key behind it does not', () => {
  const code = [
    "const BEGIN = '-----BEGIN PRIVATE KEY-----';",
    'export function isKey(text: string): boolean {',
    "  return text.startsWith(BEGIN) && text.endsWith('-----END PRIVATE KEY-----');",
    '}',
    "const OTHER = '-----BEGIN RSA PRIVATE KEY-----';",
    '',
  ].join('\n');
  const key = `-----BEGIN PRIVATE KEY-----\n${LINE}\n-----END PRIVATE KEY-----`;
  expect([shown(code), shown(code + key)]).toEqual([code, `${code}[secret]`]);
});

test.each([
  "id: 'toolu_01D7FLrfh4GYq7yT1ULFeyMV'",
  'cus_NffrFeUfNV2Hib and pi_3MtwBwLkdIwHu7ix28a3tqPa',
  'test_ReturnsTheFirst404PageWhenAUserHasNoPermission2()',
  'chunk-vendors_0123456789abcdef0123456789abcdef01234567.js',
  'sk-circle-fade-dot-animation-of-the-loading-screen',
  'const token = await readNextTokenOfTheTokenizer2();',
  'password: passwordFromEnvironment(process.env.PASSWORD_2)',
  'secret: ref("projects/1/secrets/the-name-of-it/versions/2")',
  'https://user:password@a.example/ and postgres://postgres:postgres@localhost/db',
  'https://a.example/a%20page%3A%20of%20the%20book%20of%20everything',
  'docker.io/library/node@sha256:0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef',
  'wss://a.example:8080/socket?version=2&name=a@b.example',
  `"integrity": "sha512-${createHash('sha512').update('a').digest('base64')}"`,
  `integrity="sha384-${createHash('sha384').update('a').digest('base64')}"`,
  createHash('sha256').update('a').digest('hex'),
  'commit 0123456789abcdef0123456789abcdef01234567 of 01890a5d-ac96-774b-bcce-b302099a8057',
  'Set-Cookie: theme=dark-and-quiet; Path=/; Expires=Wed, 21 Oct 2026 07:28:00 GMT',
  ['Cookie: $', '{name}=$', '{sessionOfThePerson}'].join(''),
  `data:image/png;base64,iVBORw0KGgo${Buffer.alloc(300, 77).toString('base64')}`,
  'src/components/PatternLibrary/EAAAExample.tsx and pattern.matching.of.everything',
])('%s stays readable', (text) => {
  expect(shown(text)).toBe(text);
});
