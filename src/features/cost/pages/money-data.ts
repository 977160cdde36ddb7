import * as z from 'zod';
import type { WebDataSource } from '../../../contracts/web-page.ts';
import type { SpendingShare } from '../spending-report.ts';
import { DEFAULT_DAYS, type MoneyParts, spenderFor, spentByMachine } from './money.tsx';

const MAX_DAYS = 366;

const Query = z.object({
  days: z.coerce
    .number()
    .int()
    .min(1)
    .max(MAX_DAYS)
    .default(DEFAULT_DAYS)
    .describe('In UTC, today among them.'),
});

const Part = z.object({
  name: z.string().nullable().describe('Null: spent before there was a task.'),
  usd: z.number(),
});

const Output = z.object({
  total_usd: z
    .number()
    .describe('By everybody for an owner, else by the person. Models without a price are not counted.'),
  days: z.array(z.object({ day: z.iso.date(), usd: z.number() })).describe('Each of them, oldest first.'),
  people: z.array(Part).describe('Digits of a phone number, or local; most first.'),
  models: z.array(Part).describe('Most first.'),
  projects: z.array(Part).describe('Names of their folders; most first.'),
  machines: z
    .array(z.object({ name: z.string(), usd: z.number(), today_usd: z.number() }))
    .nullable()
    .describe(
      'All cells, the one that answers first; all else is of that one. Null: it is alone, or cannot ask.',
    ),
  limits: z.object({
    task_usd: z.number().nullable().describe('Where a task pauses; null: nowhere.'),
    day_usd: z.number().nullable().describe('For each person and day in UTC; null: none.'),
  }),
});

/** What the page about money shows, as data. */
export function moneyData({ spending, program, machines }: MoneyParts): WebDataSource {
  return {
    query: Query,
    output: Output,
    async read({ query, visitor, nowMs, clean }): Promise<z.infer<typeof Output>> {
      const days = Number(query('days') || DEFAULT_DAYS);
      const person = spenderFor(visitor);
      const report = await spending({ days, nowMs, person });
      const cells = machines && (await spentByMachine({ report, nowMs, person }, machines));
      const part = ({ name, microUsd }: SpendingShare) => ({
        name: name === undefined ? null : clean(name),
        usd: toDollars(microUsd),
      });
      const { maxCostMicroUsd, dailyCostMicroUsd } = program.limits;
      return {
        total_usd: toDollars(report.microUsd),
        days: report.days.map(({ name, microUsd }) => ({ day: name, usd: toDollars(microUsd) })),
        people: report.people.map(part),
        models: report.models.map(part),
        projects: report.projects.map(part),
        machines:
          cells?.map(({ name, microUsd, todayMicroUsd }) => ({
            name: clean(name),
            usd: toDollars(microUsd),
            today_usd: toDollars(todayMicroUsd),
          })) ?? null,
        limits: { task_usd: limit(maxCostMicroUsd), day_usd: limit(dailyCostMicroUsd) },
      };
    },
  };
}

function toDollars(microUsd: number): number {
  return microUsd / 1_000_000;
}

function limit(microUsd: number | undefined): number | null {
  return microUsd === undefined ? null : toDollars(microUsd);
}
