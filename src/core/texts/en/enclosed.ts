/** Messages about pictures, files, voice notes and forwarded messages. */
export const enclosedTexts = {
  heard: (words: string) => `🎙️ I understood: ${words}`,
  saved: (path: string) => `📎 Your file is in the project at ${path}, hidden from git.`,
  savedReadOnly: (path: string) =>
    `📎 Your file is in the project at ${path}, hidden from git. It is yours, so I kept it although I may not write there.`,
  /** Stand for the words of a message that has none of its own. */
  wordless: {
    image: '(a picture without words)',
    document: '(a file without words)',
    forwarded: '(a forwarded message)',
  },
  otherKind: 'I cannot do anything with this kind of message. I take text, pictures, files and voice notes.',
  missing: (what: string, why: string) => `⚠️ I could not use your ${what}: ${why}`,
  what: { image: 'picture', document: 'file', voice: 'voice note' },
  why: {
    'too-large': (limit: string) => `it is larger than ${limit} MB. Send a smaller one.`,
    day: (limit: string) => `you have sent ${limit} MB today, which is all I fetch. Send it again tomorrow.`,
    'image-size': () => 'it is larger than the model takes (3.7 MB, 8000 pixels a side). Send a smaller one.',
    'not-an-image': () => 'it is no JPEG, PNG, GIF or WebP. Send it as one of these.',
    'no-vision': () =>
      'as far as I know, the model I work with does not look at pictures (vision in agent.yaml). Describe it in words.',
    'no-transcriber': () =>
      'nothing is set up to understand speech. Write it, or set TRANSCRIBE_URL where I run (see .env.example).',
    'not-yours': () => 'you may not send it to this project. An owner can change that in access.yaml.',
    gone: () => 'neither the server nor your phone has it any more. Send it again.',
    unreachable: () => 'I could not fetch it. Send it again in a while.',
    damaged: () => 'it is not what was announced. Send it again.',
    'no-folder': () =>
      'I could not write it into the folder .wasap/inbox of the project. The log says why; a link in its place is not followed.',
    'no-words': () => 'I heard no words in it.',
    'not-understood': () => 'the transcription failed; the log says why. Write it, or send it again.',
  },
};
