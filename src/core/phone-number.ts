/**
 * Digits of a number with its country code, as people write it (`+52 1 (55) 1234-5678`, `0052…`); undefined for
 * anything else.
 */
export function phoneDigits(text: string): string | undefined {
  const digits = text.replace(/[\s().+-]/g, '').replace(/^00/, '');
  return /^[1-9]\d{6,14}$/.test(digits) ? digits : undefined;
}

/** The number of an account, once its address is known. */
export function numberOf(address: string | undefined): string | undefined {
  return address === undefined ? undefined : digitsOf(address);
}

/** Digits before an `@` or a device suffix: `34600111222:7@s.whatsapp.net` is `34600111222`. */
export function digitsOf(address: string): string {
  return (address.split(/[@:]/, 1)[0] ?? '').replace(/\D/g, '');
}
