import { expect, test } from 'vitest'
import { brand } from '#common/border'
import type { Ability } from '#common/contract/session'
import type { ProjectSlug } from '#common/ids'
import { pageEntries } from '#renderer/shell/palette/places'

const citrus = brand<ProjectSlug>('citrus')
const IN_PROJECT = ['Images', 'Annotate', 'Batches', 'Versions', 'Health', 'New version']
const STATION = ['Projects', 'Models', 'Playground', 'Events', 'Catalog', 'Trash', 'Settings', 'Connections']

function offered(project: ProjectSlug | undefined, can: (ability: Ability) => boolean): string[] {
  return pageEntries(project, can).map(({ name }) => name)
}

test('the palette leads to every page of the side bar, and in a project to its own first', () => {
  expect(offered(citrus, () => true)).toEqual([...IN_PROJECT, ...STATION])
  expect(offered(undefined, () => true)).toEqual(STATION)
})

test('the palette leads to no page that the machine with the projects cannot serve', () => {
  const pages = offered(citrus, (ability) => ability === 'versions')

  const missing = ['Batches', 'Health', 'Catalog', 'Trash']
  expect(pages).toEqual([...IN_PROJECT, ...STATION].filter((name) => !missing.includes(name)))
})
