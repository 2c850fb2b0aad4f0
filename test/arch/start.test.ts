import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { fromRoot } from '../../scripts/kit/paths.mjs'
import { sourceFiles } from '../../scripts/kit/sources.mjs'

/** Node looks at all that an imported module exports, and `WebSocket` of `node:http` loads a whole HTTP client: a tenth of the time of a start. */
test('no source of the core imports values of node:http', () => {
  const importing = sourceFiles(['main', 'common']).filter((path) =>
    /^import (?!type )(?:\w+|\{[^}]*\}) from 'node:http'$/m.test(readFileSync(fromRoot(path), 'utf8')),
  )

  expect(importing).toEqual([])
})
