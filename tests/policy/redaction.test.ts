import { createHash, randomBytes, randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createRedactor } from '../../src/policy/redaction.ts';
import { eachInFull } from '../support/each-in-full.ts';
import { SCALE } from './project.ts';

const SECRET = 'hunter2/pass+word "quoted"';
const redactor = createRedactor({ secrets: [SECRET, 'shortest', 'short'] });

describe('known token formats are replaced', () => {
  test.each([
    ['an Anthropic key', `sk-ant-api03-${'aB3_-'.repeat(18)}`],
    ['a GitHub token', `ghp_${'a1B2'.repeat(9)}`],
    ['a GitHub app token', `gho_${'a1B2'.repeat(9)}`],
    ['a fine-grained GitHub token', `github_pat_${'A1b2_'.repeat(16)}`],
    ['an AWS key id', 'AKIAIOSFODNN7EXAMPLE'],
    ['a Slack token', 'xoxb-123456789012-abcdefABCDEF'],
    ['a Google key', `AIza${'Sy-_9'.repeat(7)}`],
    ['a GitLab token', `glpat-${'a1B2_'.repeat(4)}`],
    ['an npm token', `npm_${'a1B2'.repeat(9)}`],
    ['a JSON web token', 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.dozjgNryP4J3jVmN'],
    ['a private key', '-----BEGIN RSA PRIVATE KEY-----\nMIIB\nabc=\n-----END RSA PRIVATE KEY-----'],
    ['a private key that is cut off', '-----BEGIN PRIVATE KEY-----\nMIIB\nabc'],
  ])('%s', (_, token) => {
    expect(redactor.redact(`TOKEN=${token}`)).toBe('TOKEN=[secret]');
  });

  test.each([
    ['before it', (token: string) => `\x1b[31m${token}\x1b[0m`],
    ['within it', (token: string) => `${token.slice(0, 9)}\x1b[01;31m\x1b[K${token.slice(9)}`],
    ['of a link around it', (token: string) => `\x1b]8;;https://a.example\x07${token}\x1b]8;;\x07`],
  ])('a token with a sequence of a terminal %s', (_, coloured) => {
    const shown = redactor.redact(coloured(`ghp_${'a1B2'.repeat(9)}`));
    expect([shown.includes('a1B2'), shown.includes('[secret]')]).toEqual([false, true]);
    expect(redactor.redact(coloured('no-secret-at-all'))).toBe(coloured('no-secret-at-all'));
  });

  test('a token inside an address', () => {
    const address = `https://x:ghp_${'a1B2'.repeat(9)}@github.com/o/r`;
    expect(redactor.redact(address)).toBe('https://x:[secret]@github.com/o/r');
  });

  test('the credential of an authorization header, not the header', () => {
    expect(redactor.redact('authorization: bearer abcdef.123456')).toBe('authorization: bearer [secret]');
    expect(redactor.redact('Authorization: Bearer abcdef.123456')).toBe('Authorization: Bearer [secret]');
    expect(redactor.redact('{"Authorization":"Basic dXNlcjpwYXNz"}')).toBe(
      '{"Authorization":"Basic [secret]"}',
    );
  });
});

describe('what a command hands over as a password is replaced', () => {
  test.each([
    ["curl -u admin:Hunter2Secret99 -H 'X: y' https://a.example/", ['Hunter2Secret99']],
    ['curl -s --user "ana:correct horse" --get https://a.example/', ['correct horse']],
    ['psql postgres://ana:s3cretPass@db.example:5432/shop', ['s3cretPass']],
    ['PGPASSWORD=s3cretPass psql -h db', ['s3cretPass']],
    ['jdbc:mysql://db/shop?user=ana&password=s3cretPass&ssl=true', ['s3cretPass']],
    ['Server=db;User Id=sa;Pwd=s3cretPass;', ['s3cretPass']],
    ['export DB_PASSWORD="s3cret Pass" MY_API_KEY=abcd1234 && ./run', ['s3cret Pass', 'abcd1234']],
    ['mysqldump --password=s3cretPass shop; vault --db-token s3cretPass', ['s3cretPass', 's3cretPass']],
  ])('%s', (line, secrets) => {
    const hidden = secrets.reduce((text, secret) => text.replace(secret, '[secret]'), line);
    expect([redactor.redact(line), redactor.redact(hidden)]).toEqual([hidden, hidden]);
  });

  test.each([
    'curl -u "$USER:$API_TOKEN_2" https://a.example/',
    'curl -o out.tar -uL https://a.example:8080/a-long-path',
    'psql postgres://user:password@localhost/db',
    'postgres://$' + '{user}:$' + '{password1}@$' + '{host}/db',
    'https://a.example:8080/path/to@2x.png',
    'DB_PASSWORD=$DB_PASSWORD_2 ./run',
    'S3_KEY=uploads/2024/report-v2.pdf ./run',
    'Server=db;Database=shop;Trusted_Connection=True;',
    'MAX_TOKENS=4096tokens',
    'TOKEN=token COOKIE_SECRET=<your-secret-1>',
    'password = read_password_v2()',
    '--password <string1234>  read the password from here',
    '--token-file /run/secrets/token-1',
    'ssh git@github.com:owner/repository1.git',
  ])('not %s', (line) => {
    expect(redactor.redact(line)).toBe(line);
  });
});

describe('configured values are replaced', () => {
  test.each([
    ['as they are', SECRET],
    ['in JSON', JSON.stringify(SECRET).slice(1, -1)],
    ['URL-encoded', encodeURIComponent(SECRET)],
    ['in base64', Buffer.from(SECRET).toString('base64').replace(/.=*$/, '')],
    ['in URL-safe base64', Buffer.from(SECRET).toString('base64url').slice(0, -1)],
  ])('%s', (_, form) => {
    expect(redactor.redact(`<${form}>`)).toMatch(/^<\[secret\].{0,2}>$/);
  });

  test('inside longer base64, at every offset', () => {
    const texts = ['', 'u:', 'u::'].map((before) =>
      Buffer.from(`${before}${SECRET};tail`).toString('base64'),
    );
    for (const text of texts) expect(redactor.redact(text)).toMatch(/^.{0,5}\[secret\].{0,10}$/);
  });

  test('beside a token, in base64 of several lines', () => {
    const text = Buffer.from(`${'x'.repeat(50)} ${SECRET} and ghp_${'a1B2'.repeat(9)}`).toString('base64');
    const lines = text.replace(/.{76}/g, '$&\n');
    const shown = redactor.redact(`${lines}\n`).split('[secret]');
    expect(shown.map((part) => Buffer.from(part, 'base64').toString()).join('')).not.toMatch(/hunter|a1B2/);
    expect(shown.length).toBeGreaterThan(1);
  });

  test('in hexadecimal, and what stands in the next line is no part of it', () => {
    const token = `1234567890:AA${'a1B2'.repeat(8)}c`;
    expect(redactor.redact(`${Buffer.from(token).toString('hex')}\n${token}\n`)).toBe('[secret]\n[secret]\n');
  });

  test('from eight characters on', () => {
    expect(redactor.redact('short shortest')).toBe('short [secret]');
  });

  test('the longer one first when one begins with the other', () => {
    const both = createRedactor({ secrets: ['password', 'password-and-more'] });
    expect(both.redact('password-and-more')).toBe('[secret]');
  });
});

describe('what only looks random stays readable', () => {
  const cases = [
    ['a git hash', () => randomBytes(20).toString('hex')],
    ['a SHA-256', () => createHash('sha256').update(randomBytes(8)).digest('hex')],
    ['a UUID', () => randomUUID()],
    ['an integrity string', () => `sha512-${randomBytes(64).toString('base64')}`],
    ['plain base64', () => randomBytes(48).toString('base64')],
  ] as const;
  eachInFull(cases)('%s', (_, make) => {
    for (let run = 0; run < 20_000 * SCALE; run += 1) {
      const text = `"x": "${make()}"`;
      expect(redactor.redact(text)).toBe(text);
    }
  });

  test.each([
    'sha512-AKIAIOSFODNN7EXAMPLE/AIzaSyABCDEFGHIJKLMNOPQRSTUVWXYZ0123456==',
    'npm_config_registry=x',
    'the task-ant-colony of eyJ',
    'ghp_short',
    '-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----',
    'Authorization: none',
  ])('%s', (text) => {
    expect(redactor.redact(text)).toBe(text);
  });
});

test('redacting twice changes nothing more, whatever the text', () => {
  fc.assert(
    fc.property(
      fc.array(fc.oneof(fc.string(), fc.constant(SECRET), fc.constant('Authorization: Bearer '))),
      (parts) => {
        const once = redactor.redact(parts.join(''));
        expect(redactor.redact(once)).toBe(once);
        expect(once).not.toContain(SECRET);
      },
    ),
    { numRuns: 5_000 * SCALE },
  );
});

test('time grows in proportion to the text, even for text made to slow it down', { tags: 'full' }, () => {
  const nasty = [
    ...[
      '-----BEGIN PRIVATE KEY-----',
      'eyJaaaaaaaa.eyJ',
      'Authorization:   ',
      'sk-ant-',
      'A',
      '%41',
      'a1_',
      'a.b.c',
    ],
    ...[
      '-----BEGIN PRIVATE KEY-----x; ',
      'https://a:',
      'token: "',
      'SG.aaaaaaaaaaaaaaaa',
      ':AA',
      ' '.repeat(50),
    ],
    ...['hooks.slack.com/a/', Buffer.from('token: "').toString('base64')],
  ].map((part) => part.repeat(Math.ceil(100_000 / part.length)));
  const timeOf = (text: string) => {
    const start = performance.now();
    redactor.redact(text);
    return performance.now() - start;
  };
  for (const text of nasty) {
    const half = Math.min(...[1, 2, 3].map(() => timeOf(text.slice(0, text.length / 2))));
    const whole = Math.min(...[1, 2, 3].map(() => timeOf(text)));
    // Quadratic work would be four times as long; the constant keeps tiny figures from deciding.
    expect(whole).toBeLessThan(half * 3.5 + 20);
  }
});

const DIFF = `commit 0123456789abcdef
    Message

diff --git a/src/a.ts b/src/a.ts
@@ -1 +1 @@
-one
+two
diff --git a/.env b/.env
index 1..2 100644
@@ -1 +1 @@
-TOKEN=what-it-was
+TOKEN=what-it-is
commit 1123456789abcdef
    Another
`;

test('of a diff the contents of secret files are left out, whatever they were', () => {
  expect(redactor.redact(DIFF)).toBe(DIFF.replace(/index 1[\s\S]*what-it-is\n/, '[secret]\n'));
});

test.each(['diff --git .env .env', 'diff --cc .env', 'diff --git "a/x/.env" "b/x/.env"'])(
  '%s is the diff of a secret file',
  (header) => {
    expect(redactor.redact(`${header}\n+TOKEN=x\n`)).toBe(`${header}\n[secret]\n`);
  },
);

test('learned values are hidden from then on', () => {
  const learning = createRedactor({ secrets: [] });
  const before = learning.redact('value: learned-later');
  learning.learn(['learned-later']);
  expect([before, learning.redact('value: learned-later')]).toEqual([
    'value: learned-later',
    'value: [secret]',
  ]);
});

test('many values cost little more time than few', { tags: 'full' }, () => {
  const text = Array.from({ length: 5_000 }, (_, n) => `ok ${n} ${randomBytes(12).toString('hex')}`).join(
    '\n',
  );
  const timeOf = (count: number): number => {
    const secrets = Array.from({ length: count }, () => randomBytes(15).toString('base64'));
    const { redact } = createRedactor({ secrets });
    return Math.min(
      ...[1, 2, 3].map(() => {
        const start = performance.now();
        redact(text);
        return performance.now() - start;
      }),
    );
  };
  expect(timeOf(500)).toBeLessThan(timeOf(5) * 20 + 100);
});
