import type { TraceStore } from '../../contracts/trace.ts';
import { openExisting } from '../../store/open-existing.ts';
import { recordsIn, type SessionFinder } from '../../store/open-records.ts';
import { createTraceStore } from '../../store/traces.ts';

export interface OpenTraces extends Pick<TraceStore, 'listOfSession'>, SessionFinder {
  close(): void;
}

/** Opens sessions and spans of an existing database. @throws Failure as `openExisting` does */
export function openTraces(path: string): OpenTraces {
  return openExisting(path, (database) => {
    const { newest, ofNumber, ofId, close } = recordsIn(database);
    return { newest, ofNumber, ofId, close, listOfSession: createTraceStore(database).listOfSession };
  });
}
