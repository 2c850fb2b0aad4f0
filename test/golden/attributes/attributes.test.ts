import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { byNames } from '#common/annotation/named/attribute'
import { ProjectType } from '#common/contract/projects'
import { EXPORTERS } from '#formats/exporters/registry'
import { labelContents, roundTrip } from '../imports/trip.ts'
import { asked, saidIn } from './asked.ts'
import { KEPT } from './kept.ts'

const CASES = EXPORTERS.flatMap((exporter) => {
  const kept = KEPT[exporter.id]
  return (kept?.types ?? []).flatMap((type) => (kept ? [{ exporter, type, kept }] : []))
})

describe.each(CASES)('$exporter.id for $type', ({ exporter, type, kept }) => {
  const source = asked(type)

  test('what labels say is in the files, byte for byte', async () => {
    const texts = withoutReadmes(await labelContents(exporter, source))
    const folder = join(import.meta.dirname, exporter.id, type)
    for (const [path, text] of Object.entries(texts)) {
      if (process.env['UPDATE_GOLDEN'] === '1') await written(join(folder, path), text)

      expect(text).toBe(await readFile(join(folder, path), 'utf8'))
    }
  })

  test('the same attributes and values come back, and are written as the same bytes', async () => {
    const trip = await roundTrip(exporter, source)
    if (!trip) throw new Error(`No importer reads ${exporter.id}`)

    expect(trip.problems).toEqual([])
    expect(definitions(kept.isListed ? trip.source : source)).toEqual(definitions(source))
    expect(await saidIn(trip.source)).toEqual(await expected())
    expect(withoutReadmes(await labelContents(exporter, trip.source))).toEqual(withoutReadmes(trip.texts))
  })

  test('only what has no place in the files is told to be left out', () => {
    const isAboutAll = type.endsWith('-classification')
    const groups = kept.hasGroups && !isAboutAll ? [] : ['groups']
    expect(exporter.leavesOut(type).filter((kind) => kind === 'attributes' || kind === 'groups')).toEqual(groups)
  })

  async function expected() {
    const said = await saidIn(source)
    const named = said.map((each) => ({ ...each, className: asciiOf(each) }))
    return kept.hasGroups ? named : named.map((each) => ({ ...each, group: -1 }))
  }
})

/** They name the classes in the words of people. */
function withoutReadmes(texts: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(texts).filter(([path]) => !path.startsWith('README')))
}

test('formats that have no place for what labels say tell so of every type of project', () => {
  const told = EXPORTERS.flatMap(({ id, tasks, leavesOut }) =>
    ProjectType.options
      .filter((type) => tasks[type] && !leavesOut(type).includes('attributes'))
      .map((type) => `${id} ${type}`),
  )
  const kept = CASES.map(({ exporter: { id }, type }) => `${id} ${type}`)

  // They differ from the formats above in the outlines alone, or are those of other tasks.
  const alike = /^coco-segmentation|semantic-segmentation$|^(?:fiftyone|voc) instance-segmentation$/
  expect(told.filter((each) => !alike.test(each)).toSorted()).toEqual(kept.toSorted())
})

function asciiOf(label: object): string {
  return 'className' in label ? String(label.className).replace('ö', 'o') : ''
}

function definitions({ version }: ReturnType<typeof asked>) {
  return Object.fromEntries(
    version.classes.map(({ name, attributes = [] }) => [name.replace('ö', 'o'), attributes.map(byNames)]),
  )
}

async function written(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, text)
}
