import { describe, expect, test } from 'vitest'
import { labelStudioMin } from '#formats/importers/tools/label-studio-rows'
import { fatesOf, importWith, labelFiles, objectsByName, objectsOf, reviewOf } from '#test/kit/label-files'
import { BOX } from './kit.ts'

const value = { x: 10, y: 10, width: 30, height: 40, rotation: 0, rectanglelabels: ['crate'] }
const polygon = {
  points: [
    [10, 10],
    [40, 10],
    [40, 50],
  ],
  polygonlabels: ['sail'],
}

describe('the CSV of Label Studio', () => {
  const AFTER = 'annotator,annotation_id,created_at,updated_at,lead_time'
  const told = (id: number) => `1,${id},2024-05-01T10:00:00.000000Z,2024-05-01T10:00:00.000000Z,3.5`
  const cell = (said: unknown) => `"${JSON.stringify(said).replaceAll('"', '""')}"`
  const row = (name: string, id: number, said: string) => `/data/upload/7/3f2a1b4c-${name},${id},${said},${told(id)}`

  function table(column: string, ...rows: readonly string[]) {
    return { 'export.csv': [`image,id,${column},${AFTER}`, ...rows].join('\n'), 'bay.jpg': '', 'quay.jpg': '' }
  }

  const drawn = table('label', row('bay.jpg', 1, cell([value, polygon])), row('quay.jpg', 2, ''))

  test('boxes and outlines are read, and an image without any stays unlabelled', async () => {
    const found = await reviewOf(drawn)

    expect(found.id).toBe('label-studio-csv')
    expect(objectsByName(found)).toMatchObject({
      'bay.jpg': [
        { className: 'crate', ...BOX },
        { className: 'sail', kind: 'polygon', rings: [[20, 10, 80, 10, 80, 50]] },
      ],
    })
    expect(found.problems).toEqual([])
  })

  test.each(['single-label-classification', 'multi-label-classification'] as const)(
    'JSON becomes no class name in a project of %s',
    async (type) => {
      const found = await reviewOf(drawn, type)

      expect(found.id).toBe('label-studio-csv')
      expect(JSON.stringify(found.fates)).not.toContain('rectanglelabels')
    },
  )

  test('a single choice and several are classes, whatever the column is called', async () => {
    const found = await reviewOf(
      table('weather', row('bay.jpg', 1, cell({ choices: ['fog', 'rain'] })), row('quay.jpg', 2, 'fog')),
      'multi-label-classification',
    )

    expect(found.fates).toEqual({ 'bay.jpg': ['fog', 'rain'], 'quay.jpg': ['fog'] })
  })

  test('the columns may stand in another order, and a table of single choices is read by the name of its column', async () => {
    const text = `id,choice,image,${AFTER}\n1,fog,s3://bucket/bay.jpg,${told(1)}\n`

    const found = await reviewOf({ 'export.csv': text, 'bay.jpg': '' }, 'single-label-classification')

    expect(found.fates).toEqual({ 'bay.jpg': ['fog'] })
  })

  test('a text that may be a class or an answer is named, and so is JSON that cannot be read', async () => {
    const found = await reviewOf(
      table('verdict', row('bay.jpg', 1, 'fine'), row('quay.jpg', 2, '"[{""x"": 10"')),
      'multi-label-classification',
    )

    expect(found.fates).toEqual({ 'quay.jpg': 'unlabelled' })
    expect(objectsOf(found.images[0])).toContain('"verdict" contains invalid JSON')
    expect(found.problems).toEqual([
      'export.csv: Fields not used: verdict. Rename the field with the classes to "choice", or the field with the captions to "caption".',
    ])
  })

  test('a region that cannot be read leaves its image unlabelled', async () => {
    const found = await reviewOf(table('label', row('bay.jpg', 1, cell([{ x: 1, y: 2, width: 3, height: 4 }]))))

    expect(found.fates).toEqual({ 'bay.jpg': 'unlabelled' })
  })

  test('a row without an image is named', async () => {
    const found = await reviewOf({ 'export.csv': `text,id,label,${AFTER}\nhello,1,${cell([value])},${told(1)}\n` })

    expect(found.problems).toEqual(['export.csv line 2: Row skipped: the image name is missing.'])
  })
})

test('a cell of JSON in a table of classes is refused by its row', async () => {
  const found = await reviewOf(
    { 'labels.csv': 'filename,label\nbay.jpg,"[{""x"": 10}]"\nquay.jpg,crate\n', 'bay.jpg': '', 'quay.jpg': '' },
    'single-label-classification',
  )

  expect(found.fates).toEqual({ 'quay.jpg': ['crate'] })
  expect(found.problems).toEqual(['labels.csv line 2: Row skipped: the row contains JSON instead of a class name.'])
})

describe('the short form of Label Studio', () => {
  const read = (rows: readonly object[]) =>
    importWith(labelStudioMin, labelFiles({ 'export.json': JSON.stringify(rows) }))

  test('one choice and several are read in the same file, whatever the field is called', async () => {
    const found = await read([
      { image: 'bay.jpg', id: 1, weather: { choices: ['fog', 'rain'] }, annotator: 1 },
      { image: 'quay.jpg', id: 2, weather: 'fog', annotator: 1 },
      { image: 'pier.jpg', id: 3, choice: 'sun', annotator: 1 },
      { image: 'sea.jpg', id: 4, title: 'Sea', annotator: 1 },
    ])

    expect(await fatesOf(found, 'multi-label-classification')).toEqual({
      'bay.jpg': ['fog', 'rain'],
      'quay.jpg': ['fog'],
      'pier.jpg': ['sun'],
    })
  })

  test('a text is an answer where other rows say so', async () => {
    const found = await read([
      { image: 'bay.jpg', id: 1, note: [{ text: ['A crate', 'and a barrel'] }], annotator: 1, annotation_id: 1 },
      { image: 'quay.jpg', id: 2, note: 'Two crates', annotator: 1, annotation_id: 2 },
    ])

    expect(objectsByName(found, { type: 'text-image-pairs' })).toMatchObject({
      'bay.jpg': [{ kind: 'text', answer: 'A crate\nand a barrel' }],
      'quay.jpg': [{ kind: 'text', answer: 'Two crates' }],
    })
  })
})
