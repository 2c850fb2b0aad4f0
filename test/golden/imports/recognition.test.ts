import { describe, expect, test } from 'vitest'
import { ProjectType } from '#common/contract/projects'
import { recogniseFormats } from '#core/exchange/datasets/recognise'
import type { Exporter } from '#formats/exporters/define'
import { EXPORTERS } from '#formats/exporters/registry'
import { IMPORTERS } from '#formats/importers/registry'
import { contentsOf } from '#test/kit/exported-files'
import { labelFiles } from '#test/kit/label-files'
import { harbor, versionOf } from '#test/unit/formats/exporters/kit'
import { roundTrip, typeKept } from './trip.ts'

/** Formats that are read by the importer of another. */
function importerOf({ id }: Exporter): string {
  const other = OTHERS.get(id)
  if (other !== undefined || IMPORTERS.some((importer) => importer.id === id)) return other ?? id
  return /^(?:mt-)?yolov?\d/.test(id) ? 'yolov8' : id
}

const OTHERS: ReadonlyMap<string, string> = new Map([
  ['coco-segmentation', 'coco'],
  ['coco-segmentation-rle', 'coco'],
  ['dota', 'yolov5-obb'],
  ['yolov4pytorch', 'yolokeras'],
  ['clip', 'folder'],
  ['yolov8-cls', 'folder'],
  ['cvat-yolo', 'darknet'],
  ['florence2', 'jsonl'],
  ['paligemma', 'jsonl'],
])

/** Names that other formats could be taken for, that are no names of properties or of files, or are longer than most. */
const NAMES = ['1', '0.5', '🍎', '__proto__', 'nul', 'train', 'images', 'x'.repeat(200)]

const CASES = EXPORTERS.flatMap((exporter) =>
  ProjectType.options.filter((type) => exporter.tasks[type]).map((projectType) => ({ exporter, projectType })),
)

describe.each(CASES)('$exporter.id for $projectType', ({ exporter, projectType }) => {
  test.each(NAMES)('is recognised with the class %s', async (name) => {
    const [first, ...others] = versionOf({ projectType }).classes
    if (!first) throw new Error('The golden version has classes')
    const source = harbor({ projectType, classes: [{ ...first, name }, ...others] })
    const files = labelFiles(await contentsOf(exporter.files(source)))

    const [found] = await recogniseFormats(IMPORTERS, files, typeKept(exporter, projectType))

    expect(found?.importer.id).toBe(importerOf(exporter))
  })
})

test.each(CASES)('$exporter.id for $projectType comes back with classes called by numbers', async (each) => {
  const { exporter, projectType } = each
  const classes = versionOf({ projectType }).classes.map((known, index) => ({ ...known, name: String(index + 1) }))

  const plain = await roundTrip(exporter, harbor({ projectType }))
  const numbered = await roundTrip(exporter, harbor({ projectType, classes }))

  expect(numbered?.problems).toEqual([])
  expect(counts(numbered)).toEqual(counts(plain))
})

function counts(trip: Awaited<ReturnType<typeof roundTrip>>) {
  return [...(trip?.described ?? [])].map(([name, drafts]) => [name, drafts.length])
}
