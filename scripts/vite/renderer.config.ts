import { resolve } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { alias, root } from './alias.ts'
import { bundledPackages } from './bundled-packages.ts'
import { scaledLengths } from './scaled-lengths.ts'

/** The page. Its addresses are relative, so that it works at `tessera://` and at the station's address. */
export default defineConfig({
  root: resolve(root, 'renderer'),
  base: './',
  plugins: [react(), bundledPackages('renderer')],
  resolve: { alias },
  css: scaledLengths,
  build: {
    outDir: resolve(root, 'dist/renderer'),
    emptyOutDir: true,
    // The page's policy allows fonts only from files.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 2000,
  },
})
