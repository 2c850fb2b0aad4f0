import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Tensor } from 'onnxruntime-node'
import { z } from 'zod'
import { addToLibrary } from '#test/kit/model-folder'
import { photo } from '#test/kit/station-process'
import { samexporterToy } from '#test/kit/toy-models/sam/layouts'
import type { Ground } from '../../kit/ground.ts'
import { alternate, timeOf } from '../../kit/rounds.ts'
import { senderTo } from '../../kit/sender.ts'
import { type Row, timeRow } from '../../table.ts'
import { openNetwork } from './direct.ts'

const ROUNDS = 40
const WARM_UP = 15
/** Time allowed for a click in addition to the decoder's run. */
const BESIDE_MS = 5
const MODEL = 'sam2/hiera_tiny'

/** Measures a click on an embedded image, over HTTP to its outline, against the decoder's run plus 5 ms. */
export async function clicking(ground: Ground): Promise<Row[]> {
  const library = await ground.folderFor('click')
  const toy = samexporterToy()
  const { folder } = await addToLibrary(
    library,
    { id: MODEL, task: 'unsupervised-segmentation', family: 'sam', layout: 'samexporter' },
    toy,
  )
  const { mixed } = await ground.photographs()
  const large = await readFile(mixed.find((path) => path.includes('-1280-')) ?? '')
  const station = await ground.start(library)
  const decoder = await openNetwork(join(folder, toy.decoder[0]))
  const prompt = promptTensors()
  const limit = async () => (await timeOf(() => decoder.run(prompt))) + BESIDE_MS
  const measure = async (image: Uint8Array) => {
    const click = await clicker(station.urls.inference ?? '', image)
    for (let i = 0; i < WARM_UP; i += 1) await click(i)
    return alternate(ROUNDS, (round) => timeOf(() => click(round)), limit)
  }
  const rounds = await measure(await photo('coffee.jpg'))
  const heavy = await measure(large)
  await decoder.release()
  await station.end()
  const named = { name: 'inference: a click after embedding', unit: 'ms', note: 'limit: the decoder and 5 ms' }
  const size = `${Math.round(large.length / 1000)} KB`
  return [
    timeRow(named, rounds, { target: 1 }),
    timeRow({ ...named, name: `inference: a click that sends ${size} again` }, heavy),
  ]
}

const Embedded = z.object({ image_id: z.string() })

async function clicker(url: string, photograph: Uint8Array): Promise<(nth: number) => Promise<void>> {
  const send = senderTo(url, 'application/json')
  const image = { type: 'base64', value: Buffer.from(photograph).toString('base64') }
  const common = { sam2_version_id: 'hiera_tiny', image }
  const embedded = await send('/sam2/embed_image', Buffer.from(JSON.stringify(common)))
  const { image_id } = Embedded.parse(JSON.parse(embedded))
  const bodies = Array.from({ length: ROUNDS }, (_, nth) => {
    const points = [{ x: 200 + 20 * nth, y: 480, positive: true }]
    return Buffer.from(JSON.stringify({ ...common, image_id, prompts: { prompts: [{ points }] } }))
  })
  return async (nth) => void (await send('/sam2/segment_image', bodies[nth] ?? Buffer.alloc(0)))
}

/** Returns one click as the decoder's input. */
function promptTensors(): Record<string, Tensor> {
  return {
    image_embed: floats([1, 256, 64, 64]),
    high_res_feats_0: floats([1, 32, 256, 256]),
    high_res_feats_1: floats([1, 64, 128, 128]),
    point_coords: floats([1, 1, 2]),
    point_labels: floats([1, 1]),
    mask_input: floats([1, 1, 256, 256]),
    has_mask_input: floats([1]),
  }
}

function floats(dims: readonly number[]): Tensor {
  const length = dims.reduce((product, dim) => product * dim, 1)
  return new Tensor('float32', new Float32Array(length).fill(0.5), dims)
}
