/** The used parts of Hono in one file: it is built apart from the program, and read once a page is opened. */
import { type HttpBindings, createAdaptorServer as openHttpServer } from '@hono/node-server';
import { Hono as Routes } from 'hono';
import { bodyLimit as limitBody } from 'hono/body-limit';
import { getCookie as readCookie, setCookie as writeCookie } from 'hono/cookie';
import { raw as asHtml } from 'hono/html';
import { jsx as element, jsxs as elements, Fragment as FragmentNode } from 'hono/jsx/jsx-runtime';
import { streamSSE as streamEvents } from 'hono/streaming';

export type Bindings = HttpBindings;
export const Hono = Routes;
export const createAdaptorServer = openHttpServer;
export const bodyLimit = limitBody;
export const getCookie = readCookie;
export const setCookie = writeCookie;
export const streamSSE = streamEvents;
/** HTML that pages have made: it is not escaped once more. */
export const raw = asHtml;
/** Every compiled JSX file imports these; the build leads them here, so that there is one JSX. */
export const jsx = element;
export const jsxs = elements;
export const Fragment = FragmentNode;
