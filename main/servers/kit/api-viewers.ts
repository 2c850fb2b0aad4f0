import { createReadStream } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createGunzip } from 'node:zlib'
import type { FastifyInstance } from 'fastify'

/** A file of a viewer: the address that its page asks for, and where it lies. */
interface ViewerFile {
  readonly address: string
  readonly path: string
}

const isBundled = !import.meta.url.endsWith('.ts')
const { resolve } = createRequire(import.meta.url)
const swaggerUi = () => join(dirname(resolve('@fastify/swagger-ui/package.json')), 'static')

/** The folder that the small files of Swagger UI are served from: beside the bundle, or in its package. */
export const SWAGGER_UI_FOLDER = isBundled ? fileURLToPath(new URL('./api-viewers', import.meta.url)) : swaggerUi()

/** The large files of both viewers. A bundle has them compressed: whole, they would be a third of what is ours in an installed program. */
const LARGE_FILES: readonly ViewerFile[] = [
  ...['swagger-ui-bundle.js', 'swagger-ui-standalone-preset.js', 'swagger-ui.css'].map((name) => ({
    address: `/docs/static/${name}`,
    path: join(SWAGGER_UI_FOLDER, name),
  })),
  {
    address: '/redoc/redoc.js',
    path: isBundled ? join(SWAGGER_UI_FOLDER, 'redoc.standalone.js') : resolve('redoc/bundles/redoc.standalone.js'),
  },
]

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
}

/** Serves the large files of both viewers, under the addresses that their pages ask for. */
export function serveViewerFiles(server: FastifyInstance, contentSecurityPolicy: string): void {
  for (const { address, path } of LARGE_FILES) {
    server.get(address, { schema: { hide: true } }, async ({ headers }, reply) => {
      reply.header('content-security-policy', contentSecurityPolicy).type(TYPES[extname(path)] ?? '')
      if (!isBundled) return reply.send(createReadStream(path))
      const packed = createReadStream(`${path}.gz`)
      reply.header('vary', 'accept-encoding')
      if (!/\bgzip\b/.test(String(headers['accept-encoding']))) return reply.send(packed.pipe(createGunzip()))
      return reply.header('content-encoding', 'gzip').send(packed)
    })
  }
}
