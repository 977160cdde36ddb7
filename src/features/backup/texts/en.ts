import { faults } from './faults-en.ts';

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
