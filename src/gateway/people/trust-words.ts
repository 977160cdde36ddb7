const YES = /^(?:yes|y|ok|okay|s[ií]|vale|dale|acepto|accept)[.!]?$/iu;
const OFF = /^(?:off|no|remove|revoke|quita|quitar|revocar|fuera)[.!]?$/iu;

/** Behind the name of a file that was shown: whether it is accepted, or no longer; undefined: it is asked about. */
export function trustWord(word: string): 'yes' | 'off' | undefined {
  if (YES.test(word)) return 'yes';
  return OFF.test(word) ? 'off' : undefined;
}
