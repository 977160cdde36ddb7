import type { Action, ChatCommand } from '../../contracts/commands.ts';
import type { Feature, FeatureInConsole, Worker } from '../../contracts/feature.ts';
import type { Store } from '../../contracts/store.ts';
import type { WebPage, WebResource } from '../../contracts/web-page.ts';
import { HOUR_MS } from '../../core/clock.ts';
import { once } from '../../core/memoize.ts';
import { phoneDigits } from '../../core/phone-number.ts';
import type { ConsoleVisitors } from '../../gateway/people/console-visitors.ts';
import { sentencePattern } from '../../gateway/questions/plain-words.ts';
import { createTaskRows } from '../../store/task-rows.ts';
import type { ConsoleContent } from '../../web-server/console-parts.ts';
import { type WebConsoleAction, webConsoleActions } from './actions.ts';
import { type ConsoleServerOptions, type ConsoleWorkerParts, consoleWorker } from './console-worker.ts';
import type { LinkCardParts } from './pages/link-card.tsx';
import type { NowParts } from './pages/now.tsx';
import type { QuestionsParts } from './pages/questions.tsx';
import type { PairingPort } from './pairing.ts';
import { createWaitingQuestions } from './rows/waiting-questions.ts';
import { webConsoleTexts } from './texts/texts.ts';
import { type VisitStore, visitsOf } from './visit-store.ts';

export interface WebConsoleFeatureParts
  extends Omit<ConsoleWorkerParts, 'content' | 'served' | 'store' | 'version' | 'visits'>,
    Pick<NowParts, 'program'>,
    Pick<QuestionsParts, 'openQuestions'> {
  /** Undefined when this program serves no console. */
  readonly served: (ConsoleServerOptions & Pick<NowParts, 'link'> & PairingPort) | undefined;
  readonly store: ConsoleWorkerParts['store'] & Pick<Store, 'approvals' | 'sessions' | 'spending'>;
  readonly visits: VisitStore;
  readonly visitors: Pick<ConsoleVisitors, 'visitor'> &
    QuestionsParts['visitors'] &
    LinkCardParts['visitors'];
  /** All features, asked when the console is served: each may have pages. */
  features(): readonly Feature[];
}

const NAME = 'web-console';

/** See `ChatCommand.asked`. */
const QUESTION_PATTERN = sentencePattern(
  '(?:open|see|use) (?:the|your) (?:web )?console|(?:open|see|use) you in (?:a|the|my) browser',
  '(?:abro|abrir|veo|ver|uso|usar) (?:la|tu) consola(?: web)?|(?:te )?(?:abro|abrir|veo|ver|uso|usar)(?:te)? en (?:un|el|mi) navegador',
);

const LINK = ['', 'link', 'enlace', 'on'];
const OFF = ['off', 'no', 'apagar', 'cerrar', 'salir'];
/** In place of a number. */
const QR = 'qr';
const PAIR = /^(?:pair|vincular)\b\s*(.*)$/i;

/** The console in the browser: who may look at it, where it is served, and the pages of no other feature. */
export function webConsoleFeature(parts: WebConsoleFeatureParts): Feature {
  const { visits, addresses, served, instance, clock } = parts;
  return {
    name: NAME,
    commands: [webCommand],
    actions: webConsoleActions({ visits, addresses, pairing: served, instance, clock }),
    ...consolePages(parts),
    workers: workersOf(parts),
    async tidy() {
      visits.removeOld(clock.nowMs());
      addresses.removeOld();
      if (served === undefined) return;
      const { sweepUploads } = await import('../../web-server/upload-folder.ts');
      await sweepUploads(served.uploadFolder, clock.nowMs() - HOUR_MS);
    },
  };
}

/** Its pages, and the same as data. */
function consolePages({
  database,
  store,
  program,
  visitors,
  openQuestions,
  served,
}: WebConsoleFeatureParts): Required<Pick<FeatureInConsole, 'pages' | 'resources'>> {
  const waiting = once(() => createWaitingQuestions(database, store));
  const tasks = once(() => createTaskRows(database));
  const nowParts = (): NowParts => ({
    tasks: tasks(),
    waiting: waiting(),
    spending: store.spending,
    program,
    link: () => served?.link(),
  });
  const pages: readonly WebPage[] = [
    {
      path: '/',
      label: (texts) => webConsoleTexts(texts).now.label,
      group: 'daily',
      async load() {
        const { nowView } = await import('./pages/now.tsx');
        return nowView(nowParts(), { pairing: () => served?.pairing(), visitors });
      },
    },
    {
      path: '/questions',
      label: (texts) => webConsoleTexts(texts).questions.label,
      group: 'daily',
      async load() {
        const { questionsView } = await import('./pages/questions.tsx');
        return questionsView({ waiting: waiting(), store, visitors, openQuestions });
      },
    },
  ];
  const resources: readonly WebResource[] = [
    {
      name: 'now',
      summary: 'What runs, what waits and what was spent today.',
      async load() {
        const { nowData } = await import('./pages/now.tsx');
        return nowData(nowParts());
      },
    },
    {
      name: 'questions',
      summary: 'Questions about what tasks may do that wait for an answer.',
      async load() {
        const { questionsData } = await import('./pages/questions.tsx');
        return questionsData(waiting());
      },
    },
  ];
  return { pages, resources };
}

function workersOf(parts: WebConsoleFeatureParts): readonly Worker[] {
  const { served, features, visits, visitors, clock } = parts;
  if (served === undefined) return [];
  const { program, machine, redact, addresses, database, store, handIn, write, settings, instance, log } =
    parts;
  return [
    consoleWorker({
      served,
      redact,
      visits: visitsOf({
        rows: visits,
        visitors,
        // Each feature is asked, in no particular order: one of them is enough to shut the console.
        isShutTo: (sender) => features().some(({ messages }) => messages?.isShutTo?.(sender) === true),
        clock,
      }),
      addresses,
      database,
      store,
      content: () => contentOf(features()),
      version: program.version,
      machine,
      handIn,
      write,
      settings,
      instance,
      clock,
      log,
    }),
  ];
}

function contentOf(features: readonly Feature[]): ConsoleContent {
  return {
    pages: features.toSorted(byOwnFirst).flatMap(({ pages = [] }) => pages),
    downloads: features.flatMap(({ downloads = [] }) => downloads),
    resources: features.flatMap(({ resources = [] }) => resources),
  };
}

function byOwnFirst(one: Feature, other: Feature): number {
  return Number(other.name === NAME) - Number(one.name === NAME);
}

/** A link into the console in the browser, the end of all its sessions, and a code that it shows to link a phone. */
const webCommand: ChatCommand = {
  name: 'web',
  aliases: ['navegador'],
  topic: 'program',
  asked: QUESTION_PATTERN,
  describe: (texts) => webConsoleTexts(texts).command,
  run(rest, { texts }): readonly (Action | WebConsoleAction)[] {
    const [, number] = PAIR.exec(rest) ?? [];
    if (number?.toLowerCase() === QR) return [{ kind: 'web-console.pair', phone: undefined }];
    if (number !== undefined) {
      const phone = phoneDigits(number);
      return phone === undefined
        ? [{ kind: 'reply', text: webConsoleTexts(texts).chat.whichPhone }]
        : [{ kind: 'web-console.pair', phone }];
    }
    const said = rest.toLowerCase();
    if (OFF.includes(said)) return [{ kind: 'web-console.off' }];
    if (LINK.includes(said)) return [{ kind: 'web-console.link' }];
    const { usage, more } = webConsoleTexts(texts).command;
    return [{ kind: 'reply', text: `${usage}\n${more}` }];
  },
};
