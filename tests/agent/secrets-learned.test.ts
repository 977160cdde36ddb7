import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { createSecretFiles } from '../../src/files/secret-files.ts';
import { isSecretPath } from '../../src/policy/file-classes.ts';
import { secretsInText } from '../../src/policy/find-secrets.ts';
import { createRedactor } from '../../src/policy/redaction.ts';
import { agentRig } from '../support/agent-rig.ts';

const SECRET = 'brown-horse-eats-forty-apples';
/** The search for secret files takes one round of the event loop for each. */
const DEEP = 'a/b/c/d/e/f/g/h/i/j';

test('the first request waits for the secrets of the project, however deep they lie', async () => {
  const { redact, learn } = createRedactor({ secrets: [] });
  const learnSecrets = createSecretFiles({ isSecret: isSecretPath, valuesIn: secretsInText, learn });
  const rig = agentRig({
    steps: [{ text: 'Done.' }],
    redactor: { redact, learnSecrets },
    sessionNotes: () => async () => [`Earlier in this chat: the key is ${SECRET}`],
  });
  mkdirSync(path.join(rig.folder, DEEP), { recursive: true });
  writeFileSync(path.join(rig.folder, DEEP, '.env'), `API_KEY=${SECRET}\n`);
  writeFileSync(path.join(rig.folder, 'AGENTS.md'), `Use ${SECRET} to log in.\n`);
  rig.create({ project: rig.folder });
  await rig.run();
  const text = String(rig.requests[0]?.messages[0]?.content[0]?.text);
  rig.remove();
  expect(text).toContain('Earlier in this chat: the key is [');
  expect(text).toMatch(/Use \[.+\] to log in\./);
  expect(text).not.toContain(SECRET);
});
