/** Messages about pictures, files, voice notes and forwarded messages. */
export const enclosedTexts = {
  heard: (words: string) => `🎙️ I understood: ${words}`,
  saved: (path: string) => `📎 I saved your file to ${path}, hidden from git.`,
  savedReadOnly: (path: string) =>
    `📎 I saved your file to ${path}, hidden from git.\nI'm not allowed to change files here, but this one is yours.`,
  /** Stand for the words of a message that has none of its own. */
  wordless: {
    image: '(a picture without words)',
    document: '(a file without words)',
    forwarded: '(a forwarded message)',
  },
  otherKind: "I can't use this kind of message.\nSend text, a picture, a file or a voice note.",
  missing: (what: string, why: string) => `⚠️ I couldn't use your ${what}: ${why}`,
  what: { image: 'picture', document: 'file', voice: 'voice note' },
  why: {
    'too-large': (limit: string) => `it's larger than ${limit} MB. Send a smaller one.`,
    day: (limit: string) => `you already sent ${limit} MB today, my limit. Send it tomorrow.`,
    'image-size': () =>
      "it's too large.\nThe model takes up to 3.7 MB and 8000 pixels a side. Send a smaller one.",
    'not-an-image': () => "it isn't a JPEG, PNG, GIF or WebP.\nSend it as one of these.",
    'no-vision': () =>
      "my model can't see pictures, as far as I know.\nDescribe it in words, or set `vision` in agent.yaml.",
    'no-transcriber': () =>
      "I'm not set up to understand speech.\nWrite it, or set TRANSCRIBE_URL where I run (see .env.example).",
    'not-yours': () => "you can't send it to this project.\nAn owner can change that in access.yaml.",
    gone: () => 'the server and your phone no longer have it.\nSend it again.',
    unreachable: () => "I couldn't download it. Send it again in a while.",
    damaged: () => 'it arrived damaged. Send it again.',
    'no-folder': () =>
      "I couldn't write to .wasap/inbox in the project.\nThe log says why. That folder must not be a link.",
    'no-words': () => "I didn't hear any words in it.",
    'not-understood': () => 'transcribing it failed.\nWrite it, or send it again. The log says why.',
  },
};
