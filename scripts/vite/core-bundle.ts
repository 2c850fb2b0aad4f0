import type { UserConfig } from 'vite'
import manifest from '../../package.json' with { type: 'json' }
import { root } from './alias.ts'

const installed = Object.keys(manifest.dependencies)

/** Workers are started by their path, so each is a file of its own. */
const WORKERS = {
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
  'provider-probe': 'main/inference/providers/probe-process.ts',
}

/** A shell with the core: our own sources; whatever is installed stays outside. Chunks lie beside their entries, as paths count on it. */
export function coreBundle(outDir: string, target: string, shell: Record<string, string>): UserConfig {
  return {
    root,
    build: {
      outDir,
      emptyOutDir: true,
      copyPublicDir: false,
      minify: false,
      target,
      ssr: true,
      rolldownOptions: {
        input: { ...shell, ...WORKERS },
        external: ['electron', ...installed],
        output: { entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash].mjs' },
      },
    },
    ssr: { noExternal: true, external: installed },
  }
}
