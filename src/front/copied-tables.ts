import type { Database } from '../store/database.ts';

export interface CopiedTable {
  readonly table: string;
  readonly key: readonly string[];
}

/** The tables that another machine needs to go on with the link, in an order in which they can be filled. */
export const COPIED_TABLES: readonly CopiedTable[] = [
  { table: 'whatsapp_credentials', key: ['account', 'generation'] },
  { table: 'whatsapp_keys', key: ['account', 'type', 'id'] },
  { table: 'whatsapp_journal', key: ['seq'] },
  { table: 'whatsapp_journal_parts', key: ['seq'] },
  { table: 'whatsapp_sent', key: ['account', 'id'] },
  { table: 'whatsapp_contacts', key: ['account', 'person'] },
  { table: 'front_arrivals', key: ['seq'] },
  { table: 'front_deliveries', key: ['job'] },
  { table: 'front_chats', key: ['chat'] },
  { table: 'front_notices', key: ['chat', 'about'] },
  { table: 'front_welcomes', key: ['chat', 'code_message'] },
];

/**
 * Adds triggers that record every change of these tables in its own commit. They stay in the data folder, so that
 * `wasap pair` beside an ended front is recorded, too.
 */
export function noteChanges(database: Database): void {
  for (const { table, key } of COPIED_TABLES) {
    const keyOf = (row: 'OLD' | 'NEW'): string => keySql(key, `${row}.`);
    const note = (row: 'OLD' | 'NEW'): string => `
      DELETE FROM front_changes WHERE tab = '${table}' AND key = ${keyOf(row)};
      INSERT INTO front_changes (tab, key) VALUES ('${table}', ${keyOf(row)});`;
    database.execute(`
      CREATE TRIGGER IF NOT EXISTS copy_inserted_${table} AFTER INSERT ON ${table} BEGIN ${note('NEW')} END;
      CREATE TRIGGER IF NOT EXISTS copy_updated_${table} AFTER UPDATE ON ${table} BEGIN ${note('NEW')} END;
      CREATE TRIGGER IF NOT EXISTS copy_renamed_${table} AFTER UPDATE OF ${key.join(', ')} ON ${table}
      WHEN ${keyOf('OLD')} <> ${keyOf('NEW')} BEGIN ${note('OLD')} END;
      CREATE TRIGGER IF NOT EXISTS copy_deleted_${table} AFTER DELETE ON ${table} BEGIN ${note('OLD')} END;`);
  }
}

/** SQL: the key of a row as a JSON array. */
export function keySql(key: readonly string[], prefix = ''): string {
  return `json_array(${key.map((column) => `${prefix}${column}`).join(', ')})`;
}
