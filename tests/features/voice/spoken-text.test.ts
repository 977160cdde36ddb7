import { describe, expect, test } from 'vitest';
import { texts } from '../../../src/core/texts/texts.ts';
import { speakableText, withinSeconds } from '../../../src/features/voice/spoken-text.ts';
import { voiceTexts } from '../../../src/features/voice/texts/texts.ts';

const english = voiceTexts(texts('en'));

describe('what is read aloud', () => {
  test.each<[string, string]>([
    ['Done: fix the login.', 'Done: fix the login.'],
    ['✅ Done 🎉 with 👩🏽‍💻 and 1️⃣', 'Done with and 1.'],
    ['**Bold**, _soft_, ~~gone~~ and # not a heading', 'Bold, soft, gone and not a heading.'],
    ['## Heading\n- one\n* two\n3. three\n> four', 'Heading. one. two. three. four.'],
    ['before\n```ts\nconst a = 1;\n```\nafter', 'before. after.'],
    ['before\n```\nnever closed', 'before.'],
    ['run `npm test`, then `x => x + 1`', 'run npm test, then.'],
    ['see src/auth/login-form.test.ts:12', 'see login form dot test dot ts.'],
    ['see `./a/b_c.py`, README.md and /etc/hosts', 'see b c dot py, README dot md and hosts.'],
    ['input/output and/or 24/7', 'input/output and/or 24/7.'],
    ['see src/auth/forms', 'see forms.'],
    ['commit 1a2b3c4d5e of 2026', 'commit of 2026.'],
    ['read https://example.com/a?b=c#d.', 'read a link.'],
    ['read [the page](https://example.com/a)', 'read the page.'],
    ['the key is [secret]!', 'the key is a secret!'],
    ['| a | b |\n|---|---|\n| 1 | 2 |', 'a b. 1 2.'],
    ['12 passed (3 s)', '12 passed (3 s).'],
    ['Is it done?', 'Is it done?'],
    ['Done: why?.', 'Done: why?'],
    ['Done: cut off....', 'Done: cut off.'],
    ['<speak><break time="600s"/>hello</speak>', 'hello.'],
    ['a \u001b[31mred\u001b[0m \u202eword', 'a red word.'],
    ['🎉 ✨', ''],
    ['', ''],
  ])('%j', (written, spoken) => {
    expect(speakableText(written, english)).toBe(spoken);
  });

  test('in Spanish', () => {
    const spanish = voiceTexts(texts('es'));
    expect(
      speakableText('¿Listo? Cambié `src/sesión.ts` y [secret] 🔑, ver https://a.example', spanish),
    ).toBe('¿Listo? Cambié sesión punto ts y un secreto, ver un enlace.');
  });

  test.each([
    ['brackets', '['.repeat(4000)],
    ['tags', '<a'.repeat(2000)],
    ['backticks', '`a'.repeat(2000)],
    ['folders', 'a/'.repeat(2000)],
    ['endings', 'a.'.repeat(2000)],
    ['schemes', 'a://'.repeat(1000)],
    ['digits', '1a'.repeat(2000)],
  ])('%s without end are read in no time', (_what, text) => {
    const startedMs = performance.now();
    speakableText(text, english);
    expect(performance.now() - startedMs).toBeLessThan(2000);
  });
});

describe('the time it takes', () => {
  const FIVE = 'These are five short words.';

  test.each<[string, number, string]>([
    ['Short.', 25, 'Short.'],
    [`${FIVE} ${FIVE} ${FIVE}`, 4, `${FIVE} ${FIVE}`],
    ['One two three four five six seven eight nine ten.', 2, 'One two three four five.'],
    // Each digit takes as long as a word.
    [`${FIVE} 1234567890 is ten digits.`, 4, FIVE],
    ['x'.repeat(4000), 25, ''],
    ['', 25, ''],
  ])('%j within %d s', (text, seconds, said) => {
    expect(withinSeconds(text, seconds)).toBe(said);
  });
});
