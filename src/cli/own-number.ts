/** Digits of the number in an address such as `5491100000001:7@s.whatsapp.net`. */
export function numberOf(address: string | undefined): string | undefined {
  return address?.split(/[:@]/, 1)[0];
}
