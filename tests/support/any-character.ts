import fc from 'fast-check';

const LAST = 0x10_ff_ff;
const FIRST_SURROGATE = 0xd8_00;
const SURROGATES = 0x8_00;

/**
 * The unit of a text of any characters: what `binary` of fast-check draws as well, which first makes a table of all of
 * them, 0.5 s of processor time and 100 MB for each process.
 */
export const anyCharacter: fc.Arbitrary<string> = fc
  .nat({ max: LAST - SURROGATES })
  .map((n) => String.fromCodePoint(n < FIRST_SURROGATE ? n : n + SURROGATES));
