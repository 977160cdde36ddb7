import type { WAVersion } from '@whiskeysockets/baileys';
import type { WhatsAppStore } from '../../contracts/whatsapp-store.ts';
import { messageOf } from '../../core/failure.ts';
import type { Log } from '../../core/log.ts';
import { readNote } from './account-rows.ts';
import { type ClientSettings, isLoopback } from './client.ts';

/** The script of WhatsApp Web that contains its revision. */
const SCRIPT = 'https://web.whatsapp.com/sw.js';
const REVISION = /client_revision\\?"\s*:\s*(\d{1,12})/;
const WITHIN_MS = 20_000;

export interface WebVersionParts {
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
  const within = AbortSignal.any([signal, AbortSignal.timeout(WITHIN_MS)]);
  const response = await fetch(script, { headers, signal: within });
  if (!response.ok) return undefined;
  const [, revision] = REVISION.exec(await response.text()) ?? [];
  return revision === undefined ? undefined : [primary, secondary, Number(revision)];
}
