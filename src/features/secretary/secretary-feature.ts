import type { Feature } from '../../contracts/feature.ts';
import type { Store } from '../../contracts/store.ts';
import { inBatches } from '../../gateway/maintenance/in-batches.ts';
import { secretaryActions } from './actions.ts';
import { secretaryCommand } from './commands/secretary.ts';
import { routePlainWords } from './plain-words.ts';
import { awareNote } from './preferences/aware-note.ts';
import { secretaryQuestions } from './questions.ts';
import { SecretaryWorker, type SecretaryWorkerParts } from './search/secretary-worker.ts';

/** Questions end after a day; their reasons are kept as long as this. */
const ENDED_ROUTINGS_MS = 7 * 24 * 60 * 60_000;

export interface SecretaryFeatureParts extends SecretaryWorkerParts {
  readonly store: SecretaryWorkerParts['store'] & Pick<Store, 'trust'>;
}

/** Specialists for a request in plain words: `/secretary`, the search, and the person's choice of who begins. */
export function secretaryFeature(parts: SecretaryFeatureParts): Feature {
  const { rows, store, ports, outgoing, instance, clock } = parts;
  const worker = new SecretaryWorker(parts);
  return {
    name: 'secretary',
    commands: [secretaryCommand(rows)],
    actions: secretaryActions({ rows, store, ports, worker, outgoing, instance, clock }),
    questions: secretaryQuestions(rows),
    messages: { plainWords: (message, context) => routePlainWords(message, context, rows) },
    sessionNote: awareNote,
    workers: [worker],
    tidy: () => removeOldRoutings(parts),
  };
}

/** They can no longer be answered. */
async function removeOldRoutings({
  rows,
  clock,
  log,
}: Pick<SecretaryFeatureParts, 'rows' | 'clock' | 'log'>): Promise<void> {
  const beforeMs = clock.nowMs() - ENDED_ROUTINGS_MS;
  const count = await inBatches((most) => rows.removeOld(beforeMs, most));
  if (count > 0) log.info('gateway.routings.removed', { count });
}
