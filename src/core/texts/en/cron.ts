/** `wasap cron next`. */
export const cronTexts = {
  next: (zone: string) => `Next in ${zone}:`,
  once: 'Once, then never again.',
  /** Language tag for dates. */
  dates: 'en-GB',
};
