import { join } from 'node:path';
import { type ChatRows, createChatRows } from '../channels/web/chat-rows.ts';
import { WEB, WEB_LOCAL } from '../channels/web/web.ts';
import { createWebChannel, type WebChannel } from '../channels/web/web-channel.ts';
import { systemClock } from '../core/clock.ts';
import type { Log } from '../core/log.ts';
import type { FeatureParts } from '../features/parts.ts';
import type { WebChatFeatureParts } from '../features/web-chat/web-chat-feature.ts';
import type { WebConsoleFeatureParts } from '../features/web-console/web-console-feature.ts';
import { createHashedFiles } from '../files/kept-files.ts';
import { addressOf } from '../gateway/conversation.ts';
import type { Settings } from '../settings/settings.ts';
import type { OpenStore } from '../store/open.ts';

/** The chats in the browser: their channels, and what their pages need. */
export interface WebChats extends Pick<WebChatFeatureParts, 'files'> {
  readonly rows: ChatRows;
  readonly channels: readonly WebChannel[];
  /** Stores a message that somebody wrote on a page, and hands it to the gateway. */
  readonly write: WebConsoleFeatureParts['write'];
}

interface WebChatHost {
  readonly packageRoot: string;
  readonly store: Pick<OpenStore, 'database'>;
  readonly log: Log;
  /** Words as they may be kept before they are in the inbox. */
  maskWords(words: string): string;
}

interface WebChatSettings {
  readonly settings: Pick<Settings, 'folders'>;
  readonly console?: FeatureParts['console']['served'];
}

/**
 * A program without a console has no channels for them: what is to be said there waits for one that has. Files and
 * pictures are kept in a folder of their own, so that the chat goes on showing them.
 */
export function openWebChats(
  { settings, console: served }: WebChatSettings,
  { store, packageRoot, maskWords, log }: WebChatHost,
): WebChats {
  const rows = createChatRows(store.database);
  const files = createHashedFiles(join(settings.folders.data, 'web-files'), 'the file');
  const draw = drawerIn(packageRoot);
  const names: readonly (typeof WEB | typeof WEB_LOCAL)[] = served === undefined ? [] : [WEB, WEB_LOCAL];
  const channels = names.map((name) =>
    createWebChannel({ name, rows, files, maskWords, draw, clock: systemClock, log }),
  );
  return { rows, files, channels, write: writeTo(channels) };
}

export function writeTo(channels: readonly WebChannel[]): WebChats['write'] {
  return async ({ conversation, sender, key: id, text, gesture, quotedId, files = [] }) => {
    const { channel, chat } = addressOf(conversation);
    const own = channels.find(({ name }) => name === channel);
    if (own === undefined) throw new Error(`${conversation} is no chat in the browser`);
    await own.take({ chat, sender, id, text, gesture, quotedId, files });
  };
}

/** Drawing is loaded with the first picture. */
function drawerIn(packageRoot: string): (svg: string) => Promise<Uint8Array> {
  return async (svg) => {
    const { renderSvg } = await import('../pictures/render-diff.ts');
    return await renderSvg(svg, join(packageRoot, 'dist', 'pictures'));
  };
}
