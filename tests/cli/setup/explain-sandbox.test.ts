import { expect, test } from 'vitest';
import { explainSandbox } from '../../../src/cli/setup/settings-steps.ts';
import { setupWords } from '../../../src/cli/setup/texts/texts.ts';
import type { SandboxState } from '../../../src/contracts/exec.ts';

const ON: SandboxState = { kind: 'on', name: 'bubblewrap', version: '0.8.0' };
const OFF: SandboxState = { kind: 'off', problem: 'missing', detail: '' };

test.each([
  ['there is a sandbox, and lines of several commands ask', ON, 'ask', true],
  ['there is none', OFF, 'ask', false],
  ['that is set already', ON, 'each-part', false],
] as const)(
  'where %s, set-up explains and recommends each-part, or says nothing of it',
  (_, state, compound, expected) => {
    for (const locale of ['en', 'es'] as const) {
      const told: string[] = [];
      const tell = (text: string): void => void told.push(text);
      const settings = { folders: { config: '/etc/wasap' }, policy: { compound } } as never;
      const ask = { say: tell, good: tell, bad: tell };
      explainSandbox(state, { settings, ask, words: setupWords(locale) });
      const advice = told.some((text) =>
        /\/etc\/wasap\/agent\.yaml: policy: \{ compound: each-part \}/.test(text),
      );
      expect([locale, told.length, advice]).toEqual([locale, expected ? 3 : 2, expected]);
    }
  },
);
