import { describe, expect, test } from 'vitest';
import { isLatin1 } from '../../../src/core/text.ts';
import { texts } from '../../../src/core/texts/texts.ts';
import type { Metrics } from '../../../src/features/metrics/metrics.ts';
import { metricsLines } from '../../../src/features/metrics/metrics-text.ts';
import { metricsTexts } from '../../../src/features/metrics/texts/texts.ts';
import { noFigures } from '../../support/no-figures.ts';

const DAY = 86_400_000;
const PHONE_WIDTH = 46;

const NOTHING = noFigures(0, 30 * DAY);

const BUSY: Metrics = {
  sinceMs: 0,
  untilMs: 7 * DAY,
  commands: { executed: 1320, executedLastDay: 74, denied: 3, successRate: 0.912, avgDurationMs: 2440 },
  loops: { detected: 12, detectedLastDay: 1 },
  sessions: { completed: 41, unproven: 0 },
  spending: {
    microUsd: 13_204_000,
    unpriced: 2,
    inputTokens: 200_000,
    outputTokens: 92_000,
    cacheReadTokens: 10_000_000,
    cacheWriteTokens: 300_000,
    cacheShare: 0.952,
  },
  mcp: { calls: 12, failed: 1, avgDurationMs: 340 },
  approvals: {
    asked: 23,
    approved: 19,
    rejected: 1,
    unanswered: 3,
    medianWaitMs: 125_000,
    p95WaitMs: 3_900_000,
  },
  queues: { inbox: 1, outbox: 2, sessions: 3 },
  messages: { givenUp: 1, orphaned: 1, lost: 2, unreadable: 1 },
  stops: { count: 3, longestMs: 412 },
  whatsapp: 'running',
};

describe('the figures for people', () => {
  test('a busy week, in English', () => {
    expect(metricsLines(BUSY, metricsTexts(texts('en')), false)).toEqual([
      'Figures for the last 7 days',
      'Commands: 1320 (24 h: 74), blocked 3',
      'Succeeded: 91 %',
      'Average time: 2.4 s',
      'MCP calls: 12, failed 1, average 340 ms',
      'Tasks done: 41',
      'Loops: 12 (24 h: 1)',
      'Cost: $13.20, and 2 of unknown price',
      'Tokens: 10.5M read, 92k written',
      'From the cache: 95 %',
      'Questions: 23',
      '  yes 19, no 1, unanswered 3',
      '  median wait 2 min 05 s, 95 % in 1 h 05 min',
      'Waiting: in 1, out 2, tasks 3',
      'Messages lost: 2 (1 refused, 1 unhandled)',
      'Unreadable, requested again: 1',
      'Stalls over 50 ms: 3, longest 412 ms',
      'WhatsApp: a program is using it',
    ]);
  });

  test('a busy week, in Spanish', () => {
    expect(metricsLines(BUSY, metricsTexts(texts('es')), false)).toEqual([
      'Cifras de los últimos 7 días',
      'Comandos: 1320 (24 h: 74), bloqueados 3',
      'Salieron bien: 91 %',
      'Tiempo promedio: 2.4 s',
      'Llamadas MCP: 12, fallidas 1, promedio 340 ms',
      'Tareas terminadas: 41',
      'Bucles: 12 (24 h: 1)',
      'Costo: $13.20, y 2 sin precio',
      'Tokens: 10.5M leídos, 92k escritos',
      'De la caché: 95 %',
      'Preguntas: 23',
      '  sí 19, no 1, sin respuesta 3',
      '  espera mediana 2 min 05 s; 95 % 1 h 05 min',
      'En espera: entrada 1, salida 2, tareas 3',
      'Perdidos: 2 (rechazados 1, sin atender 1)',
      'Ilegibles, pedidos otra vez: 1',
      'Pausas de más de 50 ms: 3, hasta 412 ms',
      'WhatsApp: lo usa un programa',
    ]);
  });

  test('an empty database says so in every line, in English', () => {
    expect(metricsLines(NOTHING, metricsTexts(texts('en')), false)).toEqual([
      'Figures for the last 30 days',
      'Commands: none yet',
      'Succeeded: not known yet',
      'Average time: not known yet',
      'Tasks done: none yet',
      'Loops: none yet',
      'Cost and tokens: none yet',
      'From the cache: not known yet',
      'Questions: none yet',
      '  time to answer: not known yet',
      'Waiting: in 0, out 0, tasks 0',
      'Messages lost: 0 (0 refused, 0 unhandled)',
      'WhatsApp: never linked',
      'To see figures, write: /agent <task>',
    ]);
  });

  test('of one chat it says so, and nothing of the link', () => {
    const lines = metricsLines({ ...BUSY, sinceMs: 0, untilMs: 3_600_000 }, metricsTexts(texts('es')), true);
    expect([lines[0], lines.at(-1)]).toEqual([
      'Cifras de este chat, la última hora',
      'Ilegibles, pedidos otra vez: 1',
    ]);
  });

  test('what can only be said in part says which part is missing', () => {
    const some: Metrics = {
      ...NOTHING,
      commands: { ...NOTHING.commands, executed: 1, executedLastDay: 1, denied: 1 },
      approvals: { ...NOTHING.approvals, asked: 1, unanswered: 1 },
    };
    const lines = metricsLines(some, metricsTexts(texts('en')), false);
    expect([...lines.slice(1, 4), ...lines.slice(8, 11)]).toEqual([
      'Commands: 1 (24 h: 1), blocked 1',
      'Succeeded: not known yet',
      'Average time: not known yet',
      'Questions: 1',
      '  yes 0, no 0, unanswered 1',
      '  time to answer: not known yet',
    ]);
  });

  test.each(['en', 'es'] as const)('fits on a phone, in %s', (locale) => {
    const all = [BUSY, NOTHING].flatMap((metrics) =>
      metricsLines(metrics, metricsTexts(texts(locale)), false),
    );
    expect(all.filter((line) => line.length > PHONE_WIDTH)).toEqual([]);
  });

  test('what the model reads of it is Latin-1', () => {
    const all = [BUSY, NOTHING].flatMap((metrics) => metricsLines(metrics, metricsTexts(texts('en')), true));
    expect(all.filter((line) => !isLatin1(line))).toEqual([]);
  });
});
