import { expect, test } from 'vitest';
import { type Scene, useScenes } from '../support/scene.ts';
import { refuses, speaks, speechServer } from '../support/speech-server.ts';

const scene = useScenes();

/** What the doctor says of the speech service: mark and text. */
async function foundBy(
  at: Scene,
  env: Readonly<Record<string, string>>,
  ...args: readonly string[]
): Promise<readonly string[]> {
  const asked = at.start({ env, args: ['doctor', '--json', ...args] });
  await asked.exit;
  const findings = asked.output
    .trim()
    .split('\n')
    .map(
      (line) => JSON.parse(line) as { readonly check: string; readonly mark: string; readonly text: string },
    );
  return findings.flatMap(({ check, mark, text }) => (check === 'speech' ? [mark, text] : []));
}

test('the doctor has the speech service say a word with each voice, and tells what is wrong', {
  tags: 'full',
}, async () => {
  const service = await speechServer(speaks(1));
  const place = await scene({ script: [] });
  const env = { SPEECH_URL: service.url, SPEECH_KEY: 'a-key-for-speech', LOCALE: 'en' };
  const well = await foundBy(place, env);
  const voices = service.asked.map(({ body }) => body.voice).toSorted();
  service.answer = refuses(401);
  const refused = await foundBy(place, env);
  const offline = await foundBy(place, env, '--offline');
  expect({ well, voices, refused, offline, without: await foundBy(place, { LOCALE: 'en' }) }).toEqual({
    well: ['ok', expect.stringMatching(/^Voice notes: the speech service answers \(.+\)\.$/)],
    voices: ['alloy', 'nova'],
    refused: ['warn', 'No voice notes: The speech service rejects SPEECH_KEY. Check it.'],
    offline: ['ok', "I didn't test the speech service (--offline)."],
    without: [],
  });
});
