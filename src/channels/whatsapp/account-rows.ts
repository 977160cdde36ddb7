import type { WAVersion } from '@whiskeysockets/baileys';
import * as z from 'zod';
import type { Fence, KeyChange, WhatsAppStore } from '../../contracts/whatsapp-store.ts';
import { type Clock, isoTime } from '../../core/clock.ts';
import { messageOf } from '../../core/failure.ts';
import type { Log } from '../../core/log.ts';
import { readBinaryJson } from './binary-json.ts';
import { type ClientSettings, isLoopback } from './client.ts';

/** The script of WhatsApp Web that contains its revision. */
const SCRIPT = 'https://web.whatsapp.com/sw.js';
const REVISION = /client_revision\\?"\s*:\s*(\d{1,12})/;
const FETCH_TIMEOUT_MS = 20_000;

interface WebVersionParts {
  readonly store: Pick<WhatsAppStore, 'auth'>;
  readonly account: string;
  readonly settings: Pick<ClientSettings, 'url' | 'version'>;
  readonly log: Log;
}

/**
 * Chooses the version of WhatsApp Web: the configured one, else the newest known. Another one is looked for only
 * after a refusal, so that no start depends on it.
 */
export class WebVersion {
  readonly #parts: WebVersionParts;
  #spoken: WAVersion | undefined;
  #found: WAVersion | undefined;

  constructor(parts: WebVersionParts) {
    this.#parts = parts;
  }

  /** @param builtIn the version that the client was made for */
  choose(builtIn: WAVersion): WAVersion {
    const found = this.#found ?? readNote(this.#parts, 'web-version');
    const newest = found !== undefined && isNewer(found, builtIn) ? found : builtIn;
    this.#spoken = this.#parts.settings.version ?? newest;
    return this.#spoken;
  }

  /** A version newer than the last chosen one, to be used from now on; undefined when there is none. */
  async refresh(signal: AbortSignal): Promise<WAVersion | undefined> {
    const { settings, log } = this.#parts;
    const spoken = this.#spoken;
    if (spoken === undefined || settings.version !== undefined) return undefined;
    try {
      const found = await fetchWebVersion(settings.url, spoken, signal);
      log.warn('channel.whatsapp.version.refused', { spoken: spoken.join('.'), found: found?.join('.') });
      if (found === undefined || !isNewer(found, spoken)) return undefined;
      this.#found = found;
      return found;
    } catch (error) {
      log.warn('channel.whatsapp.version.not_found', { error: messageOf(error) });
      return undefined;
    }
  }
}

function isNewer(one: WAVersion, other: WAVersion): boolean {
  const at = one.findIndex((part, index) => part !== other[index]);
  return at !== -1 && (one[at] ?? 0) > (other[at] ?? 0);
}

/**
 * The present version of WhatsApp Web; undefined when its script does not contain it.
 * @param server as in the settings: a local one is asked itself
 * @throws Error when it cannot be reached
 */
async function fetchWebVersion(
  server: string | undefined,
  [primary, secondary]: WAVersion,
  signal: AbortSignal,
): Promise<WAVersion | undefined> {
  const script = isLoopback(server) ? `http://${new URL(server ?? '').host}/sw.js` : SCRIPT;
  // It answers requests that look like those of a browser.
  const headers = {
    'sec-fetch-site': 'none',
    'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Chrome/131.0.0.0',
  };
  const within = AbortSignal.any([signal, AbortSignal.timeout(FETCH_TIMEOUT_MS)]);
  const response = await fetch(script, { headers, signal: within });
  if (!response.ok) return undefined;
  const [, revision] = REVISION.exec(await response.text()) ?? [];
  return revision === undefined ? undefined : [primary, secondary, Number(revision)];
}

interface AccountRows {
  readonly store: Pick<WhatsAppStore, 'auth'>;
  readonly fence: Fence;
  readonly clock: Clock;
  readonly log: Log;
}

/**
 * Writes a row beside the keys of the account. Never throws: a value that cannot be written is known until the
 * program ends.
 */
export function storeKeyChange(change: KeyChange, { store, fence, clock, log }: AccountRows): void {
  try {
    store.auth.changeKeys(fence, [change], clock.nowMs());
  } catch (error) {
    log.warn('channel.whatsapp.not_remembered', { what: change.type, error: messageOf(error) });
  }
}

/** Moves the linked device aside. Returns the new place; undefined when there was none, or moving failed. */
export function putAside(why: string, { store, fence, clock, log }: AccountRows): string | undefined {
  const { account } = fence;
  if (store.auth.credentials(account) === undefined) return undefined;
  const aside = `${account}, put aside ${isoTime(clock.nowMs())}`;
  try {
    store.auth.quarantine(fence, aside);
    log.warn('channel.whatsapp.credentials.put_aside', { reason: why, under: aside });
    return aside;
  } catch (error) {
    log.error('channel.whatsapp.credentials.not_put_aside', { reason: why, error: messageOf(error) });
    return undefined;
  }
}

/** Facts from WhatsApp about an account that must survive a restart. They are stored beside its keys. */
interface AccountNotes {
  /** Until when no conversation may be started, in milliseconds since 1970. */
  readonly 'first-contact-lock': number;
  /** The version of WhatsApp Web when an older one was refused. */
  readonly 'web-version': WAVersion;
}
type NoteName = keyof AccountNotes;
type AccountNote<Name extends NoteName> = AccountNotes[Name];

const SCHEMAS: { readonly [Name in NoteName]: z.ZodType<AccountNotes[Name]> } = {
  'first-contact-lock': z.number(),
  'web-version': z.tuple([z.int(), z.int(), z.int()]),
};

const TYPE = 'note';

/** Undefined when it is missing or unreadable: then WhatsApp will send it again. */
export function readNote<Name extends NoteName>(
  { store, account }: { readonly store: Pick<WhatsAppStore, 'auth'>; readonly account: string },
  name: Name,
): AccountNote<Name> | undefined {
  const text = store.auth.keys(account, TYPE, [name]).get(name);
  if (text === undefined) return undefined;
  const read = readBinaryJson(text, SCHEMAS[name]);
  return 'value' in read ? read.value : undefined;
}

/** The note as a row to be written. */
export function noteRow<Name extends NoteName>(name: Name, note: AccountNote<Name>): KeyChange {
  return { type: TYPE, id: name, value: JSON.stringify(note) };
}
