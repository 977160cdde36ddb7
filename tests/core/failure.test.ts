import { expect, test } from 'vitest';
import { Failure, sentenceIn } from '../../src/core/failure.ts';
import { fault, faultsOf } from '../../src/core/texts/faults.ts';

const branchTaken = new Failure('conflict', fault('worktree-branch-taken', 'wasap/2-fix'));

test('a failure with a rule has its name and values, and a sentence in each language', () => {
  const { message, fault: said } = branchTaken;
  expect({
    message,
    rule: said?.rule,
    values: said?.values,
    en: sentenceIn('en', branchTaken),
    es: sentenceIn('es', branchTaken),
  }).toEqual({
    message: 'The branch wasap/2-fix is checked out in another folder. Choose another name.',
    rule: 'worktree-branch-taken',
    values: ['wasap/2-fix'],
    en: 'The branch wasap/2-fix is checked out in another folder. Choose another name.',
    es: 'La rama wasap/2-fix está activa en otra carpeta. Elige otro nombre.',
  });
});

test.each([
  ['a failure of one sentence', new Failure('invalid', 'Nada que hacer.'), 'Nada que hacer.'],
  ['an error of the system', new Error('ENOENT: no such file'), 'ENOENT: no such file'],
  ['what is no error', 'stopped', 'stopped'],
])('%s is said as it is', (_what, error, said) => {
  expect(sentenceIn('es', error)).toBe(said);
});

test('a sentence without values needs none, and values are not searched for marks', () => {
  const english = { plain: 'Stopped.', named: (name: string) => `No ${name}.` };
  const spanish = { plain: 'Detenido.', named: (name: string) => `Sin ${name}.` };
  const said = faultsOf({ en: () => english, es: () => spanish });
  expect([said('plain').in('es'), said('named', '<0> {plain}').in('es')]).toEqual([
    'Detenido.',
    'Sin <0> {plain}.',
  ]);
});

test('a fault that is the cause of another one is said in the same language', () => {
  const outer = fault('allowlist', 'bash', fault('allowlist-runs-others'));
  expect([outer.in('en'), outer.in('es')]).toEqual([
    'AGENT_SHELL_ALLOWLIST: "bash" cannot be allowed in general: it could run any other program. Take it off the list.',
    'AGENT_SHELL_ALLOWLIST: "bash" no se puede permitir en general: podría ejecutar cualquier otro programa. Quítalo de la lista.',
  ]);
});
