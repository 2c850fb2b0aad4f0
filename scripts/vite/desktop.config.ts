import { defineConfig } from 'vite'
import { coreBundle } from './core-bundle.ts'

/** Electron's main process, and the core's process beside it. */
export default defineConfig(
  coreBundle('dist/desktop', 'node20', {
    main: 'main/desktop/main.ts',
    'core-process': 'main/desktop/core/core-process.ts',
  }),
)
