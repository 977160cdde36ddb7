import type { CallId } from '../../base/ids.ts';
import type { ModelCall } from '../../contracts/model.ts';
import type { CallRecord } from '../../contracts/store.ts';

/** The record of a call that the model has just made: nobody has judged it yet. */
export function openCall(
  { id, name, input, malformed }: ModelCall,
  place: Pick<CallRecord, 'session' | 'round' | 'position'>,
): CallRecord {
  return {
    ...place,
    // Unique within one conversation with the model.
    id: id as CallId,
    tool: name,
    input,
    malformed,
    state: 'open',
    prepared: null,
    result: undefined,
    startedAtMs: undefined,
  };
}
