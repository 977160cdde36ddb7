import type { Child } from 'hono/jsx';

/** As many signs at its end as at its beginning, so that code can hold some itself. */
const CODE = /(?<!`)(?<signs>`+)(?!`)(?<code>[^\n]+?)(?<!`)\k<signs>(?!`)/;
/** Words and an address; only such as opens a page or a letter. */
const LINK =
  /!?\[(?<words>(?:[^[\]`\n]|`[^`\n]*`){1,400})\]\((?<to>(?:https?:\/\/|mailto:)(?:[^\s()<>]|\([^\s()<>]*\))+)\)/;
/** An address by itself, without the sign that ends its sentence. */
const ADDRESS = /\bhttps?:\/\/(?:[^\s()<>"`]|\([^\s()<>"`]*\))*(?:[\p{L}\p{N}/_=&#%+~-]|\([^\s()<>"`]*\))/u;
/** Signs at the ends of words alone, so that a pattern such as `src/**` stays as it is. */
const BOLD =
  /(?<=^|[\s("'\u00ab\u201c\u00bf\u00a1\u2014])\*\*(?![\s*])(?<bold>(?:[^*`\n]|`[^`\n]*`){1,400})(?<!\s)\*\*(?=$|[\s.,;:!?)"'\u00bb\u201d\u2026\u2014])/;
/** The same signs once. Those within a name or a pattern (`snake_case`, `*.ts`) stay as they are. */
const SLANTED =
  /(?<=^|[\s("'\u00ab\u201c\u00bf\u00a1\u2014])(?<sign>[*_])(?![\s*_])(?<slanted>(?:(?!\k<sign>)[^`\n]|`[^`\n]*`){1,400})(?<!\s)\k<sign>(?=$|[\s.,;:!?)"'\u00bb\u201d\u2026\u2014])/;
const SPAN = new RegExp([CODE, LINK, ADDRESS, BOLD, SLANTED].map(({ source }) => source).join('|'), 'gimu');

/** Code, links, bold and slanted words within lines. What begins first counts: signs within code are code. */
export function Spans({ text }: { readonly text: string }) {
  const shown: Child[] = [];
  let from = 0;
  for (const match of text.matchAll(SPAN)) {
    shown.push(text.slice(from, match.index), <Span typed={match[0]} parts={match.groups ?? {}} />);
    from = match.index + match[0].length;
  }
  return (
    <>
      {shown}
      {text.slice(from)}
    </>
  );
}

interface SpanProps {
  readonly typed: string;
  readonly parts: Readonly<Record<string, string | undefined>>;
}

function Span({ typed, parts: { code, bold, slanted, words, to = typed } }: SpanProps) {
  if (code !== undefined) return <code>{code.replace(/^ (?=.*\S)(.*) $/, '$1')}</code>;
  if (bold !== undefined)
    return (
      <b>
        <Spans text={bold} />
      </b>
    );
  if (slanted !== undefined)
    return (
      <i>
        <Spans text={slanted} />
      </i>
    );
  if (!URL.canParse(to)) return <>{typed}</>;
  return <Link words={words?.replaceAll(/`|\*\*/g, '') ?? to} to={to} />;
}

/** Words that look like an address, and of another place, do not hide where the link leads. */
function Link({ words, to }: { readonly words: string; readonly to: string }) {
  const { host, pathname } = new URL(to);
  const place = host === '' ? pathname : host;
  const [said = ''] = words.replace(/^https?:\/\//i, '').split(/[/?#]/);
  const isElsewhere = /\S[.@][\p{L}\p{N}]/u.test(words) && said.toLowerCase() !== place.toLowerCase();
  return (
    <>
      <a href={to} title={to} target="_blank" rel="noopener noreferrer">
        {words}
      </a>
      {isElsewhere ? ` (${place})` : ''}
    </>
  );
}
