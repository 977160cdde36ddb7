import { afterAll, expect, test } from 'vitest';
import type { InboundMessage } from '../../../src/contracts/channel.ts';
import { commandsOf } from '../../../src/features/contributions.ts';
import { createCredentialFilter } from '../../../src/gateway/incoming/without-credentials.ts';
import { gatewayRig } from '../../support/gateway-rig.ts';

const rig = await gatewayRig();
afterAll(() => rig.remove());
const withoutCredentials = createCredentialFilter(commandsOf(rig.features));

const message = (text: string): InboundMessage => ({
  account: 'console',
  chat: 'me',
  sender: 'me',
  id: '1',
  text,
  sentAtMs: 1,
});

test.each([
  ['/workspace add https://bea:pass@example.org/shop', '/workspace add https://***:***@example.org/shop'],
  ['/proyecto agregar https://ghp_1@github.com/a/b x', '/proyecto agregar https://***:***@github.com/a/b x'],
  [' /Project clone HTTPS://b:p@ss/w@host.org/a', ' /Project clone HTTPS://***:***@host.org/a'],
  ['/projects add ssh://git:pass@host.org/a', '/projects add ssh://***:***@host.org/a'],
  ['/workspace add https://host.org/a?token=x', '/workspace add https://host.org/a?***'],
])('%j is kept as %j', (said, kept) => {
  expect(withoutCredentials(message(said))).toEqual(message(kept));
});

test.each([
  '/workspace add ssh://git@host.org/a',
  '/workspace add git@host.org:a/b',
  '/workspace add https://host.org/a my name',
  '/agent set DATABASE_URL to postgres://bea:pass@localhost/db',
  'what is https://host.org/a?page=2',
])('%j is kept as it is', (said) => {
  expect(withoutCredentials(message(said))).toEqual(message(said));
});

test('in what was edited and quoted too', () => {
  const said = '/workspace add https://bea:pass@host.org/a';
  const kept = withoutCredentials({
    ...message(''),
    quoted: { author: 'sender', text: said },
    gesture: { kind: 'edit', target: '1', text: said },
  });
  expect(JSON.stringify(kept)).not.toContain('pass');
});

test('under every name of a command that takes an address, and nowhere else', () => {
  const said = ['add', 'load', 'fetch'].map((name) => `/${name} https://bea:pass@host.org/a`);
  const filter = createCredentialFilter([
    { name: 'add', aliases: ['load'], takesAddress: true },
    { name: 'fetch', aliases: [] },
  ]);
  expect(said.map((text) => filter(message(text)).text)).toEqual([
    '/add https://***:***@host.org/a',
    '/load https://***:***@host.org/a',
    '/fetch https://bea:pass@host.org/a',
  ]);
});
