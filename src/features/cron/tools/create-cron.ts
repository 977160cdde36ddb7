import * as z from 'zod';
import { type AnyTool, CHANGED, defineTool, type ToolAnswer } from '../../../contracts/tool.ts';
import { isoTime } from '../../../core/clock.ts';
import { Failure, isFailure } from '../../../core/failure.ts';
import type { JsonObject } from '../../../core/json.ts';
import { assertReviewed } from '../../../tools/assert-reviewed.ts';
import { CronKind, type CronPlan, MisfirePolicy } from '../cron.ts';
import type { AskedCron, CronsOfSession, SessionCrons } from './session-crons.ts';

const Input = z.object({
  schedule: z.string().optional().describe('"0 9 * * 1-5", "every 2h", "2026-12-24T09:00"'),
  kind: CronKind.optional(),
  expr: z.string().optional().describe('With kind, in place of schedule'),
  timezone: z.string().optional().describe('IANA'),
  message: z.string().describe('Sent here; "/agent ..." is a task'),
  phone_number: z.string().optional(),
});
type Input = z.infer<typeof Input>;

/** The plan is also remembered to find out after a crash whether the cron was made. */
const Plan = z.object({
  name: z.string(),
  kind: CronKind,
  schedule: z.string(),
  timezone: z.string(),
  message: z.string(),
  policy: MisfirePolicy,
  nextAtMs: z.number(),
});

const Output = z.object({ id: z.string(), next: z.string() });

export function createCron(cronsOf: CronsOfSession): AnyTool {
  return defineTool({
    name: 'create_cron',
    description: 'Set a message or task for set times; the person is asked. list_crons tells time and zone.',
    effect: 'asks',
    inTalk: true,
    doing: { en: 'setting a time', es: 'programando' },
    subAgents: 'none',
    claudeCode: [],
    service: 'cron',
    examples: [
      {
        description: 'Remind on weekdays at nine',
        input: { kind: 'cron', expr: '0 9 * * 1-5', timezone: 'Europe/Madrid', message: 'Look at the tests' },
      },
    ],
    input: Input,
    output: Output,

    async review(input, { session }) {
      const asked = askForCron(input, cronsOf(session));
      return {
        verdict: {
          kind: 'ask',
          rule: 'cron',
          reason: asked.question,
          risk: { writesOutsideGit: 'no', network: 'no', undoable: 'yes' },
        },
        binding: bindingOf(asked),
        details: '',
        explainsItself: true,
      };
    },

    async prepare(input, { session }, reviewed) {
      const crons = cronsOf(session);
      const asked = askForCron(input, crons);
      assertReviewed(bindingOf(asked), reviewed);
      return { ...asked.plan, name: crons.freeName() };
    },

    async recover(_input, { session }, prepared) {
      const plan = Plan.parse(prepared);
      const there = cronsOf(session)
        .list()
        .find(({ name, schedule, message }) => {
          return name === plan.name && schedule === plan.schedule && message === plan.message;
        });
      return there === undefined ? { kind: 'rerun' } : { kind: 'done', answer: createdAnswer(plan) };
    },

    async run(_input, { session }, prepared) {
      const plan = Plan.parse(prepared);
      try {
        cronsOf(session).add(plan);
      } catch (error) {
        // Another cron took the name meanwhile: nothing was made, so the call is judged again and gets another name.
        if (isFailure(error) && error.kind === 'conflict') {
          throw new Failure('conflict', error.message, { facts: { rule: CHANGED } });
        }
        throw error;
      }
      return createdAnswer(plan);
    },
  });
}

function askForCron(
  { schedule, kind, expr, timezone, message, phone_number }: Input,
  crons: SessionCrons,
): AskedCron {
  const text = schedule ?? expr;
  if (text === undefined) throw new Failure('invalid', 'Give schedule, as "0 9 * * 1-5".');
  return crons.ask({ schedule: text, kind, timezone, message, phoneNumber: phone_number });
}

/** The next times are left out: they advance while the person thinks. */
function bindingOf({ plan: { kind, schedule, timezone, message } }: AskedCron): JsonObject {
  return { kind, schedule, timezone, message };
}

function createdAnswer({ name, nextAtMs }: CronPlan): ToolAnswer<z.infer<typeof Output>> {
  const next = isoTime(nextAtMs);
  return {
    text: `Set as cron ${name}; first time ${next}. /cron delete ${name} takes it back.`,
    data: { id: name, next },
  };
}
