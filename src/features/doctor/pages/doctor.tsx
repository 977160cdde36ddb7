import type { WebRequest, WebView } from '../../../contracts/web-page.ts';
import { type Locale, localeOf } from '../../../core/texts/texts.ts';
import { MINUTE_MS } from '../../../core/time.ts';
import { Badge, Card, When } from '../../../web-server/ui.tsx';
import type { DoctorPorts } from '../actions.ts';
import type { Finding, Mark } from '../finding.ts';
import { summaryOf } from '../findings-text.ts';
import { type DoctorWords, doctorWords } from '../texts/texts.ts';

const PATH = '/doctor';
/** For so long a result is shown again: each check asks the model and the network. */
const STAYS_MS = 5 * MINUTE_MS;
/** Who presses again at once gets what was just found. */
const AGAIN_MS = 2000;

interface CheckUp {
  readonly atMs: number;
  readonly findings: readonly Finding[];
}

/** Whether everything works, and what to do about what does not. A check is made when it is asked for, once at a time. */
export function doctorView({ checkUp }: Pick<DoctorPorts, 'checkUp'>): WebView {
  const last = new Map<Locale, CheckUp>();
  const running = new Map<Locale, Promise<CheckUp>>();

  const check = (locale: Locale, atMs: number): Promise<CheckUp> => {
    const known = running.get(locale);
    if (known !== undefined) return known;
    const made = checkUp(locale)
      .then((findings) => {
        last.set(locale, { atMs, findings });
        return { atMs, findings };
      })
      .finally(() => running.delete(locale));
    running.set(locale, made);
    return made;
  };

  return {
    async show(request) {
      const locale = localeOf(request.texts);
      const known = last.get(locale);
      const staysMs = request.query('again') === '' ? STAYS_MS : AGAIN_MS;
      const isFresh = known !== undefined && request.nowMs - known.atMs < staysMs;
      const result = isFresh ? known : await check(locale, request.nowMs);
      const words = doctorWords(locale);
      return {
        title: words.page.title,
        isStill: true,
        regions: [
          {
            name: 'findings',
            body: <Findings result={result} request={request} words={words} locale={locale} />,
          },
        ],
      };
    },
  };
}

const TONES = { bad: 'bad', warn: 'asks', ok: 'good' } as const satisfies Record<Mark, string>;

interface FindingsProps {
  readonly result: CheckUp;
  readonly request: WebRequest;
  readonly words: DoctorWords;
  readonly locale: Locale;
}

/** What has to be fixed comes first. */
function Findings({ result: { findings, atMs }, request, words: { page }, locale }: FindingsProps) {
  const { clean } = request;
  const sorted = (['bad', 'warn', 'ok'] as const).flatMap((mark) =>
    findings.filter((one) => one.mark === mark),
  );
  return (
    <Card id="findings" title={summaryOf(findings, locale)} aside={<When atMs={atMs} request={request} />}>
      <ul class="rows stack">
        {sorted.map(({ mark, text, todo }) => (
          <li>
            <Badge tone={TONES[mark]}>{page.mark[mark]}</Badge>
            <div class="prose">
              <p>{clean(text)}</p>
              {todo === undefined ? null : (
                <p class="todo">
                  <b>{page.todo}</b> {clean(todo)}
                </p>
              )}
            </div>
          </li>
        ))}
      </ul>
      <p class="meta">{page.takes}</p>
      <p>
        <a class="button button-main" href={`${PATH}?again=yes`}>
          {page.again}
        </a>
      </p>
    </Card>
  );
}
