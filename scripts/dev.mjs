/**
 * `npm run dev [-- FLAGS]`: the studio with hot reload, and a station that runs from its sources and restarts when they
 * change. The flags are those of the station, whose library is dev-library/ by default. A debugger finds it at
 * 127.0.0.1:9229.
 */
import { createServer } from 'vite'
import { devStation } from './kit/dev-station.mjs'
import { canRunTessera, NODE_NEEDED } from './kit/node.mjs'
import { fromRoot } from './kit/paths.mjs'

const PAGE_PORT = 9010

if (!canRunTessera(process.versions.node)) {
  console.error(NODE_NEEDED)
  process.exit(1)
}

const station = devStation(process.argv.slice(2))
const studio = await station.start()
const { studioProxy } = await import('./vite/studio-proxy.ts')
const page = await createServer({
  configFile: fromRoot('scripts/vite/renderer.config.ts'),
  cacheDir: fromRoot('node_modules/.cache/vite-dev'),
  plugins: [studioProxy(studio.origin)],
  server: { host: '127.0.0.1', port: PAGE_PORT },
})
page.watcher.add(station.sources)
page.watcher.on('all', (_event, path) => station.changed(path))
await page.listen()
console.log(`The studio, with hot reload: ${page.resolvedUrls?.local[0]}${studio.search}`)
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) process.on(signal, () => void end())

async function end() {
  await Promise.all([station.stop(), page.close()])
  process.exit(0)
}
