import { renderUnicodeCompact } from 'uqr';
import { type Texts, texts } from '../base/texts/texts.ts';
import { unreachable } from '../base/unreachable.ts';
import type { LinkState } from '../channels/whatsapp/link-state.ts';

/** What a person at the terminal has to know of the link; nothing while it is only on its way. */
export function linkLines(state: LinkState, locale: 'en' | 'es'): readonly string[] {
  const { link } = texts(locale);
  switch (state.at) {
    case 'pairing':
      return state.by === 'qr'
        ? [link.scan, renderUnicodeCompact(state.show, { border: 2 })]
        : [link.type(spelled(state.show))];
    case 'open':
      return [link.open];
    case 'degraded':
      return [link.degraded(state.why)];
    case 'backoff':
      return [link.backoff(state.why)];
    case 'outdated':
      return state.looked ? [link.outdated(state.why)] : [];
    case 'terminal':
      return [terminalLine(state, link)];
    case 'stopped':
    case 'locking':
    case 'connecting':
    case 'syncing':
      return [];
    default:
      return unreachable(state);
  }
}

/** As `linkLines`, for somebody who sees every change: that the version is refused is told once, not at every try. */
export function createLinkNews(locale: 'en' | 'es'): (state: LinkState) => readonly string[] {
  let isToldOutdated = false;
  return (state) => {
    if (state.at === 'open') isToldOutdated = false;
    if (state.at === 'outdated' && isToldOutdated) return [];
    isToldOutdated ||= state.at === 'outdated' && state.looked;
    return linkLines(state, locale);
  };
}

/** `ABCD-EFGH`, as the phone shows it while it is typed. */
function spelled(code: string): string {
  return code.length === 8 ? `${code.slice(0, 4)}-${code.slice(4)}` : code;
}

function terminalLine({ kind, why }: Extract<LinkState, { at: 'terminal' }>, link: Texts['link']): string {
  return `${link.terminal[kind]} (${why})`;
}
