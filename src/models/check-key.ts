export interface KeyQuestion {
  readonly apiKey: string | undefined;
  /** Undefined: the API itself. */
  readonly baseUrl: string | undefined;
  readonly model: string;
  readonly signal: AbortSignal;
}

/** `key`: refused. `request`: the API does not take this request, as when there is no such model. */
export type KeyAnswer =
  | { readonly kind: 'answers' }
  | { readonly kind: 'no-key' }
  | { readonly kind: 'key' | 'request' | 'busy' | 'unreachable'; readonly detail: string };

/** Asks the model for one token, once. Never throws. */
export async function checkKey({ apiKey, baseUrl, model, signal }: KeyQuestion): Promise<KeyAnswer> {
  const { apiUrlOf, keyFor } = await import('./anthropic.ts');
  const url = apiUrlOf(baseUrl);
  const key = keyFor(apiKey, url);
  if (key === undefined) return { kind: 'no-key' };
  const { askForOneToken } = await import('./anthropic-client.ts');
  const failure = await askForOneToken({ apiKey: key, baseUrl: url, model, signal });
  if (failure === undefined) return { kind: 'answers' };
  if (failure.kind !== 'final') {
    const isBusy = failure.kind === 'busy';
    return {
      kind: isBusy ? 'busy' : 'unreachable',
      detail: signal.aborted ? 'no answer in time' : failure.detail,
    };
  }
  const { fault } = failure;
  if (fault.kind === 'key' || fault.kind === 'busy') return { kind: fault.kind, detail: fault.detail };
  return { kind: 'request', detail: 'detail' in fault ? fault.detail : fault.kind };
}
