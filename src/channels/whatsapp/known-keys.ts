/** They are read with every message. The client does not change the objects that it gets. */
const KEPT_TYPES = ['session', 'tctoken', 'chat-expiration'];
/** A few for each of some hundred contacts. */
const MOST = 1000;

/**
 * Holds an account's stored keys in memory, because the client reads a contact's session three times for each answer.
 * Only the program with the account's lease writes keys, and all its connections share this.
 */
export class KnownKeys {
  readonly #values = new Map<string, unknown>();

  /** Undefined when it has to be read from the store. */
  get(type: string, id: string): unknown {
    return this.#values.get(`${type} ${id}`);
  }

  /** Call it for what was just read, or committed. */
  keep(type: string, id: string, value: unknown): void {
    if (!KEPT_TYPES.includes(type)) return;
    this.#values.delete(`${type} ${id}`);
    this.#values.set(`${type} ${id}`, value);
    const [oldest] = this.#values.keys();
    if (this.#values.size > MOST && oldest !== undefined) this.#values.delete(oldest);
  }

  forget(type: string, id: string): void {
    this.#values.delete(`${type} ${id}`);
  }

  /** The rows are those of another device now, or another program may have written them. */
  clear(): void {
    this.#values.clear();
  }
}
