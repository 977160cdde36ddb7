import type { Model } from '../contracts/model.ts';
import type { ModelSpans } from '../contracts/trace.ts';
import type { Clock } from '../core/clock.ts';
import type { createClient } from './anthropic-client.ts';
import { type ModelProfiles, profileOf } from './profile.ts';
import { withRetries } from './retry.ts';

export interface AnthropicOptions {
  readonly apiKey: string | undefined;
  /** Undefined: the API itself. Anything that speaks the Messages API will do. */
  readonly baseUrl: string | undefined;
  readonly profiles: ModelProfiles;
  /** A stream that says nothing for so long is given up. */
  readonly idleTimeoutMs: number;
  readonly clock: Clock;
  /** Where spans of requests go; asked when the first one is made. */
  readonly spans?: () => ModelSpans | undefined;
  /** Called once, when the first request is sent. */
  readonly onRequest?: () => void;
}

export interface AnthropicModel extends Model {
  /**
   * Loads the client library and the network stack and has a canned reply sent from this very process, so that the
   * first real request does not pay for it. Nothing leaves the machine, and nothing is done behind that request.
   * Never throws.
   */
  warm(): Promise<void>;
}

const API_URL = 'https://api.anthropic.com';
const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

export function createAnthropicModel(options: AnthropicOptions): AnthropicModel {
  const { profiles, idleTimeoutMs, clock } = options;
  const baseUrl = apiUrlOf(options.baseUrl);
  const apiKey = keyFor(options.apiKey, baseUrl);
  const send = announcingFirst(options.onRequest);
  let isWarm = false;
  let client: ReturnType<typeof createClient> | undefined;
  return {
    name: 'anthropic',
    async reply(request, onRetry) {
      if (apiKey === undefined) {
        return { kind: 'fault', fault: { kind: 'key', detail: 'ANTHROPIC_API_KEY is not set' } };
      }
      isWarm = true;
      const library = await loadClient();
      client ??= library.createClient({ apiKey, baseUrl, fetch: send, spans: options.spans?.() });
      const asking = { client, profile: profileOf(profiles, request.model), idleTimeoutMs, clock };
      const ask = () => library.askOnce(request, asking);
      return withRetries(ask, { clock, signal: request.signal, onRetry });
    },
    async warm() {
      if (isWarm) return;
      isWarm = true;
      const library = await loadClient();
      const { warmUpRequest, withCannedReplies } = await import('./warm-up.ts');
      const request = warmUpRequest();
      const profile = profileOf(profiles, request.model);
      await withCannedReplies((url) => {
        const canned = library.createClient({ apiKey: 'none', baseUrl: url, fetch });
        return library.askOnce(request, { client: canned, profile, idleTimeoutMs, clock });
      }).catch(() => undefined); // where no port may be opened the first message is slower, and nothing else
    },
  };
}

export function apiUrlOf(baseUrl: string | undefined): string {
  return baseUrl ?? API_URL;
}

/** A server on this machine may do without a key; the client library may not. */
export function keyFor(apiKey: string | undefined, url: string): string | undefined {
  return apiKey ?? (LOOPBACK.test(new URL(url).hostname) ? 'none' : undefined);
}

/** The client library is loaded on first use, because loading it would slow the start. */
function loadClient() {
  return import('./anthropic-client.ts');
}

function announcingFirst(announce: (() => void) | undefined): typeof fetch {
  let waiting = announce;
  return (input, init) => {
    waiting?.();
    waiting = undefined;
    return fetch(input, init);
  };
}
