import { expect, test } from 'vitest';
import { texts } from '../../../../src/core/texts/texts.ts';
import {
  delegationFailed,
  errorText,
  NO_AGENTS,
  NO_MATCH,
  parseErrorOf,
} from '../../../../src/features/secretary/routing/errors.ts';

test('Error: No Agents Found', () => {
  expect(NO_AGENTS).toEqual({
    type: 'NO_AGENTS',
    message: 'No agents found. Install plugins with agents first.',
    suggestion: 'Run /plugin install <plugin-name>',
  });
});

test('Error: Parse Failure', () => {
  expect(parseErrorOf({ file: 'agents/a\n.md', why: 'taken', detail: 'agents/\u202eb.md' })).toEqual({
    type: 'PARSE_ERROR',
    file: 'agents/a\\n.md',
    message: 'agents/\\u{202e}b.md already has this name.',
    action: 'skip',
  });
});

test('Error: No Match', () => {
  expect(NO_MATCH).toEqual({
    type: 'NO_MATCH',
    message: 'No suitable agent found for your request.',
    suggestions: ['Describe your task more specifically', 'Use /secretary help to see available options'],
  });
});

test('Error: Delegation Failure', () => {
  expect(delegationFailed('iflow-dev:a', 'It is gone.')).toEqual({
    type: 'DELEGATION_FAILED',
    agent: 'iflow-dev:a',
    error: 'It is gone.',
    options: ['Retry', 'Choose different agent', 'Cancel'],
  });
});

test('each has words that a person understands, in both languages, and none shows its type', () => {
  const errors = [NO_AGENTS, NO_MATCH, delegationFailed('p:a', 'It is gone.')];
  const said = errors.flatMap((error) => [errorText(error, texts('en')), errorText(error, texts('es'))]);
  expect([new Set(said).size, said.filter((text) => /[A-Z]+_[A-Z]+/.test(text)), said[4]]).toEqual([
    6,
    [],
    "p:a couldn't start.\nIt is gone.\nTry again, choose another specialist, or cancel.",
  ]);
});
