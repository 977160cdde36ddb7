/** What goes wrong with services of models and voice. Each stands behind `wasap:` or behind what was tried. */
export const modelsFaults = {
  'speech-format': "SPEECH_URL doesn't answer with Opus in Ogg. Check that it is an OpenAI-compatible API.",
  'no-words': "I didn't understand any words in the recording.",
  'transcribe-format': "TRANSCRIBE_URL doesn't answer like an OpenAI-compatible API. Check it.",
  'recording-unreadable': (path: string, why: string) => `${path} cannot be read: ${why}`,
  'transcribe-too-much': 'TRANSCRIBE_URL answered with far too much. Check it.',
  'transcribe-key': 'The transcription service rejects TRANSCRIBE_KEY. Check it.',
  'transcribe-unknown':
    "The transcription service doesn't know this address or model. Check TRANSCRIBE_URL and TRANSCRIBE_MODEL.",
  'transcribe-busy': (status: number) =>
    `The transcription service is busy or broken (HTTP ${status}). Try again later.`,
  'transcribe-rejects': (status: number) =>
    `The transcription service rejects the recording (HTTP ${status}).`,
  'transcribe-late': (seconds: number) =>
    `The transcription service took longer than ${seconds} s. Send a shorter recording, or try again.`,
  'transcribe-unreachable': (why: string) =>
    `I can't reach the transcription service (${why}). Check the network and TRANSCRIBE_URL.`,
  'speech-too-much': 'SPEECH_URL answered with far too much. Check it.',
  'speech-key': 'The speech service rejects SPEECH_KEY. Check it.',
  'speech-unknown':
    "The speech service doesn't know this address or model. Check SPEECH_URL and SPEECH_MODEL.",
  'speech-busy': (status: number) =>
    `The speech service is busy or broken (HTTP ${status}). Try again later.`,
  'speech-rejects': (status: number) => `The speech service rejects the text (HTTP ${status}).`,
  'speech-late': (seconds: number) => `The speech service took longer than ${seconds} s. Try again later.`,
  'speech-unreachable': (why: string) =>
    `I can't reach the speech service (${why}). Check the network and SPEECH_URL.`,
};
