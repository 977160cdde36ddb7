import type { Locale } from '../../core/texts/texts.ts';

const SPANISH = new Set(
  `hola gracias por favor el la los las un una unos unas y o de del al que en con para sin es esta este estos estas
  hay mi tu su me te se lo no si pero como cuando donde porque arregla arreglá agrega agregá corre corré haz hacé
  haceme muestra mostrá crea creá borra revisa prueba pruebas archivo error falla fallan`.split(/\s+/),
);
const ENGLISH = new Set(
  `hi hello hey thanks please the a an and or of to in on with for without is are this that these those there my your
  it me not but how when where why what which fix add run make do does show create delete remove check test tests
  file fails failing`.split(/\s+/),
);

// Escaped, because the bundle is ASCII and its builder leaves regular expressions as they are.
/** The letter n with a tilde, and the inverted question and exclamation marks. */
const SPANISH_SIGN = /[\u00f1\u00bf\u00a1]/i;
/** A vowel with an acute accent. */
const ACCENT = /[\u00e1\u00e9\u00ed\u00f3\u00fa]/;

/**
 * The language of a first message, or undefined when it is not clear (`/status`): the next message may be clearer.
 */
export function localeIn(text: string): Locale | undefined {
  if (SPANISH_SIGN.test(text)) return 'es';
  const words = text.toLowerCase().match(/\p{Letter}+/gu) ?? [];
  const spanish = words.filter((word) => SPANISH.has(word) || ACCENT.test(word)).length;
  const english = words.filter((word) => ENGLISH.has(word)).length;
  if (spanish === english) return undefined;
  return spanish > english ? 'es' : 'en';
}
