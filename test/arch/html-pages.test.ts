import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { fromRoot } from '../../scripts/kit/paths.mjs'

/** Vite only warns of a missing stylesheet, and the page is then built without it. */
test.each(['index.html', 'gallery.html'])('every file that %s names exists', (page) => {
  const html = readFileSync(fromRoot(`renderer/${page}`), 'utf8')

  const named = [...html.matchAll(/(?:href|src)="\.\/([^"]+)"/g)].map(([, path = '']) => path)
  expect(named.length).toBeGreaterThan(2)
  expect(named.filter((path) => !existsSync(fromRoot(`renderer/${path}`)))).toEqual([])
})
