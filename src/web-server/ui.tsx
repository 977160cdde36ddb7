import type { Child } from 'hono/jsx';
import { DOUBTED, type SessionState, type SessionStatus } from '../contracts/session.ts';
import type { WebRequest } from '../contracts/web-page.ts';
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
  const iso = new Date(atMs).toISOString();
  return (
    <time datetime={iso} title={`${iso.slice(0, 16).replace('T', ' ')} UTC`}>
      {shellTexts(texts).ago(spanOf(nowMs - atMs))}
    </time>
  );
}

interface WhenProps {
  readonly atMs: number;
  readonly request: Pick<WebRequest, 'nowMs' | 'texts'>;
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

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
