import type { InboundMessage } from '../../contracts/channel.ts';
import type { ChatCommand } from '../../contracts/commands.ts';

/** Up to the last `@` of the word: a password may hold one, and a slash as well. */
const CREDENTIALS = /\b([a-z][a-z0-9+.-]*):\/\/(\S*)@/giu;
const QUERY = /(:\/\/[^\s?#]*)[?#]\S*/gu;

/**
 * Makes the form in which messages may be stored: where a command takes the address of a repository, it stays without
 * name, password and query. Such an address is refused, but its row stays.
 */
export function createCredentialFilter(
  commands: readonly Pick<ChatCommand, 'name' | 'aliases' | 'takesAddress'>[],
): (message: InboundMessage) => InboundMessage {
  const names = commands.flatMap(({ name, aliases, takesAddress }) =>
    takesAddress === true ? [name, ...aliases] : [],
  );
  const takesAddress = new RegExp(`^\\s*/(?:${names.join('|')})\\b`, 'iu');
  const clean = (text: string): string => (takesAddress.test(text) ? maskAddresses(text) : text);
  return (message) => {
    if (names.length === 0) return message;
    const { text, quoted, gesture } = message;
    return {
      ...message,
      text: clean(text),
      ...(quoted === undefined ? {} : { quoted: { ...quoted, text: clean(quoted.text) } }),
      ...(gesture?.kind === 'edit' ? { gesture: { ...gesture, text: clean(gesture.text) } } : {}),
    };
  };
}

/** The text without name, password and query in its addresses. The user of an ssh address is not a secret. */
export function maskAddresses(text: string): string {
  const named = text.replace(CREDENTIALS, (whole, scheme: string, user: string) =>
    scheme.toLowerCase() === 'ssh' && !user.includes(':') ? whole : `${scheme}://***:***@`,
  );
  return named.replace(QUERY, '$1?***');
}
