import { readdirSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Plugin } from 'vite'
import { root } from './alias.ts'

/** Forwards everything that is not a source of the page to a station: its sockets, its images, and the sign-in link. */
export function studioProxy(station: string): Plugin {
  const sources = readdirSync(resolve(root, 'renderer'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
  const own = `(?:${sources.join('|')}|node_modules|@[^/]*)/|@|[\\w-]+\\.html|$|\\?(?!(?:.*&)?token=)`
  return {
    name: 'studio-proxy',
    // The hot reload socket has a token too, so that only the rule for procedures may accept sockets.
    config: () => ({
      server: { proxy: { '/rpc': { target: station, ws: true }, [`^/(?!${own})`]: { target: station } } },
    }),
  }
}
