import { read } from './markdown.ts';

export type Goes = 'yes' | 'in part' | 'all machines' | 'no';

/** What the record about moving says of each table, in its order. */
export function movingTables(): readonly { readonly table: string; readonly goes: Goes }[] {
  const lines = read('docs/decisions/what-goes-along-with-a-chat.md').matchAll(
    /^\| (yes|in part|all machines|no) \| ([^|]+) \|/gm,
  );
  return [...lines].flatMap(([, goes, tables = '']) =>
    [...tables.matchAll(/`(\w+)`/g)].map(([, table = '']) => ({ table, goes: goes as Goes })),
  );
}
