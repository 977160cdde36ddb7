/** Notes in USER.md and TOOLS.md for an owner. The model reads refusals, too: Latin-1. */
export const english = {
  commands: {
    remember: {
      usage: '/remember [tools:] <text>',
      summary: 'keep a note',
      ask: 'What should I remember? For example:\n/remember that I prefer pytest',
      more: 'For owners. Notes about you go into USER.md, notes about the project into TOOLS.md.\nTasks read both when they start. Plain questions read USER.md only.\n/remember tools: run the tests with make check\n/remember undo - take the last line back, for 10 minutes\nOr just tell me: remember that I prefer pytest.',
    },
  },
  kept: (place: string) => `📝 Saved in ${place}:`,
  applies:
    'New tasks use it. Running ones keep what they started with.\nTo take it back within 10 minutes: /remember undo',
  undone: (place: string) => `↩️ Removed from ${place}:`,
  which: (text: string) =>
    `Is that about you, or about the project?\nI haven't saved anything yet. Send one of these:\n/remember user: ${text}\n/remember tools: ${text}`,
  notInGroup:
    'What I note about you stays in our own chat. Tell me there.\nFor the project and its tools: /remember tools: <text>',
  undo: {
    none: 'Nothing to take back: no note from this chat is left.\nTo save one: /remember I prefer pytest',
    late: (place: string) =>
      `That was over 10 minutes ago, so I left ${place} alone.\nRemove the line there yourself:`,
    changed: (place: string) =>
      `${place} has changed since then, so I left it alone.\nIf the line is still there, remove it yourself:`,
  },
  faults: {
    empty: "There's nothing to save.\nFor example: /remember I prefer pytest",
    lines: 'I save one line at a time.\nMore lines go into the file by hand.',
    hidden: 'The line has characters nobody can see.\nWrite it without them.',
    markup: "Write a plain sentence.\nIt can't start with a heading, quote, table, tag or a speaker's name.",
    authority:
      "I can't save that: it reads like a permission or an order.\nOnly the settings and your answers decide what may run. Say what you prefer instead.",
    secret:
      "I can't save that: it looks like a password, key or token.\nThose don't belong there, because every task would read them.",
  },
  tooLong: (length: string, most: string) =>
    `The line has ${length} characters; the limit is ${most}.\nShorten it, or put it into the file yourself.`,
  known: (place: string, line: string) => `Already saved: ${place}, line ${line}.`,
  full: (place: string, length: string, most: string) =>
    `${place} would have ${length} characters; the limit is ${most}.`,
  makeRoom: (line: string, text: string) => `Remove a line first, for example line ${line}: ${text}`,
  linked: (place: string) =>
    `${place} is a link, and I don't write through links.\nPut the file itself there, or add the line yourself.`,
  unusable: (place: string, why: string) => `I can't use ${place}: ${why}`,
  moved: (place: string) => `${place} changed just now, so I wrote nothing. Try again.`,
  unwritable: (place: string, why: string) =>
    `I couldn't write ${place} (${why}).\nCheck the folder's permissions and the free disk space.`,
  /** `lines`: quoted. */
  left: (lines: string) =>
    `📝 Some notes stayed on the other machine:\n${lines}\nNo owner of this one wrote them, or their file is full. To save one here, an owner sends: /remember <note>`,
};
