import type { AppParts, LinkParts } from '../app.ts';
import type { Settings } from '../settings.ts';

/**
 * WhatsApp, when the program was told to use it, or when a device is linked and nothing was said. Nothing of it is
 * loaded otherwise.
 * @param notice shows lines to whoever sits at the terminal: codes to link a device, and how the link is
 */
export function linkedChannels(
  settings: Settings,
  notice: (lines: readonly string[]) => void,
): NonNullable<AppParts['linked']> {
  return async (parts) => {
    if (!(await wantsWhatsApp(settings, parts))) return [];
    const { whatsappChannel } = await import('./whatsapp.ts');
    const { linkLines } = await import('./link-text.ts');
    const onState: Parameters<typeof whatsappChannel>[2]['onState'] = (state) => {
      const lines = linkLines(state, settings.locale ?? 'en');
      if (lines.length > 0) notice(lines);
    };
    return [await whatsappChannel(settings, parts, { onState })];
  };
}

async function wantsWhatsApp({ channels }: Settings, { store }: LinkParts): Promise<boolean> {
  if (channels !== undefined) return channels.includes('whatsapp');
  if (!store.knowsWhatsApp()) return false;
  const { isAnyDeviceLinked } = await import('../channels/whatsapp/whatsapp.ts');
  return isAnyDeviceLinked(store.whatsapp());
}
