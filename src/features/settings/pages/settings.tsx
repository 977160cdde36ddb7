import type { WebRequest, WebView } from '../../../contracts/web-page.ts';
import { unreachable } from '../../../core/failure.ts';
import { type Locale, localeOf } from '../../../core/texts/texts.ts';
import { Badge, Card, Empty } from '../../../web-server/ui.tsx';
import type { ShownSetting, ShownSettings } from '../shown-setting.ts';
import { type SettingsTexts, settingsTexts } from '../texts/texts.ts';

const PATH = '/settings';
/** Longest text that is searched for, in UTF-16 code units. */
const MAX_WORDS = 200;

export interface SettingsPageParts {
  /** The present settings, without secrets. */
  settings(locale: Locale): Promise<ShownSettings>;
}

/** Every setting: its value, where it comes from, what it means and how to change it. Nothing is changed here. */
export function settingsView(parts: SettingsPageParts): WebView {
  return {
    async show(request) {
      const words = settingsTexts(request.texts);
      const asked = request.query('q').trim().slice(0, MAX_WORDS);
      const { variables, inFile, file } = await parts.settings(localeOf(request.texts));
      const found = [...variables, ...inFile].filter((setting) => isAbout(setting, asked));
      const isSetHere = ({ from }: ShownSetting): boolean =>
        from.kind === 'environment' || from.kind === 'file';
      const props = { request, words, file };
      return {
        title: words.title,
        // It reads files, whose changes no row shows.
        isStill: true,
        regions: [
          { name: 'search', body: <Search asked={asked} words={words} /> },
          {
            name: 'settings',
            body: (
              <>
                <List {...props} id="yours" title={words.yours} settings={found.filter(isSetHere)} />
                <List
                  {...props}
                  id="usual"
                  title={words.usual}
                  settings={found.filter((setting) => !isSetHere(setting))}
                />
              </>
            ),
          },
        ],
      };
    },
  };
}

function isAbout({ name, description }: ShownSetting, words: string): boolean {
  return `${name}\n${description}`.toLowerCase().includes(words.toLowerCase());
}

function Search({ asked, words }: { readonly asked: string; readonly words: SettingsTexts }) {
  return (
    <search>
      <form method="get" action={PATH} class="filter">
        <label for="q">{words.search}</label>
        <input id="q" name="q" type="search" value={asked} placeholder={words.search} maxlength={MAX_WORDS} />
        <button type="submit" class="button button-plain">
          {words.find}
        </button>
      </form>
      <p class="meta">{words.nextStart}</p>
    </search>
  );
}

interface ListProps {
  readonly id: string;
  readonly title: string;
  readonly settings: readonly ShownSetting[];
  readonly request: WebRequest;
  readonly words: SettingsTexts;
  /** The `.env` where `wasap config set` writes. */
  readonly file: string;
}

function List({ id, title, settings, request, words, file }: ListProps) {
  return (
    <Card id={id} title={title} aside={settings.length}>
      {settings.length === 0 ? (
        <Empty>{words.none}</Empty>
      ) : (
        <ul class="rows stack">
          {settings.map((setting) => (
            <Setting setting={setting} request={request} words={words} file={file} />
          ))}
        </ul>
      )}
    </Card>
  );
}

type SettingProps = Pick<ListProps, 'request' | 'words' | 'file'> & { readonly setting: ShownSetting };

function Setting({ setting, request, words, file }: SettingProps) {
  const { clean } = request;
  const { name, description, language } = setting;
  return (
    <li>
      <code class="name">{name}</code>
      <Value setting={setting} request={request} words={words} />
      <span class="meta">
        <span>{clean(originText(setting, words))}</span>
      </span>
      {description === '' ? null : (
        <p class="meta" lang={language}>
          {clean(description)}
        </p>
      )}
      <details id={`change-${name.replaceAll('.', '-')}`} class="how">
        <summary>
          {words.change}
          <span class="unseen"> {name}</span>
        </summary>
        <How setting={setting} request={request} words={words} file={file} />
      </details>
    </li>
  );
}

function Value({ setting: { value }, request: { clean }, words }: Omit<SettingProps, 'file'>) {
  switch (value.kind) {
    case 'text':
      return <code class="value">{clean(value.text)}</code>;
    case 'secret':
      return <Badge tone="good">{words.isSet}</Badge>;
    case 'not-set':
      return <Badge tone="calm">{words.notSet}</Badge>;
    default:
      return unreachable(value);
  }
}

function originText({ from }: ShownSetting, words: SettingsTexts): string {
  switch (from.kind) {
    case 'environment':
      return words.origin.environment;
    case 'file':
      return words.origin.file(from.path);
    case 'default':
      return words.origin.usual;
    case 'nowhere':
      return words.origin.nowhere;
    default:
      return unreachable(from);
  }
}

function How({ setting, request: { clean }, words, file }: SettingProps) {
  const { name, from, isSecret, isOnlyInEnvironment } = setting;
  if (isOnlyInEnvironment) return <p>{words.how.onlyEnvironment}</p>;
  if (from.kind === 'environment') return <p>{words.how.environment}</p>;
  // Settings of the file have dots in their names.
  if (name.includes('.'))
    return (
      <>
        <p>{words.how.agentFile}</p>
        <pre tabindex={0}>
          <code>{clean(linesFor(name, setting.value))}</code>
        </pre>
      </>
    );
  return (
    <>
      <p>{clean(words.how.command(file))}</p>
      <p>
        <code>{isSecret ? `wasap config set ${name}` : `wasap config set ${name} …`}</code>
      </p>
    </>
  );
}

/** As it would be written in agent.yaml. */
function linesFor(name: string, value: ShownSetting['value']): string {
  const parts = name.split('.');
  const text = value.kind === 'text' ? value.text : '…';
  return parts
    .map((part, depth) => `${'  '.repeat(depth)}${part}:${depth === parts.length - 1 ? ` ${text}` : ''}`)
    .join('\n');
}
