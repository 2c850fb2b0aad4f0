import fastifySwagger from '@fastify/swagger'
import fastifySwaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { SWAGGER_UI_FOLDER, serveViewerFiles } from './api-viewers.ts'

export interface ApiReference {
  readonly title: string
  readonly version: string
  /** Purpose of the API, and how a caller authenticates. */
  readonly description: string
  /** Where the key goes that every operation asks for; undefined when none does. */
  readonly key: 'bearer' | 'X-API-Key' | undefined
}

/** Everything comes from the server itself, so the pages work with no network. Both viewers write styles into the page. */
const CONTENT_SECURITY_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self' data:; " +
  "connect-src 'self'; worker-src blob:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

const BEARER = { type: 'http' as const, scheme: 'bearer' }
const HEADER = { type: 'apiKey' as const, in: 'header', name: 'X-API-Key' }

const SECURITY = {
  bearer: { components: { securitySchemes: { key: BEARER } }, security: [{ key: [] }] },
  'X-API-Key': { components: { securitySchemes: { key: HEADER } }, security: [{ key: [] }] },
}

/** The bar at the top, where it would stand, is hidden. */
const NO_LOGO = { type: 'image/svg+xml', content: '<svg xmlns="http://www.w3.org/2000/svg"/>' }

/** Publishes the server's own OpenAPI document at `/openapi.json`, and two viewers of it. Call before the routes are made. */
export async function serveApiReference(server: FastifyInstance, { key, ...info }: ApiReference): Promise<void> {
  await server.register(fastifySwagger, {
    openapi: { openapi: '3.1.0', info, ...(key && SECURITY[key]) },
    transform: withScope,
    transformObject: (document) => withoutUnused(jsonSchemaTransformObject(document)),
  })
  await server.register(fastifySwaggerUi, {
    routePrefix: '/docs',
    baseDir: SWAGGER_UI_FOLDER,
    logo: NO_LOGO,
    staticCSP: CONTENT_SECURITY_POLICY,
    theme: { title: info.title, css: [{ filename: 'plain.css', content: '.swagger-ui .topbar { display: none }' }] },
  })
  server.get('/openapi.json', { schema: { hide: true } }, async () => server.swagger())
  serveViewerFiles(server, CONTENT_SECURITY_POLICY)
  serveRedoc(server, info.title)
}

/** The right that an operation asks of a key stands beside it as `x-scope`. */
const withScope: typeof jsonSchemaTransform = (given) => {
  const { schema, url } = jsonSchemaTransform(given)
  const { scope } = given.route.config ?? {}
  return { url, schema: typeof scope === 'string' ? { ...schema, 'x-scope': scope } : schema }
}

/** Named schemas come in two spellings, for what is sent and for what is answered; only those that are referred to stay. */
function withoutUnused(document: object): object {
  const { components, ...rest } = Documented.parse(document)
  let reached = JSON.stringify(rest)
  const used: Record<string, unknown> = {}
  const isNew = ([name]: readonly [string, unknown]) =>
    !(name in used) && reached.includes(`"#/components/schemas/${name}"`)
  const entries = Object.entries(components.schemas)
  for (let found = entries.filter(isNew); found.length > 0; found = entries.filter(isNew)) {
    Object.assign(used, Object.fromEntries(found))
    reached += JSON.stringify(found)
  }
  return { ...rest, components: { ...components, schemas: used } }
}

const Documented = z.looseObject({ components: z.looseObject({ schemas: z.record(z.string(), z.unknown()) }) })

function serveRedoc(server: FastifyInstance, title: string): void {
  const page = redocPage(title)
  server.get('/redoc', { schema: { hide: true } }, async (_request, reply) =>
    reply.header('content-security-policy', CONTENT_SECURITY_POLICY).type('text/html; charset=utf-8').send(page),
  )
}

function redocPage(title: string): string {
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width">
    <title>${title}</title>
    <link rel="icon" href="data:,">
    <style>body { margin: 0 }</style>
  </head>
  <body>
    <redoc spec-url="/openapi.json" hide-download-button="true"></redoc>
    <script src="/redoc/redoc.js"></script>
  </body>
</html>
`
}
