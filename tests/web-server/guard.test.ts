import { expect, test } from 'vitest';
import { rejectionStatus } from '../../src/web-server/guard.ts';

const OWN = { hosts: ['127.0.0.1:8790'], origins: ['http://127.0.0.1:8790'] };
const FORM = 'application/x-www-form-urlencoded';
const GOOD = { host: '127.0.0.1:8790', origin: 'http://127.0.0.1:8790', 'content-type': FORM };

test.each<[string, string, Record<string, string | undefined>, number | undefined]>([
  ['a page', 'GET', { origin: undefined }, undefined],
  ['what a script of our own page asks for', 'GET', {}, undefined],
  ['what a script of another page asks for', 'GET', { origin: 'https://evil.example' }, 403],
  ['a page for another name that leads here', 'GET', { host: 'evil.example:8790' }, 421],
  ['another port', 'GET', { host: '127.0.0.1:1' }, 421],
  ['no name', 'GET', { host: undefined }, 421],
  ['a name with more behind it', 'GET', { host: '127.0.0.1:8790.evil.example' }, 421],
  ['a form', 'POST', {}, undefined],
  ['a form, as browsers mark it', 'POST', { 'sec-fetch-site': 'same-origin' }, undefined],
  ['a form of another page', 'POST', { origin: 'https://evil.example' }, 403],
  ['a form of another port of this machine', 'POST', { origin: 'http://127.0.0.1:3000' }, 403],
  ['a form of another scheme', 'POST', { origin: 'https://127.0.0.1:8790' }, 403],
  ['a form of nobody', 'POST', { origin: 'null' }, 403],
  ['a form without an origin', 'POST', { origin: undefined }, 403],
  ['a form of a page on the same machine', 'POST', { 'sec-fetch-site': 'same-site' }, 403],
  ['JSON, which a page of others could send as text', 'POST', { 'content-type': 'application/json' }, 415],
  ['text', 'POST', { 'content-type': 'text/plain' }, 415],
  ['a file', 'POST', { 'content-type': 'multipart/form-data; boundary=x' }, 415],
  ['nothing said', 'POST', { 'content-type': undefined }, 415],
  ['putting', 'PUT', {}, 405],
  ['deleting', 'DELETE', {}, 405],
  ['asking for permission', 'OPTIONS', {}, 405],
])('%s (%s %j): %s', (_what, method, change, status) => {
  const headers = new Headers();
  for (const [name, value] of Object.entries({ ...GOOD, ...change }))
    if (value !== undefined) headers.set(name, value);
  expect(rejectionStatus({ method, headers, takesFiles: false }, OWN)).toBe(status);
});

test.each<[string, Record<string, string>, number | undefined]>([
  ['a form with files', {}, undefined],
  ['a form without', { 'content-type': FORM }, undefined],
  ['one of another page', { origin: 'https://evil.example' }, 403],
  ['something else', { 'content-type': 'application/octet-stream' }, 415],
])('where files may be sent, %s: %j: %s', (_what, change, status) => {
  const headers = new Headers({ ...GOOD, 'content-type': 'multipart/form-data; boundary=x', ...change });
  expect(rejectionStatus({ method: 'POST', headers, takesFiles: true }, OWN)).toBe(status);
});
