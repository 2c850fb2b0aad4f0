import { defineConfig } from 'vite'
import manifest from '../../package.json' with { type: 'json' }
import { root } from './alias.ts'

const installed = Object.keys(manifest.dependencies)

/** Electron's main process, and the core's process beside it: our own sources; whatever is installed stays outside. */
export default defineConfig({
  root,
  build: {
    outDir: 'dist/desktop',
    emptyOutDir: true,
    copyPublicDir: false,
    minify: false,
    target: 'node20',
    ssr: true,
    rolldownOptions: {
      input: {
        main: 'main/desktop/main.ts',
        'core-process': 'main/desktop/core/core-process.ts',
        // Workers are started by their path, so each is a file of its own.
        'segment-worker': 'main/segment/worker.ts',
        'render-worker': 'main/transforms/worker.ts',
        'event-thread': 'main/storage/events/thread/event-thread.ts',
        'model-host': 'main/inference/host/process.ts',
        'session-worker': 'main/inference/host/session-worker.ts',
        'provider-probe': 'main/inference/providers/probe-process.ts',
      },
      external: ['electron', ...installed],
      output: { entryFileNames: '[name].mjs', chunkFileNames: 'shared/[name]-[hash].mjs' },
    },
  },
  ssr: { noExternal: true, external: installed },
})
