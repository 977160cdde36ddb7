import { expect, test } from 'vitest';
import { chatCommands } from '../../src/commands/index.ts';

test('names and aliases are unique', () => {
  const names = chatCommands.flatMap(({ name, aliases }) => [name, ...aliases]);
  expect(new Set(names).size).toBe(names.length);
});
