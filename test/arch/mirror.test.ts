import { existsSync } from 'node:fs'
import { posix } from 'node:path'
import { expect, test } from 'vitest'
import { fromRoot } from '../../scripts/kit/paths.mjs'
import { sourceFiles } from '../../scripts/kit/sources.mjs'

const UNITS = 'test/unit/'

test('unit tests lie in the folders of their sources', () => {
  const folders = new Set(sourceFiles(['test/unit']).map((path) => posix.dirname(path).slice(UNITS.length)))

  const strays = [...folders].filter(
    (folder) => !existsSync(fromRoot(`main/${folder}`)) && !existsSync(fromRoot(folder)),
  )
  expect(folders.size).toBeGreaterThan(50)
  expect(strays).toEqual([])
})
