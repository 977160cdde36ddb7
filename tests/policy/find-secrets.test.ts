import { expect, test } from 'vitest';
import { secretsInText, secretsInVariables } from '../../src/policy/find-secrets.ts';

test.each([
  ['a quoted value', 'API_KEY="canary value 1"', ['canary value 1']],
  ['a single-quoted value', "export DB_PASSWORD='correct#horse'", ['correct#horse']],
  ['a bare value with a comment', 'TOKEN=abcdefgh1 # of staging', ['abcdefgh1']],
  ['a YAML value', 'client_secret: abcdefgh2', ['abcdefgh2']],
  ['a JSON value', '{"private_key_id": "abcdefgh3", "count": 12345678}', ['abcdefgh3']],
  ['the token of a package registry', '//registry.example.org/:_authToken=abcdefgh4', ['abcdefgh4']],
  ['a password of .netrc', 'machine example.org login ana password abcdefgh5', ['abcdefgh5']],
  [
    'an address with a password',
    'DB=postgres://ana:abcdefgh6@db/x',
    ['postgres://ana:abcdefgh6@db/x', 'abcdefgh6'],
  ],
  ['a webhook', 'SLACK_WEBHOOK_URL=https://hooks.example.org/T0/B1', ['https://hooks.example.org/T0/B1']],
  ['a constant of PHP', "define('DB_PASSWORD', 'abcdefgh7');", ['abcdefgh7']],
  ['an element of XML', '<server><id>x</id><password>abcdefgh8</password></server>', ['abcdefgh8']],
  [
    'a connection',
    '"Default": "Server=a;User=b;Password=abcdefgh9;"',
    ['Server=a;User=b;Password=abcdefgh9;', 'abcdefgh9'],
  ],
  ['what only looks random', 'THING=canary-9f8e7d6c5b4a', ['canary-9f8e7d6c5b4a']],
  [
    'a key of several lines',
    '-----BEGIN PRIVATE KEY-----\nMIIEvQIBADANBgkqhk\n-----END',
    ['MIIEvQIBADANBgkqhk'],
  ],
])('%s is secret', (_what, text, secrets) => {
  expect(secretsInText(text)).toEqual(secrets);
});

test.each([
  'NODE_ENV=production',
  'PORT=3000',
  'DEBUG=true',
  'SECRET_KEY=changeme',
  'API_TOKEN=your-token-here',
  'API_URL=https://api.example.org/v1/things',
  'KEY_FILE=./certs/server.key',
  'AUTHOR=Ada Lovelace',
  'APP_NAME=my-little-project',
  'PASSWORD=short',
  '-----BEGIN CERTIFICATE-----\nMIIEvQIBADANBgkqhk\n-----END CERTIFICATE-----',
])('%s is an ordinary setting', (text) => {
  expect(secretsInText(text)).toEqual([]);
});

test('of the variables of the host only those with a telling name count', () => {
  const variables = {
    AWS_SECRET_ACCESS_KEY: 'abcdefgh1',
    SSH_AUTH_SOCK: '/tmp/ssh-1/agent',
    GIT_AUTHOR_NAME: 'Ada Lovelace',
    LS_COLORS: 'rs=0:di=01;34:ln=01;36:mh=00',
  };
  expect(secretsInVariables(variables)).toEqual(['abcdefgh1']);
});
