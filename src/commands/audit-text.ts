import type { AuditCheck, AuditFault } from '../contracts/session-stores.ts';
import type { Texts } from '../core/texts/texts.ts';

/** The result of a chain check, as lines for a person. */
export function checkLines(check: AuditCheck, { audit }: Pick<Texts, 'audit'>): readonly string[] {
  if (check.kind === 'broken') return [audit.broken(faultText(check.fault, { audit }))];
  const { cut } = check;
  const begins = cut === undefined ? [] : [audit.cut(cut.entries, cut.until, cut.hash)];
  return [audit.intact(check.entries), ...begins, audit.lastHash(check.lastHash), audit.keepHash];
}

function faultText(fault: AuditFault, { audit }: Pick<Texts, 'audit'>): string {
  if (fault.problem === 'dropped') return audit.problem.missing(audit.table(fault.table));
  const { table, id, problem } = fault;
  return audit.problem[problem](table === 'audit_chain' ? audit.entry(id) : audit.row(id));
}
