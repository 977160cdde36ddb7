import { expect, test } from 'vitest';
import { isSecret, variableNames, variableOf } from '../../src/settings/variables.ts';

/** Longest line of `.env.example`. */
const WIDTH = 125;

const HEAD = `# Copy to .env next to this file (or to ~/.config/wasap/.env, which wins) and fill in what you need: only the key is required.
# Environment variables win over both. A .env in the project you work on is never read.
`;

test('.env.example is the variables with their descriptions, and sets none (-u writes it anew)', async () => {
  const each = variableNames().map((name) => `${comment(variableOf(name).en)}\n${name}=\n`);
  await expect([HEAD, ...each].join('\n').replaceAll('=\n\n', '=\n')).toMatchFileSnapshot(
    '../../.env.example',
  );
});

test('a variable that is called like a secret is treated as one', () => {
  const called = variableNames().filter((name) =>
    /(^|_)(KEY|TOKEN|SECRET|PASSWORD|HEADERS)$|^DATABASE_URL$/.test(name),
  );
  expect(variableNames().filter(isSecret)).toEqual(called);
});

function comment(text: string): string {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const longer = lines.length === 0 ? `# ${word}` : `${lines.at(-1)} ${word}`;
    if (lines.length > 0 && longer.length > WIDTH) lines.push(`# ${word}`);
    else lines.splice(-1, 1, longer);
  }
  return lines.join('\n');
}
