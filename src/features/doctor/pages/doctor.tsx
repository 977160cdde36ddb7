import type { WebRequest, WebView } from '../../../contracts/web-page.ts';
import { commandName, type Locale, localeOf } from '../../../core/texts/texts.ts';
import type { ConsoleVisitors } from '../../../gateway/people/console-visitors.ts';
import { idempotencyKey } from '../../../web-server/render-page.ts';
import { Badge, ButtonForm, Card, When } from '../../../web-server/ui.tsx';
import { type CheckUp, type CheckUps, type Mark, summaryOf } from '../check-ups.ts';
import { type DoctorWords, doctorWords } from '../texts/texts.ts';

const PATH = '/doctor';

export interface DoctorPageParts {
  readonly checkUps: Pick<CheckUps, 'shown'>;
  readonly visitors: Pick<ConsoleVisitors, 'ownChat'>;
}

/** Whether everything works, and what to do about what does not. Opened, it only looks. */
export function doctorView({ checkUps, visitors }: DoctorPageParts): WebView {
  return {
    async show(request) {
      const locale = localeOf(request.texts);
      const result = await checkUps.shown(locale, request.query('again') !== '');
      const words = doctorWords(locale);
      const hasChat = visitors.ownChat(request.visitor) !== undefined;
      return {
        title: words.page.title,
        isStill: true,
        regions: [
          {
            name: 'findings',
            body: <Findings result={result} request={request} words={words} locale={locale} />,
          },
          { name: 'test', body: hasChat ? <TestForm words={words} /> : '' },
        ],
      };
    },
    submit(request, form) {
      const chat = visitors.ownChat(request.visitor);
      if (form.do !== 'test' || chat === undefined) return undefined;
      const { command } = doctorWords(localeOf(request.texts)).doctor;
      return { ...chat, key: idempotencyKey(request, form, 'doctor'), text: commandName(command) };
    },
  };
}

/** The same as the chat's command: the result is sent there, and shown here. */
function TestForm({ words: { page } }: { readonly words: DoctorWords }) {
  return (
    <Card id="test" title={page.test}>
      <p>{page.testIs}</p>
      <ButtonForm
        action={PATH}
        label={page.test}
        buttons={[{ name: 'do', value: 'test', label: page.send, kind: 'plain' }]}
      />
    </Card>
  );
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
