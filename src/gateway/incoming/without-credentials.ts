import type { InboundMessage } from '../../contracts/channel.ts';

/** The commands that take the address of a repository, under every name that they have. */
const TAKES_ADDRESS = /^\s*\/(?:workspaces?|projects?|proyectos?)\b/iu;
/** Up to the last `@` of the word: a password may hold one, and a slash as well. */
const CREDENTIALS = /\b([a-z][a-z0-9+.-]*):\/\/(\S*)@/giu;
const QUERY = /(:\/\/[^\s?#]*)[?#]\S*/gu;

/**
 * The message as it may be stored: an address to clone from without name, password and query. Such an address is
 * refused, but its row stays. The user of an ssh address is not a secret.
 */
export function withoutCredentials(message: InboundMessage): InboundMessage {
  const { text, quoted, gesture } = message;
  return {
    ...message,
    text: masked(text),
    ...(quoted === undefined ? {} : { quoted: { ...quoted, text: masked(quoted.text) } }),
    ...(gesture?.kind === 'edit' ? { gesture: { ...gesture, text: masked(gesture.text) } } : {}),
  };
}

function masked(text: string): string {
  if (!TAKES_ADDRESS.test(text)) return text;
  const named = text.replace(CREDENTIALS, (whole, scheme: string, user: string) =>
    scheme.toLowerCase() === 'ssh' && !user.includes(':') ? whole : `${scheme}://***:***@`,
  );
  return named.replace(QUERY, '$1?***');
}
