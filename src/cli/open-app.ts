import { type App, type AppParts, createApp } from '../app.ts';

/**
 * Creates the app. A console listens from its first moment: when the app fails it is released, or the process would
 * never end.
 */
export async function openApp(parts: AppParts): Promise<App> {
  try {
    return await createApp(parts);
  } catch (error) {
    await Promise.all(parts.channels.map((channel) => channel.stop()));
    throw error;
  }
}
