import type { WebFileSource, WebRequest } from '../../../contracts/web-page.ts';
import { utcDay } from '../../../core/clock.ts';
import type { MissingEntries, ReadEverywhere, ReadPart } from '../across/read-everywhere.ts';
import { entryData } from '../entry-data.ts';
import type { AuditFilter, AuditSearch } from '../rows/audit-search.ts';
import { pageOf } from './filter.ts';

/**
 * What an owner searched for, as a file with one JSON object a line, oldest first: of all cells, where several machines
 * work together. Its last line then says what is missing, if something is.
 * @param everywhere undefined when the program is alone
 */
export function auditFile(
  search: Pick<AuditSearch, 'portion' | 'range'>,
  everywhere: ReadEverywhere | undefined,
): WebFileSource {
  return {
    read(request) {
      if (request.visitor.role !== 'owner') return undefined;
      const filter = pageOf(request);
      return {
        name: `audit-${utcDay(request.nowMs)}.jsonl`,
        type: 'application/x-ndjson; charset=utf-8',
        pieces: () =>
          everywhere === undefined ? linesHere(search, filter, request) : linesOfAll(everywhere(filter)),
      };
    },
  };
}

async function* linesHere(
  search: Pick<AuditSearch, 'portion' | 'range'>,
  filter: AuditFilter,
  { clean }: Pick<WebRequest, 'clean'>,
): AsyncGenerator<string> {
  const { from, end } = search.range(filter);
  for (let next: number | undefined = from; next !== undefined; ) {
    const portion = await search.portion(filter, { from: next, end });
    if (portion.entries.length > 0) yield jsonLines(portion.entries.map((entry) => entryData(entry, clean)));
    next = portion.next;
  }
}

async function* linesOfAll(parts: AsyncGenerator<ReadPart>): AsyncGenerator<string> {
  for await (const part of parts)
    yield part.kind === 'entries' ? jsonLines(part.entries) : jsonLines([missingData(part.missing)]);
}

function missingData({ isAway, cells }: MissingEntries): object {
  return {
    missing: {
      postgres_answers: !isAway,
      cells: cells.map(({ cell, readThrough }) => ({ cell, last_id: readThrough ?? null })),
    },
  };
}

function jsonLines(all: readonly object[]): string {
  return all.map((one) => `${JSON.stringify(one)}\n`).join('');
}
