import type { Child } from 'hono/jsx';
import { encode } from 'uqr';
import { DOUBTED, type SessionState, type SessionStatus } from '../contracts/session.ts';
import type { WebRequest } from '../contracts/web-page.ts';
import { HOUR_MS, isoTime, MINUTE_MS, utcSecond } from '../core/clock.ts';
import { formatAge } from '../core/texts/format.ts';
import { shellTexts } from './texts/texts.ts';

/** The components of all pages, which look and read alike. Their content is text, never HTML. */

export function Card({ title, aside, id, children }: CardProps) {
  return (
    <section class="card" aria-labelledby={`${id}-title`}>
      <header class="card-head">
        <h2 id={`${id}-title`}>{title}</h2>
        {aside === undefined ? null : <span class="card-aside">{aside}</span>}
      </header>
      {children}
    </section>
  );
}

interface CardProps {
  readonly title: string;
  /** A count, a sum. */
  readonly aside?: Child;
  /** Unique on the page. */
  readonly id: string;
  readonly children: Child;
}

/** How urgently something looks: each state has a word beside its colour. */
export type Tone = 'calm' | 'busy' | 'asks' | 'good' | 'bad';

const TONES: Readonly<Record<SessionStatus, Tone>> = {
  queued: 'calm',
  running: 'busy',
  waiting: 'asks',
  paused: 'busy',
  parked: 'calm',
  done: 'good',
  failed: 'bad',
  cancelled: 'calm',
};

/** Done is good, unless the report said that something is missing. */
export function toneOf({ status, reason }: Pick<SessionState, 'status' | 'reason'>): Tone {
  return status === 'done' && reason !== undefined && DOUBTED.includes(reason) ? 'asks' : TONES[status];
}

export function Badge({ tone, children }: { readonly tone: Tone; readonly children: Child }) {
  return <span class={`badge badge-${tone}`}>{children}</span>;
}

/** An emoji before a word is for a phone; the badge has its colour. */
export function withoutEmoji(text: string): string {
  return text.replace(/^(?:\p{Extended_Pictographic}\uFE0F?)+\s*/u, '');
}

export interface Fact {
  readonly name: string;
  readonly value: Child;
}

export function Facts({ facts }: { readonly facts: readonly Fact[] }) {
  return (
    <dl class="facts">
      {facts.map(({ name, value }) => (
        <div>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** The text of an empty list: what the reader can try. */
export function Empty({ children }: { readonly children: Child }) {
  return <p class="empty">{children}</p>;
}

/** A moment, exact for machines and hovering, and with how long ago it was, which is what people look for. */
export function When({ atMs, request: { nowMs, texts } }: WhenProps) {
  return (
    <time datetime={isoTime(atMs)} title={`${utcSecond(atMs).slice(0, 16)} UTC`}>
      {shellTexts(texts).ago(spanOf(nowMs - atMs))}
    </time>
  );
}

interface WhenProps {
  readonly atMs: number;
  readonly request: Pick<WebRequest, 'nowMs' | 'texts'>;
}

/** `< 1 min`, `12 min`, `3 h`, `12 d`. */
function spanOf(ms: number): string {
  if (ms < MINUTE_MS) return '< 1 min';
  return ms < HOUR_MS ? `${Math.floor(ms / MINUTE_MS)} min` : formatAge(ms);
}

/** It scrolls within itself, so it can be reached and scrolled with the keyboard. */
export function Code({ text }: { readonly text: string }) {
  return (
    <pre tabindex={0}>
      <code>{text}</code>
    </pre>
  );
}

export interface FormButton {
  readonly name: string;
  readonly value: string;
  readonly label: string;
  readonly kind: 'main' | 'plain' | 'danger';
}

/** Distinguishes a form from the next one that is made of it: see `withIdempotencyKeys`, which fills it. */
export function IdempotencyKeyField() {
  return <input type="hidden" name="idempotencyKey" value="" />;
}

/** One form with a button for each choice; it works without any script. */
export function ButtonForm({ action, label, fields = {}, buttons }: ButtonFormProps) {
  return (
    <form method="post" action={action} class="buttons" aria-label={label}>
      <IdempotencyKeyField />
      {Object.entries(fields).map(([name, value]) => (
        <input type="hidden" name={name} value={value} />
      ))}
      {buttons.map(({ name, value, label: words, kind }) => (
        <button type="submit" name={name} value={value} class={`button button-${kind}`}>
          {words}
        </button>
      ))}
    </form>
  );
}

interface ButtonFormProps {
  /** Path of a page. */
  readonly action: string;
  /** The subject of the buttons. */
  readonly label: string;
  readonly fields?: Readonly<Record<string, string>>;
  readonly buttons: readonly FormButton[];
}

/** Chooses the subject of a page, by requesting the page of the choice. Left out when there is no choice. */
export function ChoiceForm({ action, name, label, button, options, chosen }: ChoiceFormProps) {
  if (options.length < 2) return null;
  return (
    <form method="get" action={action} class="choice">
      <label for={name}>{label}</label>
      <select id={name} name={name}>
        {options.map((option) => (
          <option value={option} selected={option === chosen}>
            {option}
          </option>
        ))}
      </select>
      <button type="submit" class="button button-plain">
        {button}
      </button>
    </form>
  );
}

interface ChoiceFormProps {
  /** Path of a page. */
  readonly action: string;
  /** Name of the parameter behind the question mark. */
  readonly name: string;
  readonly label: string;
  readonly button: string;
  readonly options: readonly string[];
  readonly chosen: string | undefined;
}

/** Part of a list that is too long for one page. */
interface Portion<T> {
  readonly items: readonly T[];
  /** Its place among all parts, from 1 on. */
  readonly page: number;
  readonly pages: number;
}

/** The part that the address asks for; the last one where there are not so many. */
export function portionOf<T>(
  all: readonly T[],
  { query }: Pick<WebRequest, 'query'>,
  { name, size }: { readonly name: string; readonly size: number },
): Portion<T> {
  const pages = Math.max(1, Math.ceil(all.length / size));
  const asked = query(name);
  const page = /^[1-9]\d{0,5}$/.test(asked) ? Math.min(Number(asked), pages) : 1;
  return { items: all.slice((page - 1) * size, page * size), page, pages };
}

interface PagingProps {
  readonly portion: Portion<unknown>;
  /** Name of the parameter behind the question mark. */
  readonly name: string;
  /** Path of the page. */
  readonly path: string;
  readonly request: Pick<WebRequest, 'texts'>;
}

/** Leads to the parts before and after; left out when everything is on one page. */
export function Paging({ portion: { page, pages }, name, path, request: { texts } }: PagingProps) {
  if (pages === 1) return null;
  const { paging } = shellTexts(texts);
  return (
    <nav class="paging" aria-label={paging.label}>
      {page === 1 ? null : (
        <a class="button button-plain" rel="prev" href={`${path}?${name}=${page - 1}`}>
          {paging.before}
        </a>
      )}
      <span>{paging.place(String(page), String(pages))}</span>
      {page === pages ? null : (
        <a class="button button-plain" rel="next" href={`${path}?${name}=${page + 1}`}>
          {paging.after}
        </a>
      )}
    </nav>
  );
}

/** White modules around the code; a phone needs them to find it. */
const BORDER = 4;

/** A QR code, black on white also in the dark: phones read nothing else as well. */
export function QrCode({ content, title, description }: QrCodeProps) {
  const { size, data } = encode(content, { border: BORDER });
  return (
    <svg class="qr" viewBox={`0 0 ${size} ${size}`} role="img" aria-labelledby="qr-title qr-description">
      <title id="qr-title">{title}</title>
      <desc id="qr-description">{description}</desc>
      <rect width={size} height={size} fill="#fff" />
      <path d={data.map(rowStrokes).join('')} stroke="#000" shape-rendering="crispEdges" />
    </svg>
  );
}

interface QrCodeProps {
  readonly content: string;
  readonly title: string;
  /** What people do who cannot see it. */
  readonly description: string;
}

/** One row of modules as strokes of height 1: a line over each run of dark ones. */
function rowStrokes(row: readonly boolean[], y: number): string {
  const runs =
    row
      .map((isDark) => (isDark ? '1' : '0'))
      .join('')
      .match(/1+|0+/g) ?? [];
  const strokes = runs.map((run) => (run.startsWith('1') ? `h${run.length}` : `m${run.length} 0`));
  return `M0 ${y}.5${strokes.join('')}`;
}
