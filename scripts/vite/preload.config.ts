import { defineConfig } from 'vite'
import { root } from './alias.ts'

/** The preload script. In a sandbox it must be a single CommonJS file. */
export default defineConfig({
  root,
  build: {
    outDir: 'dist/preload',
    emptyOutDir: true,
    copyPublicDir: false,
    minify: false,
    target: 'chrome130',
    lib: { entry: 'preload/preload.ts', formats: ['cjs'], fileName: () => 'preload.cjs' },
    rolldownOptions: { external: ['electron'] },
  },
})
