import type { Client } from './client.ts';
import { writtenTexts } from './inbound.ts';

interface StoredFormParts {
  readonly client: Pick<Client, 'proto' | 'unpadRandomMax16'>;
  /** The same words in as many bytes. */
  maskWords(words: string): string;
}

/**
 * Decrypted content as it may be stored: parts that must not be read there are replaced by as many bytes, so that it
 * stays the same message. Content that is no message is left as it is, because it is never read as words.
 */
export function storedForm(plaintext: Uint8Array, { client, maskWords }: StoredFormParts): Uint8Array {
  const changes = decodeTexts(plaintext, client).flatMap((words) => {
    const kept = maskWords(words);
    return kept === words ? [] : [{ words: Buffer.from(words), kept: Buffer.from(kept) }];
  });
  if (changes.length === 0) return plaintext;
  const stored = Buffer.from(plaintext);
  for (const { words, kept } of changes) {
    for (let at = stored.indexOf(words); at >= 0; at = stored.indexOf(words, at + kept.length))
      kept.copy(stored, at);
  }
  return stored;
}

function decodeTexts(plaintext: Uint8Array, client: StoredFormParts['client']): readonly string[] {
  try {
    return writtenTexts(client.proto.Message.decode(client.unpadRandomMax16(plaintext)));
  } catch (error) {
    // The decoder throws errors of its own for anything that is no message.
    if (error instanceof Error) return [];
    throw error;
  }
}
