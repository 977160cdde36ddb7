import type { checkTexts as English } from './checks-en.ts';

export const checkTexts: typeof English = {
  files: {
    used: (files) => `Las tareas nuevas leen: ${files}.`,
    cut: (place, characters, size) =>
      `${place} es demasiado largo: solo se leen los primeros ${characters} caracteres de ${size}.`,
    shorten: 'Acórtalo; lo último no se lee.',
    refused: (place) => `${place} no se usa.`,
  },
  metricsPort: {
    served: (port) => `Cifras para Prometheus: http://127.0.0.1:${port}/metrics.`,
    free: (port) =>
      `METRICS_PORT ${port} está libre; las cifras se sirven ahí mientras el programa funciona.`,
    taken: (port) => `METRICS_PORT ${port} lo usa otro programa.`,
    another: 'Pon otro puerto, o termina ese programa, y reiníciame.',
    open: (port, address) =>
      `El puerto ${port} responde también en ${address}: alguien lo ha abierto a otros.`,
    close: 'Solo esta máquina debería leer las cifras: mira las redirecciones de puertos y los proxies.',
  },
  writes: {
    on: 'El agente puede cambiar archivos, y pregunta antes de lo arriesgado.',
    off: 'El agente solo lee: responde y no cambia nada.',
    turnOn: 'Para que trabaje: AGENT_WRITE_ENABLED=true en .env, o wasap setup.',
  },
  commands: {
    wrong: (why) => `Tu lista de comandos no se puede usar, así que nada arranca: ${why}`,
    correct: 'Corrige tool-commands.yaml en CONFIG_DIR, o quítalo de ahí.',
  },
  zone: {
    unknown: (zone) => `TZ es ${zone}, que no es una zona horaria; las horas se toman como UTC.`,
    set: 'Pon en TZ un nombre como Europe/Madrid, o quítala.',
  },
};
