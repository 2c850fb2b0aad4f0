import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import { describe, expect, test } from 'vitest'
import { ProjectType } from '#common/contract/projects'
import { archiveOf } from '#formats/archive'
import { EXPORTERS } from '#formats/exporters/registry'
import type { ExportFile } from '#formats/kit/files'
import { collect, harbor, textsOf } from '#test/unit/formats/exporters/kit'

/** Formats whose files are those of another, save for the name of the format in the README. */
const SAME_FILES: Readonly<Record<string, string>> = {
  yolov11: 'yolov8',
  yolov12: 'yolov8',
  yolo26: 'yolov8',
  yolov10: 'yolov8',
  yolov9: 'yolov8',
  yolov7pytorch: 'yolov8',
  yolov5pytorch: 'yolov8',
  yolov4scaled: 'yolov8',
  yolov4pytorch: 'yolokeras',
  // No object of the set has a hole.
  'coco-segmentation-rle': 'coco-segmentation',
}

/** Every other exporter has a folder of goldens for each project type that it serves: the texts of the data set of formats.md §1.8. */
const CASES = EXPORTERS.flatMap((exporter) =>
  ProjectType.options.filter((type) => exporter.tasks[type]).map((projectType) => ({ exporter, projectType })),
)

describe.each(CASES)('$exporter.id for $projectType', ({ exporter, projectType }) => {
  const source = harbor({ projectType })

  test('every text is the golden one, byte for byte', async () => {
    const golden = SAME_FILES[exporter.id] ?? exporter.id
    const folder = join(import.meta.dirname, golden, projectType)
    if (process.env['UPDATE_GOLDEN'] === '1' && golden === exporter.id) await writeTexts(folder, exporter.files(source))
    const texts = await readTexts(folder)
    const readme = texts['README.tessera.txt']?.replace(`format: ${golden}\n`, `format: ${exporter.id}\n`)

    expect(await textsOf(exporter.files(source))).toEqual({ ...texts, 'README.tessera.txt': readme })
  })

  test('the READMEs come first, then the other root files, then the splits by code unit', async () => {
    const files = await collect(exporter.files(source))
    const paths = files.map(({ kind, path }) => (kind === 'folder' ? `${path}/` : path))

    expect(paths).toEqual(paths.toSorted(inArchiveOrder))
    expect(new Set(paths).size).toBe(paths.length)
  })

  test('its archive has the same bytes twice', async () => {
    const [first, second] = [await archived(), await archived()]

    expect(first.length).toBeGreaterThan(500)
    expect(first.equals(second)).toBe(true)
  })

  async function archived(): Promise<Buffer> {
    const archive = archiveOf(exporter.files(source), {
      mtime: source.version.createdAt,
      signal: new AbortController().signal,
      readImage: async () => Buffer.from('JPEG'),
      cutOut: async (_, windows) => windows.map(() => Buffer.from('JPEG')),
    })
    return Buffer.concat(await collect(archive))
  }

  test('both images are in it', async () => {
    const files = await collect(exporter.files(source))

    const inside = files.map((file) => (file.kind === 'records' ? collect(file.records) : Promise.resolve([])))
    const records = (await Promise.all(inside)).flat().map(({ image }) => image.fileName)
    const images = files
      .filter(({ kind }) => kind === 'image')
      .map(({ path }) =>
        path
          .split('/')
          .at(-1)
          ?.replace(/_leftImg8bit(?=\.)/, ''),
      )
    const cropped = files.flatMap((file) => (file.kind === 'crop' ? [file.cut.image.fileName] : []))
    expect([...new Set([...records, ...images, ...cropped])]).toEqual([
      'bay-01_png.rf.0123456789abcdef0123456789abcdef.jpg',
      // Nothing can be cut out of an image without an object.
      ...(cropped.length > 0 ? [] : ['quay_jpg.rf.fedcba9876543210fedcba9876543210.jpg']),
    ])
  })
})

test('every exporter has an identifier of its own', () => {
  expect(new Set(EXPORTERS.map(({ id }) => id)).size).toBe(EXPORTERS.length)
})

test('the documentation names the formats of every type of project', async () => {
  const text = await readFile(join(import.meta.dirname, '../../../docs/management-api.md'), 'utf8')
  const [, section = ''] = /## Formats of exports\n(.*?)\n## /s.exec(text) ?? []
  const named = new Set(Array.from(section.matchAll(/`([\w.-]+)`/g), ([, id]) => id))

  const ids = EXPORTERS.flatMap(({ id, aliases = [] }) => [id, ...aliases])
  expect(ids.filter((id) => !named.has(id))).toEqual([])
})

/** Rewrites the golden files after an intended change of a format, to be read before they are committed. */
async function writeTexts(folder: string, files: AsyncIterable<ExportFile>): Promise<void> {
  await rm(folder, { recursive: true, force: true })
  for (const [path, text] of Object.entries(await textsOf(files))) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), text)
  }
}

async function readTexts(folder: string): Promise<Record<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  const texts = paths.map(async (path) => [relative(folder, path).split(sep).join('/'), await readFile(path, 'utf8')])
  return Object.fromEntries(await Promise.all(texts))
}

const SPLITS = ['train/', 'valid/', 'val/', 'test/']
const FOLDERS = [
  'dataset/',
  'annotations/',
  'gtFine/',
  'leftImg8bit/',
  'WIDER_',
  'wider_face_split/',
  'ILSVRC/',
  'Challenge4_',
  'ch4_',
  ...SPLITS,
  ...['images/', 'labels/'].flatMap((tree) => SPLITS.map((split) => tree + split)),
  'images/',
  'data/',
  'unlabeled/',
  'obj_',
  'trainannot/',
  'valannot/',
  'testannot/',
  'Annotations/',
  'ImageSets/',
  'JPEGImages/',
  'SegmentationClass/',
  'SegmentationObject/',
]
const PLACES = [/^README[^/]*$/, /^[^/]*$/, ...FOLDERS.map((folder) => new RegExp(`^${folder}`))]

function inArchiveOrder(a: string, b: string): number {
  const place = (path: string) => PLACES.findIndex((pattern) => pattern.test(path))
  return place(a) - place(b) || Number(a > b) - Number(a < b)
}
