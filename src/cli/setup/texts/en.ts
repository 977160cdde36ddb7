/** `wasap setup`, step by step. */
export const setupTexts = {
  needsTerminal: (file: string) =>
    `wasap setup asks questions, so it needs a terminal.
Nothing was changed. Without a terminal, write ${file} (see .env.example).
Then run wasap pair --json, and check with: wasap doctor`,
  intro: 'wasap setup',
  where: (file: string) =>
    `Six short steps. Your answers are saved in\n${file}.\nChoose with ↑ ↓ and Enter. You can skip or repeat any step; Ctrl-C keeps what is done.`,
  wrongSettings: (why: string) => `Some settings are wrong; the steps below can fix them.\n${why}`,
  overridden: (name: string) => `The environment also sets ${name}, and it wins over the file.`,
  saved: (name: string) => `Saved: ${name}.`,
  skip: 'Skip this step',
  stopped: 'Stopped. Finished steps are saved. To continue: wasap setup',
  done: `Done. To start me: wasap start
To check everything: wasap doctor`,
  /** When the program starts right after it. */
  doneAndStarts: 'Done. Starting now.',
  /** One suggestion at the end, for this very project. */
  firstTask: {
    question: `To try me out, ask:
How is this project built?`,
    task: (task: string) => `A first task for this project:\n/agent ${task}`,
    addTests: (path: string) => `write tests for ${path}`,
    todo: (place: string, says: string) => `do the TODO in ${place} (${says})`,
    addReadme: 'write a short README',
    runTests: (command: string) => `run ${command} and fix what fails`,
  },
  key: {
    question: '1/6  Anthropic API key',
    keep: 'Keep the current one',
    enter: 'Enter a key',
    enterForServer: 'Enter a key for my own server',
    anthropic: 'Go back to Anthropic with a key',
    enterHint: 'from console.anthropic.com, Settings, API keys',
    prompt: 'The key (hidden while you type)',
    wrong: 'A key has at least 8 characters and no spaces.',
    checking: 'Testing it with one word…',
    works: (model: string) => `The key works: ${model} answered.`,
    refused: (detail: string) => `The API refused this key: ${detail}`,
    unsure: (detail: string) => `I couldn't test the key: ${detail}`,
    after: 'What now?',
    again: 'Enter another key',
    keepAnyway: 'Keep this one anyway',
    server: 'Use my own server',
    serverHint: 'http://127.0.0.1:8080, if it speaks the Messages API',
    serverPrompt: 'Address of the server',
    serverWrong: 'Write an address: https://, or http:// on this machine.',
    serverWorks: (model: string) => `Your server answers: ${model}.`,
    serverNeedsKey: 'That server wants a key.\nRepeat this step and enter one.',
    serverUnsure: (detail: string) => `I couldn't test your server: ${detail}`,
  },
  project: {
    question: '2/6  Project I work on',
    change: 'Choose another folder',
    prompt: 'Folder of the project',
    missing: "That folder doesn't exist.",
    own: 'I keep my own files there. Choose the folder of a project.',
    several: `Several projects? Set PROJECTS_ROOT in .env to their folder.
Then choose one in the chat: /workspace`,
    noGit: 'Not a git repository yet. Before I can commit: git init',
    broad: `That folder holds all your files, not one project.
With write access I would ask at every start.`,
  },
  people: {
    question: '3/6  Who can write to me on WhatsApp',
    nobody: 'nobody yet',
    change: 'Change the list',
    prompt: 'Phone numbers with country code, separated by commas',
    hint: 'for example +34 600 111 222, +54 9 11 5555 0001',
    wrong: (entry: string) => `“${entry}” isn't a full phone number, like +34 600 111 222.`,
    owners: `They're owners: they can do everything.
To let others in later, with fewer permissions: wasap people invite
If you link your own number, list it: you then talk to me in the chat with yourself.`,
    none: "The list is empty: I won't answer anyone on WhatsApp.",
  },
  writes: {
    explained: `With write access I edit files, run commands and commit.
I ask first before anything that is risky, uses the network or leaves the project.
Without it I only read and answer.`,
    question: '4/6  May I change things in the project?',
    yes: 'Yes, and ask me before anything risky',
    no: 'No, only read',
    now: 'current',
  },
  sandbox: '5/6  I run commands in a sandbox if there is one.',
  compound: (file: string) => `I ask about lines like npm test | tail -30.
With a sandbox I recommend to let one run if each of its commands may.
For that, write in ${file}: policy: { compound: each-part }`,
  phone: {
    question: '6/6  Link WhatsApp',
    linked: (number: string) => `linked to +${number}`,
    keep: 'Keep it',
    another: 'Link another phone',
    qr: 'Scan a QR code with the phone',
    qrTooLarge: 'this window is too small for it',
    code: 'Type a code on the phone',
    prompt: 'Number of the phone, with country code',
    consoleOnly: `WhatsApp is off: CHANNELS names only the console.
To use WhatsApp, remove CHANNELS from the settings.`,
  },
  test: {
    question: 'Try it out with a real message?',
    yes: 'Yes',
    write: (own: string, owners: string) =>
      `Send a word on WhatsApp from ${owners} to +${own}.\nI wait three minutes; Ctrl-C stops waiting.`,
    writeToSelf: (own: string) =>
      `Send yourself a word on WhatsApp (the chat of +${own}).\nI wait three minutes; Ctrl-C stops waiting.`,
    hello: `✅ It works: I read you, and you read me.
Start me with wasap start, then write: /help`,
    received: (phone: string, words: string) => `+${phone} wrote “${words}”, and got my answer.`,
    notSent: (why: string) => `Your message came in, but my answer didn't go out: ${why}`,
    nothing: `No message came. Did you write from a listed number?
To find out more: wasap doctor`,
    noLink: (why: string) => `I couldn't connect to WhatsApp: ${why}`,
    running: "I'm already running. Write to me on WhatsApp: /doctor",
    nobody: 'The list of step 3 is empty: I have nobody to hear from.',
  },
};
