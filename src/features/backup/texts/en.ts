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

/** `wasap backup` and `wasap restore`. */
export const english = {
  passphrase: {
    ask: 'Passphrase of the backup',
    askNew: 'Passphrase for the backup (nobody can open it without)',
    askAgain: 'The same passphrase again',
    differ: 'The two passphrases differ, so nothing was written.\nTry again.',
    tooShort: (length: string, least: string) =>
      `This passphrase is too short (${length} characters).\nNothing was written. Use at least ${least}: whoever has the file can try forever.`,
    noTerminal:
      'There is no terminal to ask for the passphrase.\nNothing was done. Name a file with it: --passphrase-file FILE',
    stopped: 'Stopped. Nothing was written.',
    unreadable: (why: string) => `I can't read the passphrase file, so nothing was done.\n${why}`,
    emptyFile: (file: string, most: string) =>
      `${file} has no passphrase in its first line.\nNothing was done. Write 1 to ${most} characters there.`,
  },
  saved: {
    encrypted: (file: string, size: string) => `${file}: ${size}, encrypted.`,
    plain: (file: string, size: string) => `${file}: ${size}, NOT encrypted, without the link to WhatsApp.`,
    holds: (transcripts: string, files: string, chatFiles: string) =>
      `In it: database, transcripts (${transcripts}), workspace/ files (${files}).\nAlso files of chats in the browser (${chatFiles}).`,
    leavesOut:
      'Not in it: CONFIG_DIR with your keys, the PIN of a lock.\nNor worktrees, checkpoints (/undo of earlier tasks), pictures, logs and caches.',
    skipped: (name: string) => `Left out (a link, or a name that some systems refuse): ${name}`,
    keep: 'Keep the passphrase.\nWithout it nobody can open this file, not even you.',
  },
  restored: {
    done: (folder: string, time: string) => `Restored ${folder} as it was on ${time}.`,
    holds: (transcripts: string, files: string, chatFiles: string) =>
      `With task transcripts (${transcripts}), files of workspace/ (${files}).\nAlso files of chats in the browser (${chatFiles}).`,
    aside: (folder: string) =>
      `The earlier files are in ${folder}/ there.\nDelete them when you miss nothing.`,
    next: 'Unfinished tasks of that time continue: wasap start',
    link: 'The link to WhatsApp is from the backup.\nIf the phone lost it since, or messages are unreadable: wasap pair --new',
    noLink: 'The backup has no link to WhatsApp.\nLink your phone: wasap pair',
    inUse: (folder: string) =>
      `A program is running on ${folder}.\nNothing was restored. Stop it, then try again.`,
    inUseBy: (folder: string, pid: string) =>
      `A program is running on ${folder} (process ${pid}).\nNothing was restored. Stop it, then try again.`,
  },
  faults,
};
