import assert from 'node:assert/strict';
import { test } from 'node:test';
import { login } from '../src/login.js';

const users = [{ email: 'ana@example.com', password: 'correct horse', name: 'Ana' }];

test('the right password lets a user in', () => {
  assert.deepEqual(login(users, 'ana@example.com', 'correct horse'), { ok: true, name: 'Ana' });
});

test('a wrong password is refused', () => {
  assert.deepEqual(login(users, 'ana@example.com', 'battery staple'), { ok: false });
});

test('an unknown e-mail is refused and does not crash', () => {
  assert.deepEqual(login(users, 'bob@example.com', 'correct horse'), { ok: false });
});

test('capital letters in an e-mail do not matter', () => {
  assert.deepEqual(login(users, 'Ana@Example.com', 'correct horse'), { ok: true, name: 'Ana' });
});
