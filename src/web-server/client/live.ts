/**
 * All code that runs in the browser: it keeps the regions of a page up to date with the server, sends the code of a
 * link, and adds the behaviour of a chat. Every page can be read, and every form be sent, without it.
 */

import { dropDraft, startChat } from './chat.ts';

interface Region {
  readonly name: string;
  readonly html: string;
}

const TRY_AGAIN_MS = 2000;
/** Fields that say when a form was made, and not what it is about. */
const OF_THE_MOMENT = ['idempotencyKey', 'turn', 'after'];

function startPage(): void {
  const form = document.querySelector<HTMLFormElement>('form[action="/enter"]');
  if (form !== null) {
    dropDraft();
    enterByLink(form);
    // A link that is opened where this page already is loads nothing anew.
    addEventListener('hashchange', () => enterByLink(form));
  }
  const main = document.querySelector<HTMLElement>('[data-live]');
  if (main !== null) followFeed(main, main.dataset.live ?? '');
  const write = document.querySelector<HTMLFormElement>('form.write');
  if (main !== null && write !== null) startChat(main, write);
  document.addEventListener('submit', sendOnce);
  const navigation = document.querySelector<HTMLElement>('.top nav');
  if (navigation !== null) closeWhenLeft(navigation);
}

/** An open part of the navigation lies over the page: it is closed by leaving it, and by Escape. */
function closeWhenLeft(navigation: HTMLElement): void {
  const close = (): void => {
    for (const open of navigation.querySelectorAll('details[open]')) open.removeAttribute('open');
  };
  const isOutside = (target: EventTarget | null): boolean =>
    target instanceof Node && !navigation.contains(target);
  document.addEventListener('click', ({ target }) => {
    if (isOutside(target)) close();
  });
  navigation.addEventListener('focusout', ({ relatedTarget }) => {
    if (isOutside(relatedTarget)) close();
  });
  navigation.addEventListener('keydown', ({ key }) => {
    if (key !== 'Escape') return;
    navigation.querySelector<HTMLElement>('details[open] > summary')?.focus();
    close();
  });
}

/** The code stands behind the `#`, and leaves the address before anything else is done. */
function enterByLink(form: HTMLFormElement): void {
  const code = location.hash.slice(1);
  const field = form.querySelector<HTMLInputElement>('input[name=code]');
  if (code === '' || field === null) return;
  history.replaceState(null, '', location.pathname);
  field.value = code;
  form.submit();
}

/**
 * A second press, before the next page is there, would say it twice. Requests that only show something may be repeated.
 */
function sendOnce({ target, defaultPrevented }: Event): void {
  if (!(target instanceof HTMLFormElement) || target.method !== 'post' || defaultPrevented) return;
  // Runs after the form was read: disabled fields are not sent.
  setTimeout(() => {
    for (const button of target.querySelectorAll('button')) button.disabled = true;
  });
}

function followFeed(main: HTMLElement, feed: string): void {
  const lost = main.querySelector<HTMLElement>('.lost');
  const notify = (isLost: boolean): void => {
    if (lost !== null) lost.hidden = !isLost;
  };
  let since = feed;
  const source = new EventSource(feed);
  source.addEventListener('open', () => notify(false));
  source.addEventListener('regions', ({ data, lastEventId }) => {
    for (const region of JSON.parse(data) as Region[]) replaceRegion(region);
    const address = new URL(feed, location.href);
    address.searchParams.set('live', lastEventId);
    since = address.pathname + address.search;
  });
  source.addEventListener('over', () => location.reload());
  source.addEventListener('error', () => {
    notify(true);
    // The browser tries again by itself, except after an answer that was a refusal.
    if (source.readyState === EventSource.CLOSED) setTimeout(() => tryAgain(main, since), TRY_AGAIN_MS);
  });
}

/**
 * A visitor who is signed out gets the page to sign in. Otherwise there were too many requests, or the program is
 * starting.
 */
async function tryAgain(main: HTMLElement, feed: string): Promise<void> {
  const answer = await fetch(location.href, { method: 'HEAD' }).catch(() => undefined);
  if (answer?.status === 401) location.reload();
  else followFeed(main, feed);
}

/** Whatever the person has opened, typed and focused in the region stays. */
function replaceRegion({ name, html }: Region): void {
  const region = document.getElementById(`region-${name}`);
  if (region === null) return;
  const opened = [...region.querySelectorAll('details[open][id]')].map(({ id }) => id);
  const focused = region.contains(document.activeElement) ? document.activeElement : null;
  const wanted = focused === null ? undefined : identityOf(focused);
  region.innerHTML = html;
  for (const id of opened) document.getElementById(id)?.setAttribute('open', '');
  if (wanted === undefined) return;
  // Never what came into its place: the next Enter would answer another question than the person has read.
  const same = focusableElements(region).find((one) => identityOf(one) === wanted);
  const next = same ?? document.querySelector('main');
  if (next instanceof HTMLElement) next.focus({ preventScroll: true });
}

/** What an element does, wherever it stands. */
function identityOf(element: Element): string {
  const own = ['id', 'href', 'name', 'value'].map((name) => element.getAttribute(name));
  const form = element.closest('form')?.querySelectorAll<HTMLInputElement>('input[type=hidden]') ?? [];
  const fields = [...form].filter(({ name }) => !OF_THE_MOMENT.includes(name));
  const isNamed = own.some((value) => value !== null);
  return JSON.stringify([
    element.tagName,
    ...own,
    element.closest('details')?.id,
    ...fields.map(({ name, value }) => [name, value]),
    isNamed ? '' : element.textContent,
  ]);
}

function focusableElements(region: HTMLElement): readonly Element[] {
  return [...region.querySelectorAll('a, button, input, select, summary, [tabindex]')];
}

startPage();
