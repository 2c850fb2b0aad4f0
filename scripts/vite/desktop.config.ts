import { defineConfig } from 'vite'
import { coreBundle } from './core-bundle.ts'

/** Electron's main process, the core's process, and the station that an installed program can run on Node. */
export default defineConfig(
  coreBundle('dist/desktop', 'node20', {
    main: 'main/desktop/main.ts',
    station: 'main/station/main.ts',
    'core-process': 'main/desktop/core/core-process.ts',
  }),
)
