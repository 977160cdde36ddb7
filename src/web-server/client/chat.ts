/**
 * The chat: Enter sends, files are dropped and pasted, the page is not reloaded, and the newest message stays in sight.
 * Without it the browser sends the same forms.
 */

/** The place in this tab, and in no other, for words that are not sent yet. */
const DRAFT = 'draft';
/** How far from its end a page counts as being there, in pixels. */
const NEAR_END = 80;

export function startChat(main: HTMLElement, form: HTMLFormElement): void {
  const text = form.querySelector('textarea');
  if (text === null) return;
  // An edit of words takes no files.
  const files = form.querySelector<HTMLInputElement>('input[type=file]');
  keepEndInSight(main);
  if (files !== null) keepDraft(text);
  // A keyboard on a screen has no Shift+Enter, and comes up over the messages when it is asked for.
  const hasKeyboard = matchMedia('(pointer: fine)').matches;
  text.addEventListener('keydown', (event) => {
    // While a character is being composed, Enter chooses it.
    if (event.key !== 'Enter' || event.shiftKey || event.isComposing || !hasKeyboard) return;
    event.preventDefault();
    form.requestSubmit();
  });
  let [isSending, isWanted] = [false, false];
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    isWanted = true;
    if (isSending) return;
    isSending = true;
    let isSent: boolean;
    do {
      isWanted = false;
      isSent = await sendMessage(form, text, files);
      // Who pressed Enter behind the next words meanwhile need not press it again.
    } while (isSent && isWanted && text.value !== '');
    isSending = false;
  });
  main.addEventListener('submit', (event) => {
    if (event.target === form || !(event.target instanceof HTMLFormElement)) return;
    event.preventDefault();
    void sendAnswer(event.target, event.submitter, form);
  });
  if (files !== null) takeDropped(form, files);
  if (hasKeyboard) text.focus({ preventScroll: true });
}

/** Another page of the console may be looked at while a message is written. */
function keepDraft(text: HTMLTextAreaElement): void {
  if (text.value === '') text.value = sessionStorage.getItem(DRAFT) ?? '';
  addEventListener('pagehide', () => sessionStorage.setItem(DRAFT, text.value));
}

/** Whoever signs in next gets none of it. */
export function dropDraft(): void {
  sessionStorage.removeItem(DRAFT);
}

/** @returns true when the form is ready for the next message */
async function sendMessage(
  form: HTMLFormElement,
  text: HTMLTextAreaElement,
  files: HTMLInputElement | null,
): Promise<boolean> {
  const refused = messageRefusal(form, text, files);
  if (refused !== undefined) {
    showWriteState(form, refused);
    return false;
  }
  const button = form.querySelector('button');
  if (button !== null) button.disabled = true;
  showWriteState(form, form.dataset.sending ?? '');
  const sent = text.value;
  const trouble = await postForm(form.action, new FormData(form), form);
  if (button !== null) button.disabled = false;
  showWriteState(form, trouble ?? '');
  // A message that was not sent stays, under the same key: if it arrived after all, it is not handled twice.
  if (trouble !== undefined) return false;
  // Words that were typed meanwhile are the next message.
  const next = text.value.startsWith(sent) ? text.value.slice(sent.length).trimStart() : text.value;
  form.reset();
  text.value = next;
  // The page of a reply or an edit has another address: the next page has a form for a new message again.
  if (form.querySelector('.quote') !== null) {
    location.replace(form.action);
    return false;
  }
  const key = form.querySelector<HTMLInputElement>('input[name=key]');
  if (key !== null) key.value = newKey();
  scrollToEnd();
  return true;
}

function messageRefusal(
  { dataset }: HTMLFormElement,
  text: HTMLTextAreaElement,
  files: HTMLInputElement | null,
): string | undefined {
  const chosen = [...(files?.files ?? [])];
  if (text.value.trim() === '' && chosen.length === 0) return dataset.empty;
  if (chosen.length > Number(dataset.maxFiles)) return dataset.many;
  const bytes = chosen.reduce((sum, { size }) => sum + size, 0);
  return bytes > Number(dataset.maxBytes) ? dataset.large : undefined;
}

async function sendAnswer(
  answered: HTMLFormElement,
  button: HTMLElement | null,
  form: HTMLFormElement,
): Promise<void> {
  const body = new URLSearchParams();
  for (const [name, value] of new FormData(answered, button)) body.append(name, String(value));
  const trouble = await postForm(answered.action, body, form);
  showWriteState(form, trouble ?? '');
  if (trouble === undefined) return closeDetails(answered.closest('details'));
  for (const one of answered.querySelectorAll('button')) one.disabled = false;
}

/** The choice is made; a person who uses the keyboard stays where they were. */
function closeDetails(details: HTMLDetailsElement | null): void {
  if (details === null) return;
  details.querySelector('summary')?.focus({ preventScroll: true });
  details.open = false;
}

/** Undefined when it was taken; otherwise what went wrong, in the server's words if it sent some. */
async function postForm(
  to: string,
  body: FormData | URLSearchParams,
  { dataset }: HTMLFormElement,
): Promise<string | undefined> {
  try {
    // The answer to a message that was taken leads to this page, which need not load it: its regions come by
    // themselves.
    const answer = await fetch(to, { method: 'POST', body, redirect: 'manual' });
    if (answer.type === 'opaqueredirect') return undefined;
    if (answer.status === 401) location.reload();
    const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
    return page.querySelector('.refused')?.textContent ?? dataset.notSent;
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return dataset.notSent ?? '';
  }
}

function showWriteState(form: HTMLFormElement, words: string): void {
  const state = form.querySelector('.write-state');
  if (state !== null) state.textContent = words;
}

function newKey(): string {
  const numbers = crypto.getRandomValues(new Uint8Array(16));
  return [...numbers].map((number) => number.toString(16).padStart(2, '0')).join('');
}

function takeDropped(form: HTMLFormElement, files: HTMLInputElement): void {
  const take = (more: FileList | undefined): boolean => {
    if (more === undefined || more.length === 0) return false;
    const all = new DataTransfer();
    for (const file of [...(files.files ?? []), ...more]) all.items.add(file);
    files.files = all.files;
    return true;
  };
  const mark = (isOver: boolean): void => void form.classList.toggle('over', isOver);
  document.addEventListener('dragover', (event) => {
    if (event.dataTransfer?.types.includes('Files') !== true) return;
    event.preventDefault();
    mark(true);
  });
  document.addEventListener('dragleave', () => mark(false));
  document.addEventListener('drop', (event) => {
    mark(false);
    if (take(event.dataTransfer?.files)) event.preventDefault();
  });
  document.addEventListener('paste', (event) => {
    if (take(event.clipboardData?.files)) event.preventDefault();
  });
}

/** A person who has scrolled up to read is left there. */
function keepEndInSight(main: HTMLElement): void {
  let isAtEnd = true;
  addEventListener('scroll', () => {
    const { scrollHeight, scrollTop, clientHeight } = document.documentElement;
    isAtEnd = scrollHeight - scrollTop - clientHeight < NEAR_END;
  });
  const follow = (): void => {
    if (isAtEnd) scrollToEnd();
  };
  new MutationObserver(follow).observe(main, { childList: true, subtree: true });
  // A picture takes its room once it is loaded.
  main.addEventListener('load', follow, true);
  scrollToEnd();
}

function scrollToEnd(): void {
  scrollTo({ top: document.documentElement.scrollHeight });
}
