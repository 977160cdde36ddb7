import type { Feature } from '../../contracts/feature.ts';
import { removeOldSpans, type TracingParts } from './tidy.ts';

/** The retention of spans. Who takes them: `telemetry/`; who shows them: `cli/`. */
export function tracingFeature(parts: TracingParts): Feature {
  return { name: 'tracing', tidy: () => removeOldSpans(parts) };
}
