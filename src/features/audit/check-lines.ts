import type { AuditCheck, AuditFault } from './audit.ts';
import type { AuditTexts } from './texts/texts.ts';

/** The result of a chain check, as lines for a person. */
export function checkLines(check: AuditCheck, words: AuditTexts): readonly string[] {
  if (check.kind === 'broken') return [words.broken(faultText(check.fault, words))];
  const { cut } = check;
  const begins = cut === undefined ? [] : [words.cut(cut.entries, cut.until, cut.hash)];
  return [words.intact(check.entries), ...begins, words.lastHash(check.lastHash), words.keepHash];
}

function faultText(fault: AuditFault, words: AuditTexts): string {
  if (fault.problem === 'dropped') return words.problem.missing(words.table(fault.table));
  const { table, id, problem } = fault;
  return words.problem[problem](table === 'audit_chain' ? words.entry(id) : words.row(id));
}
