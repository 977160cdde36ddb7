import type { ChatRows } from '../../channels/web/chat-rows.ts';
import type { Feature } from '../../contracts/feature.ts';
import type { UploadLimits } from '../../contracts/web-page.ts';
import { type Clock, HOUR_MS } from '../../core/clock.ts';
import type { HashedFiles } from '../../files/kept-files.ts';
import type { Settings } from '../../settings/settings.ts';
import type { ChatParts } from './pages/chat.tsx';
import type { SentFileParts } from './pages/own-chat.ts';
import { CHAT_PATH, FILES_PATH } from './pages/paths.ts';
import { webChatTexts } from './texts/texts.ts';

/** Limits of one message; the settings have a limit for each file, and for each day. */
const UPLOADS: UploadLimits = { files: 10, bytes: 30_000_000 };
/** Messages that are removed in one go: further ones the next time. */
const MAX_REMOVED = 1000;

export interface WebChatFeatureParts extends Omit<ChatParts, 'rows' | 'timezone' | 'uploads'> {
  readonly rows: ChatParts['rows'] & SentFileParts['rows'] & Pick<ChatRows, 'hasFile' | 'removeOlder'>;
  readonly files: SentFileParts['files'] & Pick<HashedFiles, 'removeUnused'>;
  readonly settings: Pick<Settings, 'keep' | 'timezone'>;
  readonly clock: Pick<Clock, 'nowMs'>;
}

/** The chat with the program on a page of the console; its messages come and go by `channels/web/`. */
export function webChatFeature(parts: WebChatFeatureParts): Feature {
  const { rows, files, store, clock } = parts;
  const { keep, timezone } = parts.settings;
  return {
    name: 'web-chat',
    pages: [
      {
        path: CHAT_PATH,
        label: (texts) => webChatTexts(texts).label,
        group: 'daily',
        uploads: UPLOADS,
        async load() {
          const { chatView } = await import('./pages/chat.tsx');
          return chatView({ rows, store, timezone, uploads: UPLOADS });
        },
      },
    ],
    downloads: [
      {
        path: `${FILES_PATH}/:file`,
        async load() {
          const { sentFiles } = await import('./pages/own-chat.ts');
          return sentFiles({ rows, files });
        },
      },
    ],
    async tidy() {
      const nowMs = clock.nowMs();
      if (keep.messagesMs !== undefined) rows.removeOlder(nowMs - keep.messagesMs, MAX_REMOVED);
      // Their messages are gone or were taken back. A file that has just come is kept: its message is not written yet.
      await files.removeUnused(rows.hasFile, nowMs - HOUR_MS);
    },
  };
}
