import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { sourceFiles } from '../../scripts/kit/sources.mjs'

test('no part of the program lets Node make folders recursively: in file systems that take none it would try forever', () => {
  const files = sourceFiles(['common', 'main', 'preload']).filter((path) => path.endsWith('.ts'))

  const recursive = files.filter((path) => /mkdir(?:Sync)?\([^)]*recursive/.test(readFileSync(path, 'utf8')))

  expect(files.length).toBeGreaterThan(500)
  expect(recursive).toEqual([])
})
