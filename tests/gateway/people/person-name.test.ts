import { expect, test } from 'vitest';
import { type Locale, texts } from '../../../src/core/texts/texts.ts';
import { personName } from '../../../src/gateway/people/person.ts';

test.each<[string, Locale, string]>([
  ['34600111222', 'en', '+34600111222'],
  ['mcp:planner', 'en', 'planner'],
  ['local', 'en', 'this machine'],
  ['local', 'es', 'esta máquina'],
])('%s in %s: %s', (sender, locale, name) => {
  expect(personName(sender, texts(locale))).toBe(name);
});
