import { formatPairingCode, type LinkState } from '../../channels/whatsapp/link-state.ts';
import { unreachable } from '../../core/failure.ts';
import { isRoomFor, type TerminalSize } from '../../core/terminal-output.ts';
import { type Locale, type Texts, texts } from '../../core/texts/texts.ts';
import { qrPicture } from './qr-picture.ts';

/** The person who reads it. */
export interface LinkReader {
  readonly locale: Locale;
  readonly terminal: TerminalSize;
}

/** Lines about the link for a person at the terminal; none while it is only connecting. */
export function linkLines(state: LinkState, { locale, terminal }: LinkReader): readonly string[] {
  const { link } = texts(locale);
  switch (state.at) {
    case 'pairing':
      return state.by === 'qr'
        ? qrLines(state.show, terminal, link)
        : [link.type(formatPairingCode(state.show))];
    case 'open':
      return [link.open];
    case 'degraded':
      return [link.degraded(state.why)];
    case 'backoff':
      return [link.backoff(state.why)];
    case 'outdated':
      return state.looked ? [link.outdated(state.why)] : [];
    case 'terminal':
      return [link.terminal[state.kind]];
    case 'stopped':
    case 'locking':
    case 'connecting':
    case 'syncing':
      return [];
    default:
      return unreachable(state);
  }
}

/**
 * Like `linkLines`, for a reader who sees every change: a refused version, or a missing room for a code, is shown
 * once, and not at every try.
 */
export function createLinkNews(reader: LinkReader): (state: LinkState) => readonly string[] {
  let isToldOutdated = false;
  let lastOfPairing = '';
  return (state) => {
    if (state.at === 'open') isToldOutdated = false;
    if (state.at === 'outdated' && isToldOutdated) return [];
    isToldOutdated ||= state.at === 'outdated' && state.looked;
    const lines = linkLines(state, reader);
    if (state.at !== 'pairing') return lines;
    const isSame = lines.join('\n') === lastOfPairing;
    lastOfPairing = lines.join('\n');
    return isSame ? [] : lines;
  };
}

/** Half a QR code cannot be scanned: without room for it, the way without one is named. */
function qrLines(content: string, terminal: TerminalSize, link: Texts['link']): readonly string[] {
  const { text, needs } = qrPicture(content);
  return isRoomFor(needs, terminal) ? [link.scan, text] : [link.tooSmall(needs.columns, needs.rows)];
}
