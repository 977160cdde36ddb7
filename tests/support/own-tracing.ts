import type { Store } from '../../src/contracts/store.ts';
import { type Clock, systemClock } from '../../src/core/clock.ts';
import { silentLog } from '../../src/core/log.ts';
import { createTracing, type Tracing } from '../../src/telemetry/tracer.ts';

/** Spans that go to this store, and nowhere else. */
export function tracingInto(store: Pick<Store, 'traces'>, clock: Clock = systemClock): Tracing {
  return createTracing({ store: store.traces, clock, log: silentLog, redact: (text) => text });
}
