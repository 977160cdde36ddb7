import type { modelsTexts as english } from './en.ts';

/** `wasap models`. */
export const modelsTexts: typeof english = {
  columns: {
    name: 'modelo',
    price: 'precio por 1M',
    window: 'ventana',
    effort: 'esfuerzo',
    use: 'uso',
  },
  noPrice: 'desconocido',
  use: { usual: 'normal', helper: 'resúmenes, elegir especialista', fallback: 'reserva' },
  answers: (name, took) => `✅ ${name} responde (${took}).`,
  not: {
    'no-key': (name) => `❌ ${name}: todavía no hay clave.\n   Ejecuta: wasap setup`,
    key: (name, why) => `❌ ${name}: la API rechazó la clave («${why}»).\n   Ejecuta: wasap setup`,
    request: (name, why) => `❌ ${name} rechazó el pedido («${why}»).\n   Revisa su id en agent.yaml.`,
    busy: (name, why) => `❌ ${name} está saturado («${why}»).\n   Prueba más tarde.`,
    unreachable: (name, why) => `❌ ${name} no responde («${why}»).\n   Revisa ANTHROPIC_BASE_URL.`,
  },
  unknown: (name, names) => `Ningún modelo se llama ${name}. Hay estos:\n${names}`,
  allAnswer: 'Todos los modelos responden.',
  failed: (count) => (count === 1 ? '1 modelo no responde.' : `${count} modelos no responden.`),
};
