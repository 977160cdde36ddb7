import { expect, test } from 'vitest';
import { statesOwnRule } from '../../src/tools/git-commit.ts';
import { gitBench } from '../support/tools-context.ts';

test.each([
  ['Commit messages start with the ticket: PROJ-12: do it.', true],
  ['- Commits `type(part): intent`, one thing each.', true],
  ['Prefix each commit with an emoji.', true],
  ['## Commits\n\nPROJ-12: summary', true],
  ['The subject of a commit is in the imperative.', true],
  ['Los mensajes de commit van en español.', true],
  ['Commit messages follow Conventional Commits.', false],
  ['Commit often. Never commit secrets.', false],
  ['Run npm test before you commit.', false],
  ['', false],
])('%j says how messages look: %s', (notes, expected) => {
  expect(statesOwnRule(notes)).toBe(expected);
});

const OWN = 'Commit messages start with the ticket, such as `SHOP-12: accept accents`.\n';

test.each([
  ['the rule of the project', { 'AGENTS.md': OWN }, 'SHOP-12: accept accents', true],
  ['the rule in the other file', { 'CLAUDE.md': OWN }, 'SHOP-12: accept accents', true],
  ['a conventional one beside it', { 'AGENTS.md': OWN }, 'fix: accept accents', true],
  ['no rule', { 'AGENTS.md': 'Run npm test.\n' }, 'SHOP-12: accept accents', false],
  ['no notes', {}, 'SHOP-12: accept accents', false],
  ['a subject that is too long', { 'AGENTS.md': OWN }, `SHOP-12: ${'x'.repeat(120)}`, false],
  ['no empty line', { 'AGENTS.md': OWN }, 'SHOP-12: a\nb', false],
  ['no subject', { 'AGENTS.md': OWN }, '\n\nb', false],
])('a message by %s', { tags: 'full' }, async (_what, files, message, accepted) => {
  const bench = gitBench({ files });
  bench.write('a.txt', 'two\n');
  const made = await bench.call('git_commit', { message, paths: ['a.txt'] }).then(
    () => true,
    () => false,
  );
  expect(made).toBe(accepted);
});
