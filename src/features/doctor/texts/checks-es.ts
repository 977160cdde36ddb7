import { expectationInSpanish } from '../../../core/texts/es/english-sentences.ts';
import type { checkTexts as English } from './checks-en.ts';

export const checkTexts: typeof English = {
  files: {
    used: (files) => `Las tareas nuevas leen: ${files}.`,
    cut: (place, characters, size) => `Solo leo los primeros ${characters} caracteres de ${place} (${size}).`,
    shorten: 'Acórtalo: no leo el final.',
    refused: (place) => `No uso ${place}.`,
  },
  skills: {
    used: (count) => `Skills que las tareas pueden cargar: ${count}.`,
    refused: (places) => `No puedo usar estas skills: ${places}.`,
    why: 'Por qué: wasap skills list',
  },
  mcp: {
    configured: (count) => `Servidores MCP: ${count}. Pruébalos: wasap mcp test.`,
    fault: (what, why) => `No uso el servidor MCP ${what}: ${expectationInSpanish(why)}.`,
    mend: (file) => `Corrígelo en ${file}.`,
    agents: (names) => `Agentes que pueden empezar tareas por MCP: ${names}.`,
  },
  lock: {
    pin: 'Lo que no se puede deshacer pide tu PIN.',
    totp: 'Lo que no se puede deshacer pide un código de tu app.',
    locked: (count) => `Dueños con los chats bloqueados: ${count}.`,
    broken: 'Falta el PIN o el secreto: ningún código sirve.',
    mend: 'Ejecuta: wasap lock setup',
  },
  speech: {
    skipped: 'No probé el servicio de voz (--offline).',
    speaks: (time) => `Notas de voz: el servicio responde (${time}).`,
    fails: (why) => `Sin notas de voz: ${why}`,
    check: 'Revisa SPEECH_URL, SPEECH_KEY y speech en agent.yaml.',
  },
  metricsPort: {
    served: (port) => `Cifras para Prometheus: http://127.0.0.1:${port}/metrics.`,
    free: (port) => `METRICS_PORT ${port} está libre; lo uso cuando arranque.`,
    taken: (port) => `METRICS_PORT ${port} lo usa otro programa.`,
    another: 'Pon otro puerto o cierra ese programa, y reiníciame.',
    open: (port, address) => `El puerto ${port} está abierto: responde también en ${address}.`,
    close: 'Solo debería leerlo esta máquina: revisa qué lo redirige.',
  },
  writes: {
    on: 'Puedo cambiar archivos, y pregunto antes de lo arriesgado.',
    off: 'Solo leo: respondo y no cambio nada.',
    turnOn: 'Para que trabaje: AGENT_WRITE_ENABLED=true, o wasap setup',
  },
  commands: {
    wrong: (why) => `No puedo arrancar: tu lista de comandos tiene un error. ${why}`,
    correct: 'Corrige tool-commands.yaml en CONFIG_DIR, o quítalo de ahí.',
  },
  zone: {
    unknown: (zone) => `TZ es ${zone}, que no es una zona horaria: uso UTC.`,
    set: 'Pon en TZ un nombre como Europe/Madrid, o quítala.',
  },
};
