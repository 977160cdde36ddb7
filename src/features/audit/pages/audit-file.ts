import type { WebFileSource } from '../../../contracts/web-page.ts';
import type { AuditSearch } from '../rows/audit-search.ts';
import { entryData } from './audit-data.ts';
import { pageOf } from './filter.ts';

/** What an owner searched for, as a file with one JSON object a line, oldest first. */
export function auditFile({ portions }: Pick<AuditSearch, 'portions'>): WebFileSource {
  return {
    read(request) {
      if (request.visitor.role !== 'owner') return undefined;
      const filter = pageOf(request);
      return {
        name: `audit-${new Date(request.nowMs).toISOString().slice(0, 10)}.jsonl`,
        type: 'application/x-ndjson; charset=utf-8',
        async *pieces() {
          for await (const entries of portions(filter))
            yield entries.map((entry) => `${JSON.stringify(entryData(entry, request))}\n`).join('');
        },
      };
    },
  };
}
