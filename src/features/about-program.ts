import type { Feature } from '../contracts/feature.ts';
import { once } from '../core/memoize.ts';
import { auditFeature } from './audit/audit-feature.ts';
import { createAuditSearch } from './audit/rows/audit-search.ts';
import { createAuditStore } from './audit/rows/audit-store.ts';
import { createAuditCutter } from './audit/rows/cut-audit.ts';
import { createVerifiedRecord } from './audit/rows/verify-audit.ts';
import { doctorFeature } from './doctor/doctor-feature.ts';
import { machinesFeature } from './machines/machines-feature.ts';
import { createMetricsReader } from './metrics/metrics.ts';
import { metricsFeature } from './metrics/metrics-feature.ts';
import type { FeatureParts } from './parts.ts';

/** Features that look at the program itself and, where it is one of several machines, at the others. */
export function aboutProgram(parts: FeatureParts): readonly Feature[] {
  const { store, about, outgoing, people, running } = parts;
  const { clock, machines } = running;
  const visitors = people.consoleVisitors;
  return [
    auditIn(parts),
    metricsFeature({ rows: createMetricsReader(store.database), ownerAlone: people.ownerAlone, machines }),
    doctorFeature({ checkUp: about.checkUp, store, outbox: outgoing.outbox, visitors, clock }),
    ...(machines === undefined ? [] : [machinesFeature({ machines, visitors })]),
  ];
}

function auditIn({ store: { database }, settings, running, console }: FeatureParts): Feature {
  const { machines } = running;
  return auditFeature({
    rows: createAuditStore(database),
    search: once(() => createAuditSearch(database)),
    cutter: createAuditCutter(database),
    settings,
    redact: console.redact,
    across: machines && { machines, verified: createVerifiedRecord(database) },
    clock: running.clock,
    log: running.log,
  });
}
