import { readFile } from 'node:fs/promises'
import sharp from 'sharp'
import type { Ground } from '../../kit/ground.ts'
import { addDetector, DETECTOR } from '../../kit/models.ts'
import { alternate, type Round, rateOf, timeOf } from '../../kit/rounds.ts'
import { senderTo } from '../../kit/sender.ts'
import { type Row, rateRow, timeRow } from '../../table.ts'
import { type Direct, openDirect } from './direct.ts'

const ROUNDS = 5
/** Requests per round. */
const REQUESTS = 12
const CLIENTS = 8

/**
 * Measures an image over HTTP to its boxes, against decoding, preparing and running the same network in this process:
 * one client, and eight in parallel against a bare loop; once with an image of the network's size, once with a
 * photograph.
 */
export async function inferenceRequests(ground: Ground): Promise<Row[]> {
  const library = await ground.folderFor('inference')
  const network = await addDetector(library)
  const { mixed } = await ground.photographs()
  const photograph = await readFile(mixed.find((path) => path.includes('-1280-')) ?? '')
  const small = await sharp(photograph).resize(640, 640, { fit: 'fill' }).jpeg({ quality: 90 }).toBuffer()
  const station = await ground.start(library)
  const direct = await openDirect(network, small)
  const ask = asker(station.urls.inference ?? '')
  const rows: Row[] = []
  for (const [name, image] of [
    ['640 × 640', small],
    ['1280 × 960', photograph],
  ] as const) {
    const alone = await measureOne(ask(image), () => direct.whole(image))
    rows.push(timeRow({ name: `inference: a request, ${name}`, unit: 'ms' }, alone, { target: 1 / 1.1 }))
    const together = await measureMany(ask(image), () => direct.whole(image))
    rows.push(rateRow({ name: `inference: 8 clients, ${name}`, unit: 'requests/s' }, together, { target: 0.95 }))
  }
  rows.push(await againstBareRuns(ask(small), direct))
  await direct.close()
  await station.end()
  return rows
}

type Act = () => Promise<void>

async function measureOne(ours: Act, limit: Act): Promise<Round[]> {
  await warm(ours, limit)
  const each = async (act: Act) => (await timeOf(() => repeat(act))) / REQUESTS
  return alternate(
    ROUNDS,
    () => each(ours),
    () => each(limit),
  )
}

async function measureMany(ours: Act, limit: Act): Promise<Round[]> {
  await warm(ours, limit)
  const many = () => rateOf(CLIENTS * REQUESTS, () => Promise.all(Array.from({ length: CLIENTS }, () => repeat(ours))))
  return alternate(ROUNDS, many, () => rateOf(REQUESTS, () => repeat(limit)))
}

/** For information: no server that decodes images on the same cores can reach this limit. */
async function againstBareRuns(ours: Act, direct: Direct): Promise<Row> {
  const many = () => rateOf(CLIENTS * REQUESTS, () => Promise.all(Array.from({ length: CLIENTS }, () => repeat(ours))))
  const rounds = await alternate(3, many, () => rateOf(REQUESTS, () => repeat(() => direct.run())))
  return rateRow(
    { name: 'inference: 8 clients, to runs alone', unit: 'requests/s', note: 'limit decodes nothing' },
    rounds,
  )
}

async function warm(ours: Act, limit: Act): Promise<void> {
  for (let i = 0; i < 5; i += 1) {
    await ours()
    await limit()
  }
}

async function repeat(act: Act): Promise<void> {
  for (let i = 0; i < REQUESTS; i += 1) await act()
}

/** Returns a function that sends an image as clients do: base64 as the whole body. */
function asker(url: string): (image: Uint8Array) => Act {
  const send = senderTo(url, 'application/x-www-form-urlencoded')
  return (image) => {
    const body = Buffer.from(Buffer.from(image).toString('base64'))
    return async () => void (await send(`/${DETECTOR.id}`, body))
  }
}
