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

const low = (length: number): string => hex(128).repeat(2).slice(0, length);
const caps = (length: number): string => low(length).toUpperCase();
const UUID = `${hex(8)}-${hex(4)}-4${hex(3)}-a${hex(3)}-${hex(12)}`;

test.each([
  ['Asana', `2/1234567890123456/1234567890123457:${hex(32)}`],
  ['Atlassian, for an organisation', `ATCTT3xFfGN0${drawn(170)}=${caps(8)}`],
  ['Azure, for an application', `${drawn(3)}8Q~${drawn(34)}`],
  ['Azure DevOps', `${drawn(76)}AZDO${drawn(4)}`],
  ['Azure, with its mark in the middle', `${drawn(52)}JQQJ99${drawn(26)}`],
  ['Bedrock', `ABSK${drawn(120)}`],
  ['Bitbucket', `ATBB${drawn(32)}`],
  ['Buildkite', `bkua_${hex(40)}`],
  ['Cerebras', `csk-${low(48)}`],
  ['CircleCI', `CCIPAT_${drawn(22)}_${hex(40)}`],
  ['ClickUp', `pk_12345678_${caps(32)}`],
  ['crates.io', `cio${drawn(32)}`],
  ['Dropbox', `sl.${drawn(130)}`],
  ['Dynatrace', `dt0c01.${caps(24)}.${caps(64)}`],
  ['ElevenLabs', `sk_${hex(48)}`],
  ['Fly', `fo1_${drawn(43)}`],
  ['GitLab, a runner as before', `GR1348941${drawn(20)}`],
  ['Google, for its models', `AQ.Ab8${drawn(47)}`],
  ['Heroku', `HRKU-${UUID}`],
  ['Honeycomb', `hcaik_${low(58)}`],
  ['HubSpot', `pat-na1-${UUID}`],
  ['JFrog', `AKCp${drawn(69)}`],
  ['LangSmith', `lsv2_pt_${hex(32)}_${hex(10)}`],
  ['LaunchDarkly', `sdk-${UUID}`],
  ['Mailchimp', `${hex(32)}-us12`],
  ['Mailgun, which signs', `${hex(32)}-${hex(8)}-${hex(8)}`],
  ['Mapbox', `sk.eyJ1${drawn(60)}.${drawn(22)}`],
  ['Mercado Pago', `APP_USR-1234567890123456-010203-${hex(32)}-123456789`],
  ['Meta, for WhatsApp', `EAAG${drawn(180)}`],
  ['Neon', `napi_${low(64)}`],
  ['New Relic', `${hex(36)}NRAL`],
  ['NuGet', `oy2${low(43)}`],
  ['1Password, for a service', `ops_eyJ${drawn(200)}`],
  ['OpenShift', `sha256~${drawn(43)}`],
  ['Plaid', `access-production-${UUID}`],
  ['Pulumi', `pul-${hex(40)}`],
  ['Sentry, of a person', `sntryu_${hex(64)}`],
  ['Snyk', `snyk_uat.${hex(8)}.${drawn(60)}`],
  ['SonarQube', `squ_${hex(40)}`],
  ['Sourcegraph', `sgp_${hex(16)}_${hex(40)}`],
  ['Trello', `ATTA${hex(64)}`],
  ['Twitter', `${'A'.repeat(22)}${drawn(30)}%3D${drawn(50)}`],
  ['a password of Unix, hashed', `$6$${drawn(16)}$${drawn(86)}`],
  ['a password of a web page, hashed', `$2y$10$${drawn(53)}`],
])('a token of %s', (_, token) => {
  expect([shown(`x ${token} y`), shown(`"${token}",`)]).toEqual(['x [secret] y', '"[secret]",']);
});

test.each([
  ['https://a.blob.core.windows.net/c?sp=r&sig=%&x=1', `${drawn(43)}%3D`],
  ['https://b.s3.amazonaws.com/k?X-Amz-Expires=900&X-Amz-Signature=%', hex(64)],
  [`https://a.webhook.office.com/webhookb2/${UUID}/IncomingWebhook/%`, `${hex(32)}/${UUID}`],
  ['machine github.com login ana password %', hex(40)],
  ['//registry.npmjs.org/:_authToken=%', UUID],
  ['{"auths": {"a.example": {"auth": "%"}}}', Buffer.from('ana:l0ngPassw0rd9').toString('base64')],
  ["SECRET_KEY = 'django-insecure-%'", `${low(40)}=(#x$@!&a)`],
  ['secret_key_base: %', hex(128)],
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
  `https://${hex(32)}@o123.ingest.sentry.io/456`,
  `pk_live_51${drawn(97)} and phc_${drawn(43)}`,
  'xoxb-your-token and xoxp-of-the-workspace',
  'K005 is a street, EAAGAIN no error, t1.large a machine and s.startsWith a call',
  'sk-helpers sdk-for-the-cloud api-versions-and-their-deprecation-dates fc-list pat-na1-region',
  'sha256~ pul-request-template-for-the-documentation access-production-logs-of-the-cluster',
  `ssh-rsa AAAAB3NzaC1yc2EAAAADAQABAAABgQ${drawn(300)} ana@laptop`,
  `golang.org/x/net v0.1.0 h1:${createHash('sha256').update('a').digest('base64')}`,
  'request_id: 01890a5d-ac96-774b-bcce-b302099a8057, session 6ba7b810-9dad-11d1-80b4-00c04fd430c8',
  'test -f $1 && echo $2y$3, costs $5$6',
  'commit 0123456789abcdef0123456789abcdef01234567 of 01890a5d-ac96-774b-bcce-b302099a8057',
  'Set-Cookie: theme=dark-and-quiet; Path=/; Expires=Wed, 21 Oct 2026 07:28:00 GMT',
  ['Cookie: $', '{name}=$', '{sessionOfThePerson}'].join(''),
  `data:image/png;base64,iVBORw0KGgo${Buffer.alloc(300, 77).toString('base64')}`,
  'src/components/PatternLibrary/EAAAExample.tsx and pattern.matching.of.everything',
])('%s stays readable', (text) => {
  expect(shown(text)).toBe(text);
});
