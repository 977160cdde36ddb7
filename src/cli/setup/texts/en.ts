/** `wasap setup`, step by step. */
export const setupTexts = {
  needsTerminal: (file: string) =>
    `wasap setup asks questions, so it needs a terminal. Without one: write ${file} (see .env.example), then run wasap pair --json, and wasap doctor.`,
  intro: 'wasap setup',
  where: (file: string) =>
    `Six short steps. Answers are kept in\n${file}.\nChoose with ↑ ↓ and Enter. Every step can be skipped and done again; Ctrl-C keeps what is finished.`,
  wrongSettings: (why: string) => `Some settings cannot be used now; the steps below can mend them.\n${why}`,
  overridden: (name: string) => `${name} is also set in the environment, which wins over the file.`,
  saved: (name: string) => `Saved: ${name}.`,
  skip: 'Skip this step',
  stopped: 'Stopped. What was finished is kept; wasap setup goes on where you like.',
  done: 'Done. Start it with: wasap start. Look after it with: wasap doctor.',
  key: {
    question: '1/6  Key of the Anthropic API',
    keep: 'Keep the one that is set',
    enter: 'Enter a key',
    enterHint: 'from console.anthropic.com, Settings, API keys',
    prompt: 'The key (it is not shown)',
    wrong: 'A key has no spaces and at least 8 characters.',
    checking: 'Asking the model for one word…',
    works: (model: string) => `The key works: ${model} answers.`,
    refused: (detail: string) => `This key is refused: ${detail}`,
    unsure: (detail: string) => `The key could not be tried out: ${detail}`,
    after: 'What now?',
    again: 'Enter another key',
    keepAnyway: 'Keep this one all the same',
  },
  project: {
    question: '2/6  Project that I work on',
    change: 'Choose another folder',
    prompt: 'Folder of the project',
    missing: 'There is no such folder.',
    own: 'That is where I keep my own things. Choose the folder of a project.',
    several:
      'More than one? Set PROJECTS_ROOT in .env to the folder that holds them; /workspace then chooses.',
    noGit: 'It is no git repository yet. Run git init there before I commit something.',
  },
  people: {
    question: '3/6  Who may talk to me on WhatsApp',
    nobody: 'nobody yet',
    change: 'Change the list',
    prompt: 'Phone numbers with country code, separated by commas',
    hint: 'as +34 600 111 222, +54 9 11 5555 0001',
    wrong: (entry: string) => `“${entry}” is no phone number with a country code, as +34 600 111 222.`,
    owners:
      'They are owners and may do everything. Others you let in later, with less: wasap people invite.\nIf you link your own number, put it in the list: you then talk to me in the chat with yourself.',
    none: 'Nobody is listed: on WhatsApp I answer no one.',
  },
  writes: {
    explained:
      'With write access I edit files, run commands and commit in the project; what is risky, reaches the network or leaves the project I ask you first.\nWithout it I only read and answer.',
    question: '4/6  May I change things in the project?',
    yes: 'Yes, and ask me before anything risky',
    no: 'No, only read',
    now: 'as it is now',
  },
  sandbox: '5/6  Commands run in a sandbox where there is one.',
  phone: {
    question: '6/6  Link WhatsApp',
    linked: (number: string) => `A phone is linked (+${number}).`,
    keep: 'Keep it',
    another: 'Link another phone',
    qr: 'Scan a QR code with the phone',
    qrTooLarge: 'this window is too small for it',
    code: 'Type a code on the phone',
    prompt: 'Number of the phone, with country code',
    consoleOnly:
      'CHANNELS names only the console, so WhatsApp is not used. Take it out of the settings to use it.',
  },
  test: {
    question: 'Try it out with a real message?',
    yes: 'Yes',
    write: (own: string, owners: string) =>
      `Now write a word on WhatsApp from ${owners} to +${own}. I wait three minutes; Ctrl-C ends the waiting.`,
    writeToSelf: (own: string) =>
      `Now write a word on WhatsApp to yourself, in the chat of +${own} with itself. I wait three minutes; Ctrl-C ends the waiting.`,
    hello: '✅ I can read you and answer. Setup is done: start me with wasap start, then write /help.',
    received: (phone: string, words: string) => `+${phone} wrote “${words}”, and my answer arrived.`,
    notSent: (why: string) => `The message came in, but my answer did not go out: ${why}`,
    nothing:
      'No message came. Is the number in the list the one that you wrote from? wasap doctor tells more.',
    noLink: (why: string) => `There was no connection to WhatsApp: ${why}`,
    running: 'The program runs already: write /doctor to it on WhatsApp, and it answers.',
    nobody: 'Nobody is listed in step 3, so there is nobody to hear from.',
  },
};
