import type { Hono as HonoApp } from 'hono';
import * as z from 'zod';
import type { WebDataSource, WebRequest, WebResource, WebVisitor } from '../contracts/web-page.ts';
import type { Visits } from './console-parts.ts';
import type { ConsoleContext, ConsoleEnv } from './guard.ts';

const PREFIX = '/api/v1';
const MISSING = 'There is no such thing, or it is not yours to read.';
const LOCKED = 'The chats of whoever made this token are locked.';

export interface ReadApiParts {
  readonly resources: readonly WebResource[];
  readonly version: string;
  readonly visits: Pick<Visits, 'isLocked' | 'reader'>;
  requestOf(c: ConsoleContext, visitor: WebVisitor): WebRequest;
  redact(text: string): string;
}

/**
 * Data for other programs. They send a token with each request: cookies do not count here, so no foreign page can use
 * the session of a browser.
 */
export function addReadApi(app: HonoApp<ConsoleEnv>, parts: ReadApiParts): void {
  app.get(`${PREFIX}/openapi.json`, async (c) => {
    if (visitorOf(c, parts) === undefined) return answerUnauthorized(c);
    return c.json(await openApiOf(parts));
  });
  for (const resource of parts.resources) {
    app.get(`${PREFIX}/${resource.name}`, async (c) => {
      const visitor = visitorOf(c, parts);
      if (visitor === undefined) return answerUnauthorized(c);
      if (parts.visits.isLocked(visitor)) return c.json({ error: LOCKED }, 423);
      const source = await resource.load();
      const query = source.query.safeParse(c.req.query());
      if (!query.success) return c.json({ error: z.prettifyError(query.error) }, 400);
      const found = await source.read(parts.requestOf(c, visitor));
      if (found === undefined) return c.json({ error: MISSING }, 404);
      const data = source.output.parse(found);
      // Sources clean their texts; all of it is redacted once more, in case one missed something.
      return c.body(parts.redact(JSON.stringify(data)), 200, { 'Content-Type': 'application/json' });
    });
  }
}

function visitorOf(c: ConsoleContext, { visits }: ReadApiParts): WebVisitor | undefined {
  const [, token] = /^Bearer ([\w-]{20,100})$/.exec(c.req.header('authorization') ?? '') ?? [];
  return token === undefined ? undefined : visits.reader(token);
}

function answerUnauthorized(c: ConsoleContext): Response {
  c.header('WWW-Authenticate', 'Bearer');
  return c.json({ error: 'Send a token as Authorization: Bearer <token>. To get one: wasap web token' }, 401);
}

/** The API as OpenAPI 3.1 describes it, from the schemas that its answers pass. */
async function openApiOf({
  resources,
  version,
}: Pick<ReadApiParts, 'resources' | 'version'>): Promise<object> {
  const paths = await Promise.all(
    resources.map(async ({ name, summary, load }) => {
      const source = await load();
      return [`${PREFIX}/${name}`, { get: operationOf(name, summary, source) }] as const;
    }),
  );
  return {
    openapi: '3.1.0',
    info: {
      title: 'wasap-agent',
      version,
      description: 'What the console in the browser shows. Reading only.',
    },
    components: { securitySchemes: { token: { type: 'http', scheme: 'bearer' } } },
    security: [{ token: [] }],
    paths: Object.fromEntries(paths),
  };
}

function operationOf(name: string, summary: string, { query, output }: WebDataSource): object {
  const parameters = Object.entries(query.shape).map(([parameter, schema]) => ({
    name: parameter,
    in: 'query',
    schema: schemaOf(schema as z.ZodType),
  }));
  return {
    operationId: name,
    summary,
    parameters,
    responses: {
      200: { description: summary, content: { 'application/json': { schema: schemaOf(output) } } },
      400: { description: 'A parameter has an unknown form.' },
      401: { description: 'The token is missing, or does not work any more.' },
      404: { description: MISSING },
      423: { description: LOCKED },
    },
  };
}

function schemaOf(schema: z.ZodType): object {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io: 'input' });
  return rest;
}
