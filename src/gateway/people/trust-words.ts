const YES = /^(?:yes|y|ok|okay|s[ií]|vale|dale|acepto|accept)[.!]?$/iu;
const OFF = /^(?:off|no|remove|revoke|quita|quitar|revocar|fuera)[.!]?$/iu;

/** Reads the word after a file's name: `yes` accepts the file, `off` takes that back; undefined for any other word. */
export function trustWord(word: string): 'yes' | 'off' | undefined {
  if (YES.test(word)) return 'yes';
  return OFF.test(word) ? 'off' : undefined;
}
