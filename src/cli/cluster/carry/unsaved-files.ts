import * as z from 'zod';
import { jsonIn } from '../../../core/json.ts';

const Round = z.object({
  type: z.literal('round'),
  written: z.array(z.object({ path: z.string() })).default([]),
  results: z.array(z.object({ ok: z.boolean(), data: z.json() })).default([]),
});

const Commit = z.object({ hash: z.string() });

/** Files that a task changed and did not commit afterwards by its own tool, as its transcript tells it. */
export function unsavedFiles(transcript: Uint8Array): readonly string[] {
  const unsaved = new Set<string>();
  for (const line of Buffer.from(transcript).toString('utf8').split('\n')) {
    const { data } = Round.safeParse(jsonIn(line));
    if (data === undefined) continue;
    for (const { path } of data.written) unsaved.add(path);
    if (data.results.some(({ ok, data: made }) => ok && Commit.safeParse(made).success)) unsaved.clear();
  }
  return [...unsaved];
}
