/** What features that show the program, or join others to it, get of it, written out. */
import type { Feature } from '../contracts/feature.ts';
import { once } from '../core/memoize.ts';
import { auditFeature } from './audit/audit-feature.ts';
import { createAuditSearch } from './audit/rows/audit-search.ts';
import { createAuditStore } from './audit/rows/audit-store.ts';
import { createAuditCutter } from './audit/rows/cut-audit.ts';
import { createVerifiedRecord } from './audit/rows/verify-audit.ts';
import { commandFilesFeature } from './command-files/command-files-feature.ts';
import { costFeature } from './cost/cost-feature.ts';
import { createSpendingReport } from './cost/spending-report.ts';
import { doctorFeature } from './doctor/doctor-feature.ts';
import { createHookStore } from './hooks/hook.ts';
import { hooksFeature } from './hooks/hooks-feature.ts';
import { mcpFeature } from './mcp/mcp-feature.ts';
import { createMcpStore } from './mcp/mcp-store.ts';
import { mcpServeFeature } from './mcp-serve/mcp-serve-feature.ts';
import { createOutsideTaskStore } from './mcp-serve/outside-task-store.ts';
import { createMetricsReader } from './metrics/metrics.ts';
import { metricsFeature } from './metrics/metrics-feature.ts';
import type { FeatureParts } from './parts.ts';
import { policyFeature } from './policy/policy-feature.ts';
import { skillsFeature } from './skills/skills-feature.ts';
import { tracingFeature } from './tracing/tracing-feature.ts';
import { createAddressStore } from './web-console/rows/address-store.ts';
import { createVisitStore } from './web-console/visit-store.ts';
import { webConsoleFeature } from './web-console/web-console-feature.ts';

export function wirePolicy({ store, about: { policy }, program, people }: FeatureParts): Feature {
  const { database } = store;
  return policyFeature({ database, store, policy, program, visitors: people.consoleVisitors });
}

export function wireCost({ store, program, running: { machines } }: FeatureParts): Feature {
  return costFeature({ spending: once(() => createSpendingReport(store.database)), program, machines });
}

export function wireAudit({ store: { database }, settings, running, console }: FeatureParts): Feature {
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

export function wireMetrics({ store, people, running }: FeatureParts): Feature {
  const rows = createMetricsReader(store.database);
  return metricsFeature({ rows, ownerAlone: people.ownerAlone, machines: running.machines });
}

export function wireDoctor({ store, about, outgoing, people, running }: FeatureParts): Feature {
  return doctorFeature({
    checkUp: about.checkUp,
    store,
    outbox: outgoing.outbox,
    visitors: people.consoleVisitors,
    clock: running.clock,
  });
}

export function wireTracing({ store, settings, people, running }: FeatureParts): Feature {
  return tracingFeature({
    store,
    database: store.database,
    visitors: people.consoleVisitors,
    settings,
    clock: running.clock,
    log: running.log,
  });
}

export function wireWebConsole(parts: FeatureParts, features: () => readonly Feature[]): Feature {
  const { store, settings, program, people, gateway, running } = parts;
  return webConsoleFeature({
    served: parts.console.served,
    redact: parts.console.redact,
    visits: createVisitStore(store),
    addresses: createAddressStore(store.database),
    database: store.database,
    store,
    program,
    machine: running.machines?.cell,
    visitors: people.consoleVisitors,
    features,
    openQuestions: gateway.openQuestions,
    handIn: gateway.handIn,
    write: parts.console.chats.write,
    settings,
    instance: running.instance,
    clock: running.clock,
    log: running.log,
  });
}

export function wireMcp({ store, services, people, running }: FeatureParts): Feature {
  return mcpFeature({
    rows: createMcpStore(store.database),
    store,
    ports: services.mcp,
    isOwners: people.isOwners,
    clock: running.clock,
    log: running.log,
  });
}

export function wireMcpServe({ store, settings, outgoing, gateway, running }: FeatureParts): Feature {
  return mcpServeFeature({
    rows: createOutsideTaskStore(store.database),
    store,
    outgoing,
    settings,
    cancel: gateway.cancel,
    instance: running.instance,
    clock: running.clock,
    log: running.log,
  });
}

export function wireCommandFiles({ store, program, claudeFiles, people }: FeatureParts): Feature {
  const { isOwners, consoleVisitors: visitors } = people;
  return commandFilesFeature({ files: claudeFiles.commandFiles, store, program, visitors, isOwners });
}

export function wireSkills({ store, program, claudeFiles, people }: FeatureParts): Feature {
  const { isOwners, consoleVisitors: visitors } = people;
  return skillsFeature({ skills: claudeFiles.skills, store, program, visitors, isOwners });
}

export function wireHooks({
  store,
  claudeFiles: { hooks },
  outgoing,
  people,
  running,
}: FeatureParts): Feature {
  return hooksFeature({
    hooksOf: hooks.hooksOf,
    policy: hooks.policy,
    supervisor: hooks.supervisor,
    transcriptOf: hooks.transcriptOf,
    rows: createHookStore(store.database),
    store,
    outgoing,
    isOwners: people.isOwners,
    clock: running.clock,
    log: running.log,
  });
}
