/**
 * One of the long runs.
 * @module-tag full
 */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { calls, says } from '../support/messages-server/replies.ts';
import { allTold } from '../support/model-view.ts';
import { makeProjectWithRunner } from '../support/project-runner.ts';
import { useScenes } from '../support/scene.ts';

const scene = useScenes({ dataOnDisk: true });

const API_KEY = 'sk-canary-of-the-api-key-0123456789';
/** Stands in .env only: nobody told the program. */
const VALUE = 'canary+of/the env file 0123456789';
const KEY = ['MIIEvQIBADANBgkqhkiG9w0BAQEF', 'AASCBKcwggSjAgEAAoIBAQC7VJTU'];

/** Shell text that prints the secret in a form of its own, and what of it may be seen nowhere. */
const FORMS: readonly (readonly [form: string, script: string, leaks: readonly string[]])[] = [
  ['as it is', `echo '${VALUE}'`, [VALUE]],
  ['on the error output', `echo '${VALUE}' >&2`, [VALUE]],
  ['in JSON', `echo '{"a":"${API_KEY}"}'`, [API_KEY]],
  [
    'in base64',
    `printf '%s' 'user:${VALUE}' | base64 -w0`,
    [Buffer.from(VALUE).toString('base64').slice(4, 20)],
  ],
  ['in base64 of several lines', `printf '%60s%s' x '${VALUE}' | base64`, ['Y2FuYXJ5K29m', 'ZW52IGZpbGUg']],
  ['URL-encoded', `echo 'key=${encodeURIComponent(VALUE)}'`, [encodeURIComponent(VALUE)]],
  [
    'in hexadecimal',
    `printf '%s' '${VALUE}' | od -An -tx1 | tr -d ' \\n'`,
    [Buffer.from(VALUE).toString('hex')],
  ],
  [
    'sprinkled with invisible characters',
    `echo '${[...API_KEY].join('\u200b')}'`,
    [[...API_KEY].join('\u200b')],
  ],
  ['in full-width characters', `echo '${wide(API_KEY)}'`, [wide(API_KEY)]],
  ['in colours', `printf 'sk-canary\\033[31m-of-the-api-key-\\033[0m0123456789\\n'`, [API_KEY]],
  ['in a file name', `mkdir out; echo x > "out/${API_KEY}"; ls out; rm -r out`, [API_KEY]],
  [
    'as a private key',
    `printf -- '-----BEGIN PRIVATE KEY-----\\n${KEY.join('\\n')}\\n-----END PRIVATE KEY-----\\n'`,
    KEY,
  ],
  [
    'at the cut of a long output',
    `yes '${VALUE}' | head -c 200000`,
    [VALUE, VALUE.slice(0, 20), VALUE.slice(-20)],
  ],
];

function wide(text: string): string {
  return text.replace(/[!-~]/g, (character) =>
    String.fromCodePoint((character.codePointAt(0) ?? 0) + 0xfee0),
  );
}

test('a secret is in no text that leaves the program, however a command prints it', async () => {
  const { start, server, storedText } = await scene({
    script: [
      calls(...FORMS.map((_form, n) => ['run_command', { command: 'mocha', args: [String(n)] }] as const)),
      says('Done.'),
    ],
    project(folder) {
      const cases = FORMS.map(([, script], n) => `${n}) ${script} ;;`).join('\n');
      makeProjectWithRunner(folder, `case "$1" in\n${cases}\nesac`);
      writeFileSync(path.join(folder, '.env'), `API_SECRET='${VALUE}'\nNODE_ENV=production\n`);
    },
    env: { ANTHROPIC_API_KEY: API_KEY },
  });
  const program = start();
  program.say('/agent print it');
  const exitCode = await program.hangUp();
  const places = {
    model: allTold(server).join('\n'),
    people: program.output + program.errors,
    stored: storedText(),
  };
  const leaks = FORMS.flatMap(([form, , secrets]) =>
    Object.entries(places).flatMap(([place, text]) =>
      secrets.filter((secret) => text.includes(secret)).map((secret) => `${form}: ${secret} in ${place}`),
    ),
  );
  const answers = allTold(server).filter((text) => text.startsWith('Exit code: 0'));
  expect({ exitCode, leaks, answers: answers.length }).toEqual({
    exitCode: 0,
    leaks: [],
    answers: FORMS.length,
  });
  expect(answers.every((text) => text.includes('[secret]'))).toBe(true);
});

test('a secret in a command line is in neither its approval, its audit row nor what the audit prints', async () => {
  const { start } = await scene({
    script: [
      calls(['run_command', { command: `curl -H "X-Key: ${API_KEY}" https://example.org` }]),
      says('Done.'),
    ],
    env: { ANTHROPIC_API_KEY: API_KEY },
  });
  const program = start();
  program.say('/agent fetch it');
  await program.heard(/\/reject/);
  program.say('no');
  await program.hangUp();
  const audit = start({ args: ['audit', '--denied', '--json'] });
  await audit.exit;
  const log = start({ args: ['audit'] });
  await log.exit;
  expect({
    asked: program.output.includes('X-Key: [secret]'),
    printed: JSON.parse(audit.output).map(({ command }: { command: string }) => command),
    leaks: [program.output, audit.output, log.output].map((text) => text.includes(API_KEY)),
  }).toEqual({
    asked: true,
    printed: ["curl -H 'X-Key: [secret]' https://example.org"],
    leaks: [false, false, false],
  });
});
