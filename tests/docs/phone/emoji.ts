/**
 * The signs that conversations show, drawn here: no font that may be shipped has them in colour, and a picture must not
 * depend on the machine that draws it. Each fills a square of 20 by 20.
 */
const GREEN = '#2e9e4f';
const RED = '#d83a34';
const BLUE = '#3b78c9';
const YELLOW = '#f2b63c';
const GREY = '#6b7680';
const PALE = '#cfd8df';
const DARK = '#38424b';

const SIGNS: Readonly<Record<string, string>> = {
  '✅': `${square(GREEN)}${stroke('M5.5 10.5l3 3 6-7', '#fff', 2.2)}`,
  '❌': stroke('M4 4l12 12M16 4L4 16', RED, 3),
  '⚠': `<path d="M10 2l8.5 15.5h-17z" fill="${YELLOW}"/>${stroke('M10 7v5.5M10 14.6v.4', DARK, 2)}`,
  '🛑': `<path d="M6.3 1.5h7.4l4.8 4.8v7.4l-4.8 4.8H6.3l-4.8-4.8V6.3z" fill="${RED}"/>${stroke('M6 10h8', '#fff', 2.4)}`,
  '❓': `${stroke('M6.5 6.6c0-4.6 7-4.6 7 0 0 3-3.5 2.8-3.5 6', RED, 2.6)}<circle cx="10" cy="16.6" r="1.6" fill="${RED}"/>`,
  '✋': `<path d="M5 18c-2-3-3-6-3-8l2-.4 1.4 2.4V4h2v5l.4-7h2v7l.6-6.5h2V9.5l.8-5h1.8V13c0 3-2 5-4 5z" fill="${YELLOW}"/>`,
  '🔧': `${stroke('M4 16l8-8', GREY, 3.4)}<circle cx="13.5" cy="6.5" r="4.2" fill="${GREY}"/><path d="M13 7l1-6 5 5z" fill="#fff"/>`,
  '📄': page('M7 9h6M7 12h6M7 15h4'),
  '📜': page('M6 7h8M6 10h8M6 13h8'),
  '📋': `<rect x="3" y="3" width="14" height="16" rx="2" fill="#b98a52"/><rect x="5" y="5.5" width="10" height="12" fill="#fff"/><rect x="7" y="1.5" width="6" height="3.5" rx="1" fill="${GREY}"/>`,
  '📝': `${page('M7 9h6M7 12h4')}${stroke('M11 17l6-6', YELLOW, 2.6)}`,
  '⚙': `<circle cx="10" cy="10" r="6.5" fill="none" stroke="${GREY}" stroke-width="3.6" stroke-dasharray="2.9 2.205"/><circle cx="10" cy="10" r="4.6" fill="none" stroke="${GREY}" stroke-width="2.6"/>`,
  '🧪': `<g transform="rotate(38 10 10)"><path d="M7.5 2h5v13a2.5 2.5 0 0 1-5 0z" fill="#eef3f6" stroke="${GREY}" stroke-width="1.2"/><path d="M7.5 9h5v6a2.5 2.5 0 0 1-5 0z" fill="${GREEN}"/></g>`,
  '💾': `<path d="M2 2h13l3 3v13H2z" fill="${DARK}"/><rect x="5" y="2" width="9" height="5.5" fill="${PALE}"/><rect x="5" y="10.5" width="10" height="7.5" fill="#fff"/>`,
  '⏱': `<circle cx="10" cy="11.5" r="7" fill="#fff" stroke="${GREY}" stroke-width="2"/>${stroke('M10 11.5V7.5M10 11.5l2.6 1.6M8 1.8h4M10 2v2.5', DARK, 1.8)}`,
  '🕓': clock('M10 10V5M10 10l3.5 2.5'),
  '⏰': `${clock('M10 10V5.5M10 10h3')}${stroke('M2.5 5l3-3M17.5 5l-3-3', RED, 2.2)}`,
  '⏳': `<path d="M5 2h10c0 4-3.6 5.5-3.6 8s3.6 4 3.6 8H5c0-4 3.6-5.5 3.6-8S5 6 5 2z" fill="#fdf0cf" stroke="${GREY}" stroke-width="1.2"/><path d="M6.5 17.5c1-3 2.5-4 3.5-4s2.5 1 3.5 4z" fill="${YELLOW}"/>${stroke('M4 2h12M4 18h12', '#b98a52', 2)}`,
  '💬': `<path d="M3.5 3h13a2 2 0 0 1 2 2v7a2 2 0 0 1-2 2H9l-4.5 4v-4h-1a2 2 0 0 1-2-2V5a2 2 0 0 1 2-2z" fill="#fff" stroke="${GREY}" stroke-width="1.4"/><g fill="${GREY}"><circle cx="6.5" cy="8.5" r="1.2"/><circle cx="10" cy="8.5" r="1.2"/><circle cx="13.5" cy="8.5" r="1.2"/></g>`,
  '👀': `<g fill="#fff" stroke="${DARK}" stroke-width="1.4"><ellipse cx="5.5" cy="10" rx="4" ry="6"/><ellipse cx="14.5" cy="10" rx="4" ry="6"/></g><circle cx="6.5" cy="11" r="2.2" fill="${DARK}"/><circle cx="15.5" cy="11" r="2.2" fill="${DARK}"/>`,
  '👍': `<path d="M2 9h3.5v9H2z" fill="${BLUE}"/><path d="M6.5 9L10 2c2.5 0 2.8 2 2 5.5h4.5c2 0 2 2 1.4 3L16.5 17c-.4 1-1 1.3-2 1.3h-8z" fill="${YELLOW}"/>`,
  '👎': `<g transform="rotate(180 10 10)"><path d="M2 9h3.5v9H2z" fill="${BLUE}"/><path d="M6.5 9L10 2c2.5 0 2.8 2 2 5.5h4.5c2 0 2 2 1.4 3L16.5 17c-.4 1-1 1.3-2 1.3h-8z" fill="${YELLOW}"/></g>`,
  '📊': `<rect x="1.5" y="1.5" width="17" height="17" rx="2" fill="#fff" stroke="${GREY}" stroke-width="1.2"/><rect x="4.5" y="9" width="3" height="7" fill="${GREEN}"/><rect x="8.7" y="5" width="3" height="11" fill="${RED}"/><rect x="12.9" y="11" width="3" height="5" fill="${BLUE}"/>`,
  '↩': `${square(BLUE)}${stroke('M14.5 13.5c0-4-2-5-8-5M9 5.5l-3 3 3 3', '#fff', 1.9)}`,
  '⏪': `${square(BLUE)}<path d="M10 5.5v9L4 10zM16 5.5v9L10 10z" fill="#fff"/>`,
  '▶': `${square(BLUE)}<path d="M7 5l8 5-8 5z" fill="#fff"/>`,
  '⏸': `${square(BLUE)}${stroke('M7.5 6v8M12.5 6v8', '#fff', 2.6)}`,
  '⏭': `${square(BLUE)}<path d="M4 5.5l6 4.5-6 4.5zM10 5.5l5 4.5-5 4.5z" fill="#fff"/>${stroke('M16 5.5v9', '#fff', 1.8)}`,
  '🔄': `${square(BLUE)}${stroke('M5.5 10a4.5 4.5 0 0 1 8-2.8M14.5 10a4.5 4.5 0 0 1-8 2.8', '#fff', 1.9)}`,
  '⬆': `${square(BLUE)}${stroke('M10 15V5.5M6 9l4-4 4 4', '#fff', 2)}`,
  '⬇': `${square(BLUE)}${stroke('M10 5v9.5M6 11l4 4 4-4', '#fff', 2)}`,
  '🆕': `${square(BLUE)}${stroke('M5 13.5v-7l4 7v-7M11.5 6.5h4M11.5 10h3M11.5 13.5h4M11.5 6.5v7', '#fff', 1.5)}`,
  '🗑': `<path d="M4 6h12l-1.2 12.5H5.2z" fill="${PALE}" stroke="${GREY}" stroke-width="1.3"/>${stroke('M2.5 5h15M8 2.5h4M8 9l.3 6.5M12 9l-.3 6.5', GREY, 1.5)}`,
  '💰': `<path d="M7 2h6l-1.8 3.5C16 8 18 12 17 16c-.4 2-2 2.5-7 2.5S3.4 18 3 16C2 12 4 8 8.8 5.5z" fill="#c99a3f"/>${stroke('M12 9.5c-3-1.5-4.5 1.8-2 2.5s1 4-2.3 2.4M10 7.8v8.5', '#fff', 1.3)}`,
  '🧾': page('M6.5 6h7M6.5 9h7M6.5 12h7M10.5 15h3'),
  '🧠': `<path d="M10 3c-4-2-8 1-7 5-2 2-1 6 2 6.5 1 3 4 3 5 1.5 1 1.5 4 1.5 5-1.5 3-.5 4-4.5 2-6.5 1-4-3-7-7-5z" fill="#ec9aa8"/>${stroke('M10 3.5v12M6.5 7c2 0 2 3 0 3.5M13.5 7c-2 0-2 3 0 3.5', '#b9586b', 1.2)}`,
  '📁': `<path d="M1.5 4h6l2 2.5h9V17h-17z" fill="#e0a33a"/><path d="M1.5 8h17v9h-17z" fill="${YELLOW}"/>`,
  '✏': `<path d="M3 17l1.2-4.5L13.5 3l3.5 3.5-9.5 9.3z" fill="${YELLOW}"/><path d="M3 17l1.2-4.5 3.3 3.3z" fill="${DARK}"/><path d="M13.5 3L15 1.7 18.5 5 17 6.5z" fill="#e58b84"/>`,
  '🚀': `<g transform="rotate(45 10 10)"><path d="M10 .5c3.5 3 4 7 3 12H7c-1-5-.5-9 3-12z" fill="${PALE}" stroke="${GREY}" stroke-width="1"/><circle cx="10" cy="7" r="1.9" fill="${BLUE}"/><path d="M7 9l-3 4v2.5l3-2zM13 9l3 4v2.5l-3-2z" fill="${RED}"/><path d="M8 13.5h4L10 19z" fill="${YELLOW}"/></g>`,
  '⬜': `<rect x="3" y="3" width="14" height="14" rx="2" fill="#fff" stroke="#b5bec6" stroke-width="1.8"/>`,
  '🌿': `${stroke('M4 18C6 12 9 8 15 4', GREEN, 1.8)}<path d="M15.5 2c2 5-1 8-5 8 .5-4 2-6.5 5-8zM4 7c4 0 6 2 5 6-4 0-5.5-2.5-5-6zM10 14c3-2 6-1.5 7.5 1-3 2-6 1.5-7.5-1z" fill="${GREEN}"/>`,
  '📌': `<path d="M7 2h6v6l3 3.5H4L7 8z" fill="${RED}"/>${stroke('M10 11.5V19', GREY, 1.6)}`,
  '🔎': `<circle cx="8" cy="8" r="5.5" fill="#e6f1fa" stroke="${GREY}" stroke-width="2"/>${stroke('M12.3 12.3L18 18', DARK, 2.8)}`,
  '🖼': `<rect x="1.5" y="3" width="17" height="14" fill="#fff" stroke="#b98a52" stroke-width="2"/><path d="M3 15.5l4.5-6 3 3.5 2.5-3 4 5.5z" fill="${GREEN}"/>`,
  '🔒': `<rect x="4" y="9" width="12" height="9.5" rx="1.5" fill="${YELLOW}"/>${stroke('M6.5 9V6a3.5 3.5 0 0 1 7 0v3', GREY, 2)}`,
  '🌐': `<circle cx="10" cy="10" r="8" fill="#e6f1fa" stroke="${BLUE}" stroke-width="1.5"/>${stroke('M2 10h16M10 2c-5 5-5 11 0 16M10 2c5 5 5 11 0 16', BLUE, 1.2)}`,
  '🏁': `<g fill="${DARK}"><rect x="4" y="2" width="4" height="4"/><rect x="12" y="2" width="4" height="4"/><rect x="8" y="6" width="4" height="4"/></g><rect x="4" y="2" width="13" height="9" fill="none" stroke="${DARK}" stroke-width="1.2"/>${stroke('M3.5 2v17', GREY, 1.8)}`,
  '👋': `<g transform="rotate(-20 10 10)"><path d="M5 18c-2-3-3-6-3-8l2-.4 1.4 2.4V4h2v5l.4-7h2v7l.6-6.5h2V9.5l.8-5h1.8V13c0 3-2 5-4 5z" fill="${YELLOW}"/></g>`,
};

/** The sign as a part of an SVG; undefined when it has not been drawn yet. */
export function signSvg(sign: string): string | undefined {
  return SIGNS[sign.replace('\uFE0F', '')];
}

function square(colour: string): string {
  return `<rect x="1.5" y="1.5" width="17" height="17" rx="3.5" fill="${colour}"/>`;
}

function stroke(path: string, colour: string, width: number): string {
  return `<path d="${path}" fill="none" stroke="${colour}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"/>`;
}

function page(lines: string): string {
  return `<path d="M4 1.5h8.5L16.5 6v12.5H4z" fill="#fff" stroke="${GREY}" stroke-width="1.2"/>${stroke(lines, GREY, 1.2)}`;
}

function clock(hands: string): string {
  return `<circle cx="10" cy="10" r="8" fill="#fff" stroke="${GREY}" stroke-width="2"/>${stroke(hands, DARK, 1.8)}`;
}
