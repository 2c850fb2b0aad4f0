import { type Box, boxArea } from '#common/geometry/box'
import { message } from '#common/messages/message'
import { sentenceOf } from '#common/messages/sentence'
import type { Message } from '#common/messages/template'
import type { CropFile, Cut, ExportFile, ImageFile, RecordsFile } from './kit/files.ts'
import { type ZipEntry, zipFile } from './kit/zip.ts'

export interface ArchiveOptions {
  /** The time of every entry: when the version was made. */
  readonly mtime: Date
  readonly signal: AbortSignal
  /** The bytes of a stored image, all of them. Images that are asked for in one turn of the loop may be read together. */
  readImage(image: Pick<ImageFile, 'blob' | 'bytes'>): Promise<Uint8Array>
  /** Windows of an encoded image, each encoded: without loss, or as JPEG like the images of versions. */
  cutOut(encoded: Uint8Array, windows: readonly Box[], isLossless: boolean): Promise<readonly Uint8Array[]>
  /** Told how many images are written, after each of them. */
  report?(images: number): void
}

/** A stored image that is gone or is not as long as it was. */
export class ImageUnreadableError extends Error {
  override readonly name = 'ImageUnreadableError'
  readonly code = 'picture-unreadable'
  readonly said: Message
  readonly path: string

  constructor(path: string, cause: unknown) {
    const said = message('image-cannot-be-read', { name: path })
    super(sentenceOf(said), { cause })
    this.said = said
    this.path = path
  }
}

/**
 * The bytes of a ZIP file, made as they are taken. The same files and time give the same bytes, in any time zone. The
 * first thing that fails ends it and is thrown as it is; the files are let go then, as they are when nobody takes more.
 */
export function archiveOf(files: AsyncIterable<ExportFile>, options: ArchiveOptions): AsyncGenerator<Uint8Array> {
  return zipFile(entriesOf(files, options), options.mtime)
}

async function* entriesOf(files: AsyncIterable<ExportFile>, options: ArchiveOptions): AsyncGenerator<ZipEntry> {
  const count = imageCount(options)
  const cuts = new WeakMap<Cut, Promise<readonly Uint8Array[]>>()
  let cropped: string | undefined
  for await (const { file, content } of readAhead(files, { ...options, count, cuts })) {
    const path = file.kind === 'folder' ? `${file.path}/` : file.path
    yield { path, content, isDeflated: file.kind === 'text' }
    options.signal.throwIfAborted()
    const isNext = file.kind === 'crop' && file.cut.image.fileName !== cropped
    if (file.kind === 'image' || isNext) count()
    if (file.kind === 'crop') cropped = file.cut.image.fileName
  }
}

/** Told of each image that is written, it reports how many there are. */
function imageCount({ report }: ArchiveOptions): () => void {
  let images = 0
  return () => {
    images += 1
    report?.(images)
  }
}

interface ReadOptions extends ArchiveOptions {
  count(): void
  /** The crops that are being made; each is let go with the files that it is for. */
  readonly cuts: WeakMap<Cut, Promise<readonly Uint8Array[]>>
}

interface Reading {
  readonly file: ExportFile
  readonly content: Promise<ZipEntry['content']>
  readonly bytes: number
}

/** The files with what is in them, in their order: while one is written, the next few are read. */
async function* readAhead(files: AsyncIterable<ExportFile>, options: ReadOptions) {
  const ahead: Reading[] = []
  let bytes = 0
  const isEnough = (most: number) => ahead.length > most || bytes > BYTES_AHEAD
  async function* first() {
    const reading = ahead.shift()
    if (!reading) return
    bytes -= reading.bytes
    yield { file: reading.file, content: await reading.content }
  }
  try {
    for await (const file of files) {
      options.signal.throwIfAborted()
      assertInside(file.path)
      const content = contentOf(file, options)
      // Its failure is told when its turn comes.
      content.catch(() => undefined)
      const reading = { file, content, bytes: Math.min(bytesAhead(file), BYTES_AHEAD + 1) }
      ahead.push(reading)
      bytes += reading.bytes
      // Half of the files are taken at once, so that their places are filled at once and the images in them are read together.
      const left = isEnough(FILES_AHEAD) ? FILES_AHEAD / 2 : FILES_AHEAD
      while (isEnough(left)) yield* first()
    }
    while (ahead.length > 0) yield* first()
  } finally {
    await Promise.allSettled(ahead.map(({ content }) => content))
  }
}

const FILES_AHEAD = 128
const BYTES_AHEAD = 32 * 1024 * 1024

/** Nothing is read past a text in chunks or a file of images: it walks through the same source. */
function bytesAhead(file: ExportFile): number {
  if (file.kind === 'folder') return 0
  if (file.kind === 'image' || file.kind === 'data') return file.bytes
  if (file.kind === 'crop') return bytesOfCrop(file)
  if (file.kind === 'records') return Number.POSITIVE_INFINITY
  return typeof file.text === 'string' ? file.text.length : Number.POSITIVE_INFINITY
}

/** The first of a cut stands for their image as well. A crop has about a byte for each pixel at most. */
function bytesOfCrop({ cut, place }: CropFile): number {
  const { [place]: window } = cut.windows
  return (place === 0 ? cut.image.bytes : 0) + (window ? boxArea(window) : 0)
}

async function contentOf(file: ExportFile, options: ReadOptions): Promise<ZipEntry['content']> {
  if (file.kind === 'folder') return new Uint8Array()
  if (file.kind === 'image') return imageBytes(file, options)
  if (file.kind === 'data') return file.make()
  if (file.kind === 'crop') return cropBytes(file, options)
  if (file.kind === 'records') return recordChunks(file, options)
  return typeof file.text === 'string' ? Buffer.from(file.text) : textChunks(file.text, options.signal)
}

async function imageBytes(
  { path, blob, bytes }: Omit<ImageFile, 'kind'>,
  options: ArchiveOptions,
): Promise<Uint8Array> {
  try {
    const content = await options.readImage({ blob, bytes })
    if (content.length !== bytes) throw new Error(`It has ${content.length} bytes instead of ${bytes}`)
    return content
  } catch (cause) {
    options.signal.throwIfAborted()
    throw new ImageUnreadableError(path, cause)
  }
}

async function cropBytes({ path, cut, place }: CropFile, options: ReadOptions): Promise<Uint8Array> {
  const making = options.cuts.get(cut) ?? cutOf({ path, cut }, options)
  options.cuts.set(cut, making)
  const { [place]: crop } = await making
  if (crop === undefined) throw new RangeError(`${path} was not cut out`)
  return crop
}

async function cutOf({ path, cut }: Omit<CropFile, 'kind' | 'place'>, options: ReadOptions) {
  const encoded = await imageBytes({ ...cut.image, path }, options)
  try {
    return await options.cutOut(encoded, cut.windows, !path.endsWith('.jpg'))
  } catch (cause) {
    options.signal.throwIfAborted()
    throw new ImageUnreadableError(path, cause)
  }
}

/** An image may have several records, which follow each other, and is one image all the same. */
async function* recordChunks({ path, records }: RecordsFile, options: ReadOptions): AsyncGenerator<Uint8Array> {
  let counted: string | undefined
  for await (const { image, encode } of records) {
    options.signal.throwIfAborted()
    yield encode(await imageBytes({ ...image, path: `${path} (${image.fileName})` }, options))
    if (image.fileName !== counted) options.count()
    counted = image.fileName
  }
}

/** Chunks large enough to be deflated each for itself. */
const CHUNK_LENGTH = 1_048_576

async function* textChunks(text: AsyncIterable<string>, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  let chunk = ''
  for await (const piece of text) {
    signal.throwIfAborted()
    chunk += piece
    if (chunk.length < CHUNK_LENGTH) continue
    yield Buffer.from(chunk)
    chunk = ''
  }
  if (chunk !== '') yield Buffer.from(chunk)
}

/** No entry may land outside the folder that the archive is unpacked into, on any system. */
function assertInside(path: string): void {
  const isUnsafe = /^[A-Za-z]:|[\\\p{Cc}]/u.test(path)
  const leadsAway = path.split('/').some((name) => name === '' || name === '.' || name === '..')
  if (isUnsafe || leadsAway) throw new RangeError(`An archive cannot hold the path ${JSON.stringify(path)}`)
}
