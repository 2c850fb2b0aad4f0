import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { byNames } from '#common/annotation/named/attribute'
import { ProjectType } from '#common/contract/projects'
import { EXPORTERS } from '#formats/exporters/registry'
import { labelContents, roundTrip } from '../imports/trip.ts'
import { asked, saidIn } from './asked.ts'

/** Formats that keep what labels say, and those of them that have a place for groups. */
const KEPT: ReadonlyMap<string, { readonly groups: boolean }> = new Map([
  ['coco', { groups: false }],
  ['cvat', { groups: true }],
])

const TYPES: readonly ProjectType[] = [
  ...(['object-detection', 'instance-segmentation', 'keypoint-detection'] as const),
  ...(['single-label-classification', 'multi-label-classification'] as const),
]

const CASES = EXPORTERS.filter(({ id }) => KEPT.has(id)).flatMap((exporter) =>
  TYPES.filter((type) => exporter.tasks[type]).map((type) => ({ exporter, type })),
)

describe.each(CASES)('$exporter.id for $type', ({ exporter, type }) => {
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
    expect(definitions(trip.source)).toEqual(definitions(source))
    expect(await saidIn(trip.source)).toEqual(await expected())
    expect(withoutReadmes(await labelContents(exporter, trip.source))).toEqual(withoutReadmes(trip.texts))
  })

  async function expected() {
    const said = await saidIn(source)
    const named = said.map((each) => ({ ...each, className: asciiOf(each) }))
    return KEPT.get(exporter.id)?.groups ? named : named.map((each) => ({ ...each, group: -1 }))
  }
})

/** They name the classes in the words of people. */
function withoutReadmes(texts: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(texts).filter(([path]) => !path.startsWith('README')))
}

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
