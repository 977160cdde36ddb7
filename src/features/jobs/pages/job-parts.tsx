import type { Store } from '../../../contracts/store.ts';
import type { Texts } from '../../../core/texts/texts.ts';
import { Badge, type Tone, toneOf } from '../../../web-server/ui.tsx';
import { jobState } from '../commands/text.ts';
import type { JobRecord } from '../job.ts';
import { jobTexts } from '../texts/texts.ts';

interface JobStateProps {
  readonly job: JobRecord;
  readonly store: Pick<Store, 'sessions'>;
  readonly texts: Texts;
}

/** Once it has begun, how its task stands. */
export function JobState({ job, store, texts }: JobStateProps) {
  const session = job.session && store.sessions.get(job.session);
  const tone = session === undefined ? TONES[job.state] : toneOf(session.state);
  return <Badge tone={tone}>{jobTexts(texts).chat.states[jobState(job, store)]}</Badge>;
}

const TONES: Readonly<Record<JobRecord['state'], Tone>> = {
  planning: 'busy',
  planned: 'asks',
  refused: 'bad',
  cancelled: 'calm',
  started: 'busy',
};
