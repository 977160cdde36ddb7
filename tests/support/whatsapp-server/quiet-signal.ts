/**
 * The Signal library prints session records, private keys included, through `console`. While a server runs, what it
 * prints is dropped; everybody else's output passes.
 */
const LEVELS = ['info', 'warn', 'error', 'log'] as const;
const SPEECH = [
  'Closing session',
  'Opening session',
  'Removing old closed session',
  'Session already',
  'Closing open session',
  'Decrypted message with closed session',
  'Failed to decrypt message',
  'Session error',
  'Migrating session',
  'Unhandled bucket type',
];

/** @returns what restores the console */
export function muteSignal(): () => void {
  const before = LEVELS.map((level) => console[level]);
  for (const level of LEVELS) {
    const print = console[level];
    console[level] = (...words: unknown[]) => {
      const [first] = words;
      if (typeof first === 'string' && SPEECH.some((start) => first.startsWith(start))) return;
      print.apply(console, words);
    };
  }
  return () => {
    for (const [at, level] of LEVELS.entries()) console[level] = before[at] ?? console[level];
  };
}
