/** How tasks and jobs are called: ASCII, so that no two look the same, and short enough for a line on a phone. */
export const NAME = /^[A-Za-z][A-Za-z0-9_-]{0,63}$/;
export const NAME_RULE = 'a letter, then letters, digits, - or _, 64 at most';

/** A name that every object of JavaScript answers to; nothing that people or models write may be called so. */
export function isPrototypeName(name: string): boolean {
  return name in Object.prototype || name === 'prototype';
}
