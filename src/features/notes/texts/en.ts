/** Notes in USER.md and TOOLS.md for an owner. The model reads refusals, too: Latin-1. */
export const english = {
  kept: (place: string) => `📝 Kept in ${place}:`,
  applies:
    'It counts for what begins from now on; what runs keeps what it began with.\n/remember undo takes it back within 10 minutes.',
  undone: (place: string) => `↩️ Taken back from ${place}:`,
  which: (text: string) =>
    `Is that about you, or about the project and its tools? Nothing is kept yet.\n/remember user: ${text}\n/remember tools: ${text}`,
  notInGroup:
    'What I keep about you stays between us: tell me in our own chat. For the project and its tools: /remember tools: <text>',
  undo: {
    none: 'There is nothing to take back: nothing was kept from this chat, or all of it was taken back.',
    late: (place: string) =>
      `That was more than 10 minutes ago, so I leave ${place} alone. Remove the line there yourself:`,
    changed: (place: string) =>
      `${place} was changed since by somebody else. I leave it as it is. If the line is still there, remove it yourself:`,
  },
  faults: {
    empty: 'There is no line to keep.',
    lines: 'One line at a time. What needs more lines is written into the file by its owner.',
    hidden: 'The line holds characters that nobody can see. Write it without them.',
    markup:
      'Write a plain sentence, without a heading, quotation, table, tag or the name of a speaker at its beginning.',
    authority:
      'It reads as a permission, or as an order to set rules or questions aside. These files cannot do that: what may run is decided in the settings and by your answers. Say what you prefer instead.',
    secret:
      'It holds what looks like a password, key or token. Those do not belong there: every task would read them.',
  },
  tooLong: (length: string, most: string) =>
    `The line has ${length} characters; at most ${most} are kept. Say it shorter, or put it into the file yourself.`,
  known: (place: string, line: string) => `It is already there: ${place}, line ${line}.`,
  full: (place: string, length: string, most: string) =>
    `${place} would have ${length} characters; ${most} are read.`,
  makeRoom: (line: string, text: string) => `Remove a line first, for example line ${line}: ${text}`,
  linked: (place: string) =>
    `${place} is a link, which I do not write through. Put the text itself there, or add the line yourself.`,
  unusable: (place: string, why: string) => `${place} cannot be used: ${why}`,
  moved: (place: string) => `${place} changed at this moment. Nothing was written; try again.`,
  unwritable: (place: string, why: string) =>
    `${place} could not be written (${why}). Look at the permissions of the folder and the room on the disk.`,
};
