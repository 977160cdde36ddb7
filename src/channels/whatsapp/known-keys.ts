/** The types that the client reads with every message, and never changes in the value that it has read. */
const KEPT_TYPES = ['session', 'tctoken'];
/** A few for each of some hundred contacts. */
const MOST = 1000;

/**
 * Keys of an account as they are stored, in memory: a contact's session is read three times for each answer. Only whoever holds
 * the account's lease writes them, and every connection of this program through here.
 */
export class KnownKeys {
  readonly #values = new Map<string, unknown>();

  /** Undefined: it has to be read. */
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
