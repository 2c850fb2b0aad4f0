import { readdirSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Plugin } from 'vite'
import { root } from './alias.ts'

/** Sends everything that is no source of the page to a station: its sockets, its images, and the link that signs a browser in. */
export function studioProxy(station: string): Plugin {
  const sources = readdirSync(resolve(root, 'renderer'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
  const own = `(?:${sources.join('|')}|node_modules|@[^/]*)/|@|[\\w-]+\\.html|$|\\?(?!(?:.*&)?token=)`
  return {
    name: 'studio-proxy',
    // The socket of the hot reload has a token too: no other rule than that of the procedures takes sockets.
    config: () => ({
      server: { proxy: { '/rpc': { target: station, ws: true }, [`^/(?!${own})`]: { target: station } } },
    }),
  }
}
