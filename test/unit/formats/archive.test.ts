import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type ArchiveOptions, archiveOf, ImageUnreadableError } from '#formats/archive'
import { type ExportFile, textFile } from '#formats/kit/files'
import { collect, imageOf, noCuts } from './exporters/kit.ts'
import { unzip } from './exporters/unzip.ts'

let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tessera-archive-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

test('an archive holds its entries in the given order, images as they are and texts packed', async () => {
  const long = 'a'.repeat(2000)

  const entries = await unzipped([text('a.txt', long), image('train/b.jpg'), emptyFolder('valid')])

  expect(entries).toEqual([
    { path: 'a.txt', method: 'deflated', text: long, modified: '2026-01-02T03:04:04.000Z' },
    { path: 'train/b.jpg', method: 'stored', text: 'JPEG', modified: '2026-01-02T03:04:04.000Z' },
    { path: 'valid/', method: 'stored', text: '', modified: '2026-01-02T03:04:04.000Z' },
  ])
})

test('a text that packing would make longer is stored', async () => {
  expect(await unzipped([text('a.txt', 'a')])).toMatchObject([{ method: 'stored', text: 'a' }])
})

test('a text in many chunks and empty texts arrive whole', async () => {
  const lines = Array.from({ length: 150_000 }, (_, i) => `löffel ${i}\n`)
  async function* chunks() {
    yield* lines
  }

  const [long, empty, none] = await unzipped([
    textFile('long.txt', chunks()),
    text('empty.txt', ''),
    textFile('none.txt', some<string>()),
  ])

  expect(long?.text).toBe(lines.join(''))
  expect(empty?.text).toBe('')
  expect(none?.text).toBe('')
})

test('an archive with no file is an empty archive', async () => {
  expect(await unzipped([])).toEqual([])
})

test('each image is reported when it is written', async () => {
  const reports: number[] = []
  const files = some(image('a.jpg'), text('b.txt', ''), image('c.jpg'))

  await collect(archiveOf(files, options({ report: (images) => reports.push(images) })))

  expect(reports).toEqual([1, 2])
})

test.each(['../a', 'a/../b', '/a', 'a//b', './a', 'C:/a', 'a\\b', 'a\nb', ''])(
  'the path %j is refused',
  async (path) => {
    await expect(collect(archiveOf(some(text(path, '')), options()))).rejects.toThrow('cannot hold the path')
  },
)

test('an image that is gone ends the export', async () => {
  const files = some(text('a.txt', 'a'), image('train/b.jpg'), image('train/c.jpg'))
  const cause = new Error('No such file')

  const writing = collect(archiveOf(files, options({ readImage: () => Promise.reject(cause) })))

  await expect(writing).rejects.toThrow(new ImageUnreadableError('train/b.jpg', cause))
})

test('an image that has lost bytes ends the export', async () => {
  const writing = collect(archiveOf(some(image('b.jpg', 5)), options()))

  await expect(writing).rejects.toMatchObject({ code: 'picture-unreadable', path: 'b.jpg' })
})

test('a source that fails is let go, and its reason is thrown', async () => {
  const reason = new Error('The library is closed')
  const source = watched(5)
  async function* failing(): AsyncGenerator<ExportFile> {
    yield* source.files
    throw reason
  }

  await expect(collect(archiveOf(failing(), options(source)))).rejects.toBe(reason)
  expect(source.state()).toMatchObject({ isLetGo: true, open: 0 })
})

test('a text that fails ends the export with its reason', async () => {
  const reason = new Error('The library is closed')
  async function* failing(): AsyncGenerator<string> {
    yield '{'
    throw reason
  }

  await expect(collect(archiveOf(some(textFile('a.json', failing())), options()))).rejects.toBe(reason)
})

test('an archive that nobody takes more of lets everything go', async () => {
  const source = watched(1000, Buffer.alloc(65_536))

  for await (const bytes of archiveOf(source.files, options(source))) if (bytes.length >= 65_536) break

  expect(source.state()).toMatchObject({ isLetGo: true, open: 0 })
  expect(source.state().read).toBeLessThan(150)
})

test('a cancelled export stops reading', async () => {
  const abort = new AbortController()
  const reason = new Error('Cancelled')
  const source = watched(1000)
  const report = (images: number) => images === 10 && abort.abort(reason)

  const writing = collect(archiveOf(source.files, options({ ...source, signal: abort.signal, report })))

  await expect(writing).rejects.toBe(reason)
  expect(source.state()).toMatchObject({ isLetGo: true, open: 0 })
  expect(source.state().read).toBeLessThan(150)
})

test('a read that is cancelled ends with the reason for cancelling', async () => {
  const abort = new AbortController()
  const reason = new Error('Cancelled')
  async function readImage(): Promise<Uint8Array> {
    abort.abort(reason)
    throw new DOMException('This operation was aborted', 'AbortError')
  }

  const writing = collect(archiveOf(some(image('a.jpg')), options({ readImage, signal: abort.signal })))

  await expect(writing).rejects.toBe(reason)
})

test('a long text is cancelled in its middle and let go', async () => {
  const abort = new AbortController()
  const reason = new Error('Cancelled')
  let [yielded, isLetGo] = [0, false]
  async function* endless(): AsyncGenerator<string> {
    try {
      for (;;) {
        yielded += 1
        if (yielded === 5000) abort.abort(reason)
        yield `line ${yielded}\n`
      }
    } finally {
      isLetGo = true
    }
  }

  const writing = collect(archiveOf(some(textFile('a.json', endless())), options({ signal: abort.signal })))

  await expect(writing).rejects.toBe(reason)
  expect({ yielded, isLetGo }).toEqual({ yielded: 5000, isLetGo: true })
})

test('an export of twenty thousand images has few of them open at a time', async () => {
  const source = watched(20_000)

  await collect(archiveOf(source.files, options(source)))

  expect(source.state()).toMatchObject({ read: 20_000, open: 0 })
  expect(source.state().mostOpen).toBeLessThanOrEqual(129)
}, 60_000)

test('fewer large images are open at a time', async () => {
  const source = watched(8, Buffer.alloc(12_000_000))

  for await (const _ of archiveOf(source.files, options(source)));

  expect(source.state()).toMatchObject({ read: 8, mostOpen: 3 })
})

test('no image is read while a text in chunks is written before it', async () => {
  const source = watched(3)
  async function* chunks(): AsyncGenerator<string> {
    yield JSON.stringify(source.state())
  }
  async function* files(): AsyncGenerator<ExportFile> {
    yield textFile('a.json', chunks())
    yield* source.files
  }

  const [labels] = await unzipped(files(), options(source))

  expect(labels?.text).toBe(JSON.stringify({ read: 0, open: 0, mostOpen: 0, isLetGo: false }))
})

async function unzipped(files: readonly ExportFile[] | AsyncIterable<ExportFile>, by = options()) {
  const path = join(folder, 'export.zip')
  await writeFile(path, archiveOf(Symbol.asyncIterator in files ? files : some(...files), by))
  return unzip(path)
}

function options(changes: Partial<ArchiveOptions> = {}): ArchiveOptions {
  return {
    mtime: new Date('2026-01-02T03:04:05.678Z'),
    signal: new AbortController().signal,
    readImage: async () => Buffer.from('JPEG'),
    cutOut: noCuts,
    ...changes,
  }
}

async function* some<Item>(...items: readonly Item[]): AsyncGenerator<Item> {
  yield* items
}

function text(path: string, content: string): ExportFile {
  return textFile(path, content)
}

function image(path: string, bytes = 4): ExportFile {
  return { kind: 'image', path, blob: imageOf().blob, bytes }
}

function emptyFolder(path: string): ExportFile {
  return { kind: 'folder', path }
}

/** A source of images that knows what is done with it. */
function watched(count: number, bytes = Buffer.from('JPEG')) {
  const state = { read: 0, open: 0, mostOpen: 0, isLetGo: false }
  async function* files(): AsyncGenerator<ExportFile> {
    try {
      for (let i = 0; i < count; i += 1) yield image(`train/${i}.jpg`, bytes.length)
    } finally {
      state.isLetGo = true
    }
  }
  async function readImage(): Promise<Uint8Array> {
    state.open += 1
    state.mostOpen = Math.max(state.mostOpen, state.open)
    await new Promise(setImmediate)
    state.open -= 1
    state.read += 1
    return bytes
  }
  return { files: files(), readImage, state: () => state }
}
