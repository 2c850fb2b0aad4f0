import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Plugin, UserConfig } from 'vite'
import { root } from './alias.ts'
import { bundledPackages } from './bundled-packages.ts'
import { PACKAGES_BESIDE } from './packages-beside.ts'

const OUTSIDE = ['electron', ...PACKAGES_BESIDE]

/** Workers are started by path, so each is a file of its own. */
export const WORKERS = {
  'segment-worker': 'main/segment/worker.ts',
  'render-worker': 'main/transforms/worker.ts',
  'tile-process': 'main/storage/blobs/tiles/process.ts',
  'dataset-process': 'main/compose/dataset-reading/process.ts',
  'event-thread': 'main/storage/events/thread/event-thread.ts',
  'check-thread': 'main/storage/kit/check/check-thread.ts',
  'images-thread': 'main/compose/exports/images-thread.ts',
  'blob-writing-thread': 'main/storage/blobs/writing/thread.ts',
  'manifest-thread': 'main/storage/catalog/manifest-thread.ts',
  'json-thread': 'main/servers/kit/json/thread.ts',
  'labelling-thread': 'main/compose/labelling/thread.ts',
  'event-schema-thread': 'main/compose/events/schema-thread.ts',
  'event-body-thread': 'main/compose/events/body-thread.ts',
  'model-host': 'main/inference/host/process.ts',
  'session-worker': 'main/inference/host/session-worker.ts',
  'text-thread': 'main/inference/models/tesseract/text-thread.ts',
  'provider-probe': 'main/inference/providers/probe-process.ts',
}

/** Keeps the names of functions and classes, so that stack traces in logs are readable. */
const SMALL = {
  compress: { keepNames: { function: true, class: true } },
  mangle: { keepNames: { function: true, class: true } },
  codegen: true,
}

/**
 * Returns the configuration of a shell with the core. Chunks must be beside their entries, which locate each other by
 * path.
 */
export function coreBundle(outDir: string, target: string, shell: Record<string, string>): UserConfig {
  return {
    root,
    plugins: [apiViewers(), bundledPackages(basename(outDir))],
    build: {
      outDir,
      emptyOutDir: true,
      copyPublicDir: false,
      target,
      ssr: true,
      rolldownOptions: {
        input: { ...shell, ...WORKERS },
        external: OUTSIDE,
        output: { entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash].mjs', minify: SMALL },
      },
    },
    ssr: { noExternal: true, external: OUTSIDE },
  }
}

const SWAGGER_UI = 'node_modules/@fastify/swagger-ui/static'
/** Files that the page does not request. */
const UNUSED = new Set(['swagger-ui.js', 'index.html', 'logo.svg', 'csp.json'])
const REDOC = 'node_modules/redoc/bundles/redoc.standalone.js'
const LARGE_BYTES = 100_000

/** Copies the files of both API viewers into a folder beside the bundle, the large ones compressed. */
function apiViewers(): Plugin {
  return {
    name: 'api-viewers',
    generateBundle() {
      const names = readdirSync(join(root, SWAGGER_UI)).filter((name) => !UNUSED.has(name))
      for (const path of [...names.map((name) => join(SWAGGER_UI, name)), REDOC]) {
        const content = readFileSync(join(root, path))
        const isLarge = content.length >= LARGE_BYTES
        this.emitFile({
          type: 'asset',
          fileName: `api-viewers/${basename(path)}${isLarge ? '.gz' : ''}`,
          originalFileName: path,
          source: isLarge ? gzipSync(content, { level: 9 }) : content,
        })
      }
    },
  }
}
