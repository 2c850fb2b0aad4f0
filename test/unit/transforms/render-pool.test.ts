import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { ImageId } from '#common/ids'
import type { VersionSettings } from '#common/versions/settings'
import type { RenderedImage, RenderJob, RenderSource } from '#core/versions/ports'
import { ImageReadError } from '#transforms/image-read-error'
import { MOST_WAITING } from '#transforms/messages'
import { versionRenderer } from '#transforms/pipeline'
import { type RenderPool, renderPool } from '#transforms/render-pool'
import { FRAME, KINDS } from './kinds.ts'
import { boxShape, imageId, never, polygonShape, seed, write } from './marked-image.ts'

const SETTINGS: VersionSettings = {
  preprocessing: { 'auto-orient': true, contrast: { type: 'Adaptive Equalization' }, tile: { rows: 2, columns: 2 } },
  augmentation: {
    mosaic: true,
    flip: { horizontal: true, vertical: true },
    rotate: { degrees: 20 },
    hue: { degrees: 40 },
    noise: { percent: 5 },
    cutout: { count: 3, percent: 10 },
    bbshear: { horizontal: 10, vertical: 10 },
  },
}

const pools: RenderPool[] = []
afterAll(async () => {
  await Promise.all(pools.map((pool) => pool.close()))
})

function poolOf(threads: number, workerUrl?: URL): RenderPool {
  const pool = renderPool({ threads, ...(workerUrl && { workerUrl }) })
  pools.push(pool)
  return pool
}

test('one thread, three threads and none give the same bytes and labels', async () => {
  const jobs = await allJobs()

  const [alone, one, three] = await Promise.all(
    [versionRenderer, poolOf(1), poolOf(3)].map(async (renderer) => {
      const made = await Promise.all(jobs.map((job) => everyImage(renderer.render(job, never))))
      return made.flat().map(fingerprint)
    }),
  )

  expect(alone).toHaveLength(jobs.length * 4 * 3)
  expect(one).toEqual(alone)
  expect(three).toEqual(alone)
})

test('a file that cannot be read is named by its image, also when it stands beside another', async () => {
  const [first, second] = await allJobs()
  if (first === undefined || second === undefined) throw new Error('There is no job')
  const lost = { ...second.source, imageId: ImageId.parse('imageLOST'), path: '/nowhere/at/all.jpg' }
  const wanted = [{ part: 0, variant: 1, others: [lost, lost, lost].map((source) => ({ source, part: 0 })) }]
  const pool = poolOf(1)

  const own = await failureOf(pool, { ...first, source: lost })
  const beside = await failureOf(pool, { ...first, wanted })

  for (const failure of [own, beside]) {
    expect(failure).toBeInstanceOf(ImageReadError)
    expect(failure).toMatchObject({ imageId: 'imageLOST', message: 'Cannot read imageLOST. Upload the image again' })
  }
  expect(await everyImage(pool.render(first, never))).toHaveLength(12)
})

test('a job that is called off frees its thread for the next', async () => {
  const [job] = await allJobs()
  if (job === undefined) throw new Error('There is no job')
  const pool = poolOf(1)
  const stop = new AbortController()
  const begun = pool.render(endless(job), stop.signal)[Symbol.asyncIterator]()
  await begun.next()
  const waiting = everyImage(pool.render(job, never))

  stop.abort()

  await expect(rest(begun)).rejects.toMatchObject({ name: 'AbortError' })
  expect(await waiting).toHaveLength(12)
})

test('a reader that leaves early frees the thread too', async () => {
  const [job] = await allJobs()
  if (job === undefined) throw new Error('There is no job')
  const pool = poolOf(1)

  for await (const { part } of pool.render(job, never)) {
    expect(part).toBe(0)
    break
  }

  expect(await everyImage(pool.render(job, never))).toHaveLength(12)
})

test('a thread that dies fails its job in words, and the next job is done by a new one', async () => {
  const [job] = await allJobs()
  if (job === undefined) throw new Error('There is no job')
  const fragile = `parentPort.on('message', ({ job }) => { if (job?.seed === '${DEADLY}') process.exit(3) })`
  const pool = poolOf(1, (await workerThat(fragile)).url)

  const failure = await failureOf(pool, { ...job, seed: DEADLY })

  expect(failure).toMatchObject({ message: expect.stringContaining('Rendering stopped: ') })
  expect(await everyImage(pool.render(job, never))).toHaveLength(12)
})

test('a job that lies ready in a thread that dies is done by the new one', async () => {
  const [job] = await allJobs()
  if (job === undefined) throw new Error('There is no job')
  // Dies over the first job when the second is there.
  const fragile = `let jobs = 0
parentPort.on('message', ({ kind }) => { jobs += Number(kind === 'render'); if (jobs === 2 && !existsSync(DEAD)) { writeFileSync(DEAD, ''); process.exit(3) } })`
  const { url } = await workerThat(
    `import { existsSync, writeFileSync } from 'node:fs'\nconst DEAD = import.meta.filename + '.dead'\n${fragile}`,
  )
  const pool = poolOf(1, url)
  const failing = failureOf(pool, endless(job))

  const next = everyImage(pool.render(job, never))

  expect(await failing).toMatchObject({ message: expect.stringContaining('Rendering stopped: ') })
  expect(await next).toHaveLength(12)
})

test('a thread runs only a few images ahead of its reader', async () => {
  const [job] = await allJobs()
  if (job === undefined) throw new Error('There is no job')
  // Counts what it sends, and writes the count down when it is told to stop.
  const { url, path } = await workerThat(`import { writeFileSync } from 'node:fs'
const post = parentPort.postMessage.bind(parentPort)
let sent = 0
parentPort.postMessage = (message) => { sent += Number(message.kind === 'image'); post(message) }
parentPort.on('message', ({ kind }) => { if (kind === 'give-up') writeFileSync(import.meta.filename + '.sent', String(sent)) })`)
  const pool = poolOf(1, url)

  for await (const _ of pool.render(endless(job), never)) {
    // Long enough for the other thread to make hundreds.
    expect(await everyImage(poolOf(1).render(job, never))).toHaveLength(12)
    break
  }

  const sent = Number(await readFile(`${path}.sent`, 'utf8'))
  expect(sent).toBeGreaterThan(0)
  expect(sent).toBeLessThanOrEqual(MOST_WAITING)
})

test('closing ends the job that runs and refuses those that wait', async () => {
  const [job] = await allJobs()
  if (job === undefined) throw new Error('There is no job')
  const pool = poolOf(1)
  const begun = pool.render(endless(job), never)[Symbol.asyncIterator]()
  await begun.next()
  const waiting = failureOf(pool, job)

  await pool.close()

  await expect(rest(begun)).rejects.toThrow('Rendering stopped: ')
  expect(await waiting).toMatchObject({ message: 'The renderer is closed' })
})

const DEADLY = 'dead'.repeat(8)

/** The real worker with something before it. */
async function workerThat(does: string) {
  const real = new URL('../../../main/transforms/worker.ts', import.meta.url)
  const folder = dirname(await write({ ...FRAME, shapes: [], ink: 255, orientation: 1 }))
  workers += 1
  const path = join(folder, `worker-${workers}.mjs`)
  const source = ["import { parentPort } from 'node:worker_threads'", does, `await import('${real.href}')`]
  await writeFile(path, source.join('\n'))
  return { url: pathToFileURL(path), path }
}

let workers = 0

async function failureOf(pool: RenderPool, job: RenderJob): Promise<unknown> {
  return everyImage(pool.render(job, never)).catch((error: unknown) => error)
}

/** Jobs for images with each kind of label, mosaics of one another among them. */
async function allJobs(): Promise<readonly RenderJob[]> {
  const painted = await Promise.all(KINDS.map((kind) => kind.source()))
  const shapes = [boxShape(10, 5, 60, 30), polygonShape(20, 20, 90, 25, 50, 55)]
  const path = await write({ ...FRAME, shapes, ink: 0, orientation: 6 })
  const sources: RenderSource[] = [...painted, { imageId, path, ...FRAME, shapes }].map((source, nth) => ({
    ...source,
    imageId: ImageId.parse(`imageJOB${nth}`),
  }))
  const wanted = (nth: number) =>
    [0, 1, 2, 3].flatMap((part) =>
      [0, 1, 2].map((variant) => {
        const others = [1, 2, 3].flatMap((step) => sources[(nth + step) % sources.length] ?? [])
        return { part, variant, others: others.map((source) => ({ source, part: (part + 1) % 4 })) }
      }),
    )
  return sources.map((source, nth) => ({
    source,
    settings: SETTINGS,
    seed,
    wanted: wanted(nth),
    skeletons: new Map(),
  }))
}

async function everyImage(images: AsyncIterable<RenderedImage>): Promise<RenderedImage[]> {
  const made: RenderedImage[] = []
  for await (const image of images) made.push(image)
  return made
}

async function rest(images: AsyncIterator<RenderedImage>): Promise<RenderedImage[]> {
  return everyImage({ [Symbol.asyncIterator]: () => images })
}

/** More images than are made while a test looks away. */
function endless(job: RenderJob): RenderJob {
  const wanted = Array.from({ length: 5000 }, (_, variant) => ({ part: 0, variant: variant + 1, others: [] }))
  return { ...job, wanted }
}

function fingerprint({ encoded, ...rest }: RenderedImage) {
  return { ...rest, encoded: createHash('sha256').update(encoded).digest('hex') }
}
