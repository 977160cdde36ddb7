/** What goes wrong with a backup or its restore. Each stands behind `wasap:` or behind what was tried. */
export const faults = {
  'damaged-database': (file: string, why: string) =>
    `The database in ${file} is damaged (${why}), so nothing was restored. Use another copy.`,
  'disk-full': (path: string) =>
    `The disk is full (${path}). Nothing was left behind. Free some space, or name another place.`,
  'no-access': (path: string, why: string) =>
    `I can't read or write ${path} (${why}). Check its permissions, then try again.`,
  'impossible-size': (name: string, size: number) =>
    `The backup gives ${name} an impossible size (${size} bytes), so nothing was restored. Use another copy.`,
  'not-empty': (data: string) =>
    `${data} is not empty, so nothing was restored. Set DATA_DIR to another folder, or add --force: it moves the files there aside and deletes nothing.`,
  'no-file': (file: string) => `There is no ${file}, so nothing was restored. Name the backup's file.`,
  'strange-entry': (file: string, name: string) =>
    `${file} contains ${name}, which none of my backups has. Nothing was restored. Don't trust this file.`,
  'no-database': (file: string) => `${file} contains no database, so nothing was restored. Use another copy.`,
  'no-manifest': (file: string, why: string) =>
    `I can't read the list of contents of ${file} (${why}). Nothing was restored. Use the version of wasap that wrote it, or a newer one.`,
  'entry-twice': (file: string, name: string) =>
    `${file} contains ${name} twice, or as a file and a folder. Nothing was restored. Don't trust this file.`,
  'restore-stopped': 'Stopped. Nothing was restored.',
  'no-backup': (file: string) =>
    `${file} is not a backup of wasap, so nothing was restored. Name another file.`,
  'other-format': (file: string, version: number, known: number) =>
    `${file} has format ${version} and I read format ${known}, so nothing was restored. Use the version of wasap that wrote it, or a newer one.`,
  'wrong-passphrase': (file: string) =>
    `This passphrase doesn't open ${file}, so nothing was restored. Try again. If it is the right one, the file's first bytes are damaged.`,
  damaged: (file: string, byte: number) =>
    `${file} is damaged, cut off or changed (at byte ${byte}), so nothing was restored. Use another copy.`,
  'nothing-there': (data: string) =>
    `There is nothing to back up: ${data} does not exist. Set DATA_DIR to the right folder.`,
  'no-folder': (folder: string) =>
    `There is no folder ${folder}, so nothing was written. Name a file in a folder that exists.`,
  'inside-data': (file: string) =>
    `${file} is inside the folder to back up and would be lost with it. Nothing was written. Name another place.`,
  'file-exists': (file: string) =>
    `${file} exists, so I left it as it is. Name another file, or replace it: --force`,
  'backup-stopped': 'Stopped. No backup was made.',
  'became-shorter': (path: string) =>
    `${path} became shorter while I read it, so no backup was made. Try again.`,
};
