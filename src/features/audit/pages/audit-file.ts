import type { WebFileSource } from '../../../contracts/web-page.ts';
import { entryData } from '../entry-data.ts';
import type { AuditSearch } from '../rows/audit-search.ts';
import { pageOf } from './filter.ts';

/** What an owner searched for, as a file with one JSON object a line, oldest first. */
export function auditFile(
  { portions }: Pick<AuditSearch, 'portions'>,
  cell: string | undefined,
): WebFileSource {
  const name = cell === undefined ? 'audit' : `audit-${cell}`;
  return {
    read(request) {
      if (request.visitor.role !== 'owner') return undefined;
      const filter = pageOf(request);
      return {
        name: `${name}-${new Date(request.nowMs).toISOString().slice(0, 10)}.jsonl`,
        type: 'application/x-ndjson; charset=utf-8',
        async *pieces() {
          for await (const entries of portions(filter))
            yield entries.map((entry) => `${JSON.stringify(entryData(entry, request.clean))}\n`).join('');
        },
      };
    },
  };
}
