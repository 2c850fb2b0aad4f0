import { readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { expect, test } from 'vitest'
import { areaOf } from '../../scripts/kit/import-law.mjs'
import { fromRoot } from '../../scripts/kit/paths.mjs'
import { PRODUCT_FOLDERS, sourceFiles } from '../../scripts/kit/sources.mjs'

test('every source file of the program lies in an area of the import law', () => {
  const homeless = sourceFiles(PRODUCT_FOLDERS).filter((path) => areaOf(path) === undefined)

  expect(homeless).toEqual([])
})

test('an import that leaves its area says so by an alias', () => {
  const crossings = sourceFiles(PRODUCT_FOLDERS).flatMap((path) =>
    relativeImports(path)
      .filter((target) => areaOf(target) !== areaOf(path))
      .map((target) => `${path} → ${target}`),
  )

  expect(crossings).toEqual([])
})

test('common and core ask a port for the time', () => {
  const clocks = sourceFiles(['common', 'main/core']).filter((path) => /new Date\(\s*\)/.test(textOf(path)))

  expect(clocks).toEqual([])
})

function relativeImports(path: string): string[] {
  const specifiers = [...textOf(path).matchAll(/(?:from|import)[ (]'(\.[^']*)'/g)].map(
    ([, specifier]) => specifier ?? '',
  )
  return specifiers.map((specifier) => posix.join(posix.dirname(path), specifier))
}

function textOf(path: string): string {
  return readFileSync(fromRoot(path), 'utf8')
}
