/** Digits of a number with its country code, in any notation; undefined for anything else. */
export function phoneDigits(text: string): string | undefined {
  const digits = text.replace(/[\s().+-]/g, '').replace(/^00/, '');
  return /^[1-9]\d{6,14}$/.test(digits) ? digits : undefined;
}
