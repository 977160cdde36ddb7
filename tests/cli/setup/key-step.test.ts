import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { keyStep } from '../../../src/cli/setup/settings-steps.ts';
import type { Ask } from '../../../src/cli/setup/step.ts';
import { setupWords } from '../../../src/cli/setup/texts/texts.ts';
import { readSettings } from '../../../src/settings/settings.ts';
import { fails } from '../../support/messages-server/faults.ts';
import { says } from '../../support/messages-server/replies.ts';
import type { Reply } from '../../support/messages-server/reply.ts';
import { startMessagesServer } from '../../support/messages-server/server.ts';

const PACKAGE = path.resolve(import.meta.dirname, '../../..');

/** Chooses the own server, and types this address; what is said about it is gathered. */
async function ownServer(address: string) {
  const saved: Record<string, string> = {};
  const said: string[] = [];
  const ask = {
    choose: async () => 'server',
    line: async (_question: string, { wrong }: Parameters<Ask['line']>[1]) => {
      const refusal = wrong(address);
      if (refusal !== undefined) throw new Error(refusal);
      return address;
    },
    say: () => undefined,
    good: (text: string) => said.push(text),
    bad: (text: string) => said.push(text),
  } as unknown as Ask;
  const settings = await readSettings({ packageRoot: PACKAGE, env: { AGENT_MODEL: 'scripted-model' } });
  await keyStep({
    settings,
    wrong: undefined,
    packageRoot: PACKAGE,
    words: setupWords('en'),
    ask,
    save: (changes) => Object.assign(saved, changes),
  });
  return { saved, said };
}

async function serverThat(reply: Reply): Promise<string> {
  const server = await startMessagesServer({ script: () => reply });
  onTestFinished(() => server.close());
  return server.url;
}

test('a server on this machine is tried without a key, and kept', async () => {
  const url = await serverThat(says('H'));
  expect(await ownServer(url)).toEqual({
    saved: { ANTHROPIC_BASE_URL: url },
    said: ['Your server answers: scripted-model.'],
  });
});

test('one that does not answer as it should is kept, and what it said is shown', async () => {
  const url = await serverThat(fails(404));
  const { saved, said } = await ownServer(url);
  expect([saved, said]).toEqual([
    { ANTHROPIC_BASE_URL: url },
    [expect.stringMatching(/^I couldn't test your server: /)],
  ]);
});

test.each(['127.0.0.1:8080', 'http://models.example.org', 'ftp://127.0.0.1', 'my server'])(
  '%s is no address of a server',
  async (address) => {
    await expect(ownServer(address)).rejects.toThrow('Write an address: https://');
  },
);

test('with an own server, each key says where it goes, and one for Anthropic changes nothing before it is kept', async () => {
  const env = { ANTHROPIC_BASE_URL: 'http://127.0.0.1:8080', ANTHROPIC_API_KEY: 'key-of-the-server' };
  const settings = await readSettings({ packageRoot: PACKAGE, env });
  const saved: unknown[] = [];
  const offered: unknown[] = [];
  const ask = {
    choose: async (_question: string, choices: Parameters<Ask['choose']>[1]) => {
      offered.push(...choices);
      return 'anthropic';
    },
    secret: () => Promise.reject(new Error('The person leaves.')),
  } as unknown as Ask;
  const step = keyStep({
    settings,
    wrong: undefined,
    packageRoot: PACKAGE,
    words: setupWords('en'),
    ask,
    save: (changes) => saved.push(changes),
  });
  await expect(step).rejects.toThrow('The person leaves.');
  const fromAnthropic = 'from console.anthropic.com, Settings, API keys';
  expect({ offered: offered.slice(0, 3), saved }).toEqual({
    offered: [
      { value: 'keep', label: 'Keep the current one' },
      { value: 'enter', label: 'Enter a key for my own server', hint: 'http://127.0.0.1:8080' },
      { value: 'anthropic', label: 'Go back to Anthropic with a key', hint: fromAnthropic },
    ],
    saved: [],
  });
});
