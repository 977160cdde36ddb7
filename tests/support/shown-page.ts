/** What stands on a page of the console, without its tags and what is around it. */
export function shown(html: string): string {
  const text = html
    .replace(/^[\s\S]*<main[^>]*>/, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ');
  return plain(text).trim();
}

/** Tags that only somebody's text could have brought: what stands between the quotes of an attribute is its value. */
export function foreignTags(html: string): readonly string[] {
  return (
    html
      .replaceAll(/="[^"]*"/g, '')
      .match(/<script>|<img|<svg onload|<iframe|<[^>]*\son(?:error|focus|load)[^>]*>/g) ?? []
  );
}

/** The form with this button, as a browser would send it. */
export function formWith(html: string, button: string): Readonly<Record<string, string>> {
  const form = (html.match(/<form[\s\S]*?<\/form>/g) ?? []).find((one) =>
    one.includes(`>${button}</button>`),
  );
  if (form === undefined) throw new Error(`there is no button ${button}`);
  const fields = [...form.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g)];
  const pressed = new RegExp(
    `<button type="submit" name="([^"]*)" value="([^"]*)"[^>]*>${button}</button>`,
  ).exec(form);
  const all = pressed === null ? fields : [...fields, pressed];
  return Object.fromEntries(all.map(([, name = '', value = '']) => [name, plain(value)]));
}

function plain(text: string): string {
  return text
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');
}

/** What somebody may try to put on a page, in a name or a text. */
export const SCRIPTS: readonly string[] = [
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "' autofocus onfocus=alert(1) x='",
  '</title><script>alert(1)</script>',
  '</textarea></pre></code><svg onload=alert(1)>',
  '`</code><iframe srcdoc=alert(1)>`',
];

/** The rows of its lists, without those of the navigation, as they are read. */
export function listRows(html: string): readonly string[] {
  const main = html.slice(html.indexOf('<main'));
  return [...main.matchAll(/<li>([\s\S]*?)<\/li>/g)].map(([, row = '']) => shown(row));
}
