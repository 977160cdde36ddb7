import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import stringWidth from 'string-width';
import { expect, onTestFinished, test } from 'vitest';
import { LOCALES } from '../../../../src/core/texts/texts.ts';
import { fails } from '../../../support/messages-server/faults.ts';
import { says } from '../../../support/messages-server/replies.ts';
import { startMessagesServer } from '../../../support/messages-server/server.ts';
import { tempFolder } from '../../../support/program.ts';
import { wasap } from '../../../support/run-wasap.ts';

const FAULTS = { 'claude-haiku-5-5': 401, 'claude-opus-5-5': 404, 'claude-fable-5-5': 529 } as const;

function isFaulty(model: unknown): model is keyof typeof FAULTS {
  return typeof model === 'string' && Object.hasOwn(FAULTS, model);
}

test.each(LOCALES)(
  'what models answer fits a terminal, and says on a line of its own what to do: %s',
  async (locale) => {
    const server = await startMessagesServer({
      script: ({ model }) => (isFaulty(model) ? fails(FAULTS[model]) : says('H')),
    });
    const folder = tempFolder('models-test');
    onTestFinished(() => {
      folder.remove();
      return server.close();
    });
    const config = path.join(folder.path, 'config');
    mkdirSync(config);
    const models = Object.keys(FAULTS).map((name) => `  ${name}:\n    price: { input: 1, output: 5 }\n`);
    writeFileSync(path.join(config, 'agent.yaml'), `models:\n${models.join('')}`);
    const { stdout, code } = await wasap(['models', 'test'], {
      folder: folder.path,
      env: { LOCALE: locale, CONFIG_DIR: config, ANTHROPIC_API_KEY: 'k', ANTHROPIC_BASE_URL: server.url },
    });
    const lines = stdout.trimEnd().split('\n');
    expect({
      code,
      failed: lines.filter((line) => line.startsWith('❌')).length,
      wide: lines.filter((line) => stringWidth(line) > 80),
    }).toEqual({ code: 1, failed: Object.keys(FAULTS).length, wide: [] });
  },
);
