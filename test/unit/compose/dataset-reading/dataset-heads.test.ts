import { expect, test } from 'vitest'
import { withHeads } from '#core/exchange/datasets/heads'
import type { DatasetFile, DatasetFiles } from '#core/exchange/datasets/ports'
import { recogniseFormats } from '#core/exchange/datasets/recognise'
import { IMPORTERS } from '#formats/importers/registry'
import { type Contents, labelFiles } from '#test/kit/label-files'
import { collect } from '#test/unit/formats/exporters/kit'

/** The files, and how often each was opened. */
function counted(contents: Contents) {
  const files = labelFiles(contents)
  const reads: Record<string, number> = {}
  const count = ({ path }: DatasetFile) => {
    reads[path] = (reads[path] ?? 0) + 1
  }
  const counting: DatasetFiles = {
    ...files,
    read(file) {
      count(file)
      return files.read(file)
    },
    head(file, bytes) {
      count(file)
      return files.head(file, bytes)
    },
  }
  return { files: counting, reads }
}

const SHAPE = { label: 'crate', shape_type: 'rectangle', points: [[20, 10], [80, 50]] } // biome-ignore format: one line
const LABELME = JSON.stringify({ version: '5', flags: {}, shapes: [SHAPE], imagePath: 'bay.png', imageData: null })
const VOC = '<annotation><filename>quay.png</filename><object><name>crate</name></object></annotation>'

test('a file is opened once however many formats look at it, and to read it too', async () => {
  const contents = { 'a/bay.json': LABELME, 'a/quay.xml': VOC, 'a/pier.txt': '0 0.5 0.5 0.1 0.1', 'a/list.jsonl': '{}' }
  const { files, reads } = counted({ ...contents, 'a/boxes.csv': 'a,b\n1,2\n' })

  const dataset = withHeads(files)

  const formats = await recogniseFormats(IMPORTERS, dataset, 'object-detection')
  const labelme = formats.find(({ importer }) => importer.id === 'labelme')
  const found = labelme ? await collect(labelme.importer.read(labelme.labels, dataset)) : []

  expect(found).toMatchObject([{ name: 'bay.png' }])
  expect(reads).toMatchObject({ 'a/bay.json': 1, 'a/quay.xml': 1 })
  expect(Object.values(reads).filter((times) => times > 1)).toEqual([])
})

test('heads that find no room are read anew, and say the same', async () => {
  const { files, reads } = counted({ 'a.json': LABELME, 'b.json': LABELME })
  const [first, second] = files.files
  if (!first || !second) throw new Error('There are two files')
  const bounded = withHeads(files, first.bytes)

  for (const file of [first, second, first, second]) expect(await bounded.head(file, 65_536)).toBe(LABELME)

  expect(reads).toEqual({ 'a.json': 1, 'b.json': 2 })
})

test('a head is no longer than what was asked for', async () => {
  const { files } = counted({ 'a.json': `${'é'.repeat(100)}${'x'.repeat(70_000)}` })
  const [file] = files.files
  if (!file) throw new Error('There is a file')
  const remembered = withHeads(files)

  for (const bytes of [10, 200, 1024, 70_000]) {
    expect(await remembered.head(file, bytes)).toBe(await files.head(file, bytes))
  }
})
