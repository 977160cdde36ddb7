import type { ModelCall } from '../../contracts/model.ts';
import type { CallRecord } from '../../contracts/store.ts';
import type { CallId } from '../../core/ids.ts';

/** The record of a new call of the model, not yet judged. */
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
