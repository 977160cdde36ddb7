import { type App, type AppParts, createApp } from '../app.ts';

/** Makes the app. A console listens from its first moment: when the app fails it is let go, or nothing would end. */
export async function openApp(parts: AppParts): Promise<App> {
  try {
    return await createApp(parts);
  } catch (error) {
    await Promise.all(parts.channels.map((channel) => channel.stop()));
    throw error;
  }
}
