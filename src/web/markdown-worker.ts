import { parentPort, workerData } from 'node:worker_threads';
import TurndownService from 'turndown';
import { messageOf } from '../core/failure.ts';
import type { HtmlPage, MarkdownAnswer } from './web-reader.ts';

function convertPage({ html, url }: HtmlPage): MarkdownAnswer {
  try {
    return { markdown: tidyMarkdown(serviceFor(url).turndown(html)) };
  } catch (error) {
    // For example, a page may be nested ten thousand deep.
    return { problem: messageOf(error).slice(0, 200) };
  }
}

/** Elements that are no use as text: programs, decoration, form fields, and content that a reader does not see. */
const LEFT_OUT = [
  'script',
  'style',
  'noscript',
  'template',
  'svg',
  'math',
  'iframe',
  'object',
  'embed',
  'canvas',
  'audio',
  'video',
  'button',
  'input',
  'select',
  'textarea',
  'nav',
  'meta',
  'link',
];

function serviceFor(base: string): TurndownService {
  const service = new TurndownService({
    headingStyle: 'atx',
    codeBlockStyle: 'fenced',
    bulletListMarker: '-',
    emDelimiter: '*',
    hr: '---',
  });
  // Names in code would get many backslashes, and the result is not rendered.
  service.escape = (text) => text;
  // The rule that was added last is asked first.
  return service
    .addRule('title', { filter: isNamed('title'), replacement: (text) => `# ${text.trim()}\n\n` })
    .addRule('picture', { filter: 'img', replacement: (_text, node) => oneSpaced(attributeOf(node, 'alt')) })
    .addRule('link', {
      filter: 'a',
      replacement: (text, node) => linkText(text.trim(), targetOf(attributeOf(node, 'href'), base)),
    })
    .addRule('cell', { filter: ['td', 'th'], replacement: (text) => `${oneSpaced(text)} | ` })
    .addRule('row', { filter: 'tr', replacement: (text) => `| ${text.trim()}\n` })
    .addRule('table', { filter: 'table', replacement: (text) => `\n\n${text.trim()}\n\n` })
    .addRule('left-out', {
      filter: (node) => isNamed(...LEFT_OUT)(node) || isHidden(node),
      replacement: () => '',
    });
}

/** The parts of an element that are used: the types of browsers are not available in this program. */
interface PageElement {
  readonly nodeName: string;
  getAttribute(name: string): string | null;
}

function isNamed(...names: readonly string[]): (node: unknown) => boolean {
  return (node) => names.includes((node as PageElement).nodeName.toLowerCase());
}

function attributeOf(node: unknown, name: string): string {
  return (node as PageElement).getAttribute(name) ?? '';
}

function oneSpaced(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

/** Pages hide instructions in words that no reader sees. */
function isHidden(node: unknown): boolean {
  const isMarked = (node as PageElement).getAttribute('hidden') !== null;
  return isMarked || UNSEEN.test(attributeOf(node, 'style'));
}

const UNSEEN =
  /display\s*:\s*none|visibility\s*:\s*hidden|font-size\s*:\s*0(?![.\d])|opacity\s*:\s*0(?![.\d])/i;

/** Undefined for a place on the same page, and for an address that is no page. */
function targetOf(href: string, base: string): string | undefined {
  if (href === '' || href.startsWith('#') || !URL.canParse(href, base)) return undefined;
  const url = new URL(href, base);
  return url.protocol === 'https:' || url.protocol === 'http:' ? url.href : undefined;
}

function linkText(text: string, target: string | undefined): string {
  if (text === '' || target === undefined) return text;
  return text === target ? target : `[${text}](${target})`;
}

function tidyMarkdown(markdown: string): string {
  return markdown
    .replace(/[ \t]+$/gm, '')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

// Only the thread that `web-reader.ts` starts has a port: importing this does nothing.
parentPort?.postMessage(convertPage(workerData as HtmlPage));
