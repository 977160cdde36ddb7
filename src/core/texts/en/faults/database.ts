/** What goes wrong with database and its disk. Each stands behind `wasap:` or behind what was tried. */
export const databaseFaults = {
  'database-empty': (path: string) =>
    `${path} is empty. Restore a backup (wasap restore FILE --force). If it was never used, start me: wasap start`,
  'database-older': (path: string) =>
    `${path} was last used by an older version. Start this one once: it updates the database and keeps a copy. Run: wasap start`,
  'database-newer': (path: string, version: number, newest: number) =>
    `${path} was written by a newer version (its database is version ${version}, I know ${newest}). I left it as it is. Start the newer version, or put back the copy it kept.`,
  'database-foreign': (path: string) =>
    `${path} is another program's database, so I left it as it is. Name another file.`,
  'database-emptied': (path: string, folder: string, count: number) =>
    `${path} is empty, but ${folder} has the transcripts of ${count} tasks: something emptied it. Restore a backup (wasap restore FILE --force), or start empty: move ${folder} away.`,
  'database-missing': (path: string) =>
    `Nothing is stored yet: there is no ${path}. Start me with wasap start, or set DATA_DIR to the right folder.`,
  'database-unsafe-disk': (path: string, journal: string, synchronous: string) =>
    `The file system of ${path} can't store data safely (journal ${journal}, synchronous ${synchronous}), so I didn't start. Put DATA_DIR on a local disk.`,
  'database-row': (path: string, statement: string, why: string) =>
    `${path}: a row is not as this program wrote it (${statement}): ${why}`,
  'database-not-flushed': (path: string, why: string) =>
    `${path} may not survive a power cut (${why}). Check the disk.`,
  'database-table-gone': (table: string, path: string) =>
    `The table ${table} is missing from ${path}: something else removed it. Restore a backup: wasap restore FILE --force`,
  'whatsapp-taken-over':
    'Another program took over this WhatsApp account, so I stopped writing to it. Use it in one program only.',
  'database-full': (path: string, detail: string) =>
    `The disk or the database is full, so ${path} takes nothing more. What was stored is safe. Free some space, then try again. (${detail})`,
  'database-closed': (path: string, detail: string) =>
    `I can't open or write ${path}. Check that its folder exists, is yours and is not read-only. (${detail})`,
  'database-damaged': (path: string, detail: string) =>
    `${path} is damaged or not a database, so I left it as it is. Restore a backup (wasap restore FILE --force), or start empty: move it away with its -wal and -shm files. (${detail})`,
  'database-disk': (path: string, detail: string) =>
    `The disk failed while I used ${path}. Check the disk and its free space, then try again. (${detail})`,
  'database-locked': (path: string, detail: string) =>
    `Another program has locked ${path} for too long. Try again. If it stays locked, stop the other program. (${detail})`,
  'database-not-built': (node: string) =>
    `SQLite was not built for this Node (${node}), so nothing was done. In the folder of wasap-agent, build it again: npm rebuild better-sqlite3`,
  'database-not-built-in': (node: string, folder: string) =>
    `SQLite was not built for this Node (${node}), so nothing was done. Build it again: cd ${folder} && npm rebuild better-sqlite3`,
  'restore-aside-exists': (path: string) =>
    `${path} exists already, so nothing was moved. Try again in a second.`,
  'restore-half-done': (data: string, why: string) =>
    `A restore of ${data} was interrupted, and I can't finish it (${why}). Nothing was deleted. Fix that: the next wasap command on this folder finishes it.`,
  'restore-in-progress': (data: string) => `${data} is being restored right now. Try again in a minute.`,
};
