import { readFile } from 'node:fs/promises'
import { availableParallelism, totalmem } from 'node:os'
import { join } from 'node:path'
import { InferenceSession, Tensor } from 'onnxruntime-node'
import { imagePoint } from '#common/geometry/space'
import type { InstalledModel, ModelRuntime } from '#core/inference/ports'
import { hostSettings } from '#inference/host/settings'
import { modelRuntime } from '#inference/runtime'
import { addToLibrary } from '#test/kit/model-folder'
import { samexporterToy } from '#test/kit/toy-models/sam/layouts'
import type { Ground } from '../../kit/ground.ts'
import { alternate, timeOf } from '../../kit/rounds.ts'
import { type Row, timeRow } from '../../table.ts'

const ROUNDS = 25
const WARM_UP = 10
/** What a click may take besides the decoder's own run. */
const MARGIN_MS = 5
const PICTURE = 'photograph'

/**
 * A click on a photograph of 12 megapixels whose embedding is kept, from the call to the outline, against the run of the same decoder in
 * this process and five milliseconds.
 */
export async function modelClick(ground: Ground): Promise<Row[]> {
  const model = await addSegmenter(await ground.folderFor('click'))
  const { large } = await ground.photographs()
  const runtime = modelRuntime({
    settings: hostSettings(availableParallelism(), totalmem()),
    logFailure: (message) => console.error(message),
  })
  const decoder = await InferenceSession.create(join(model.folder, 'decoder.onnx'))
  try {
    await prepare(runtime, model, await readFile(large[0] ?? ''))
    const ours = (round: number) => timeOf(() => click(runtime, model, round))
    const limit = async () => MARGIN_MS + (await timeOf(() => decode(decoder)))
    for (let round = 0; round < WARM_UP; round += 1) await Promise.all([ours(round), limit()])
    const rounds = await alternate(ROUNDS, ours, limit)
    const note = `limit: the decoder and ${MARGIN_MS} ms`
    return [timeRow({ name: 'inference: a click at 12 MP', unit: 'ms', note }, rounds, { target: 1 })]
  } finally {
    await decoder.release()
    await runtime.close()
  }
}

function addSegmenter(library: string): Promise<InstalledModel> {
  const described = { id: 'bench/sam', task: 'unsupervised-segmentation', family: 'sam' } as const
  return addToLibrary(library, described, samexporterToy())
}

async function prepare(runtime: ModelRuntime, model: InstalledModel, bytes: Uint8Array): Promise<void> {
  const input = { picture: { kind: 'encoded' as const, bytes }, imageId: PICTURE }
  const prepared = await runtime.run({ model, operation: 'prepare-picture', input })
  if (!prepared.ok) throw new Error(prepared.error.message)
}

async function click(runtime: ModelRuntime, model: InstalledModel, round: number): Promise<void> {
  const points = [{ at: imagePoint(1500 + 10 * round, 1200), positive: true }]
  const wish = { saveLogits: false, loadLogits: false, format: 'polygon' as const }
  const input = { ...wish, imageId: PICTURE, prompts: [{ points }] }
  const answer = await runtime.run({ model, operation: 'segment', input })
  if (!answer.ok) throw new Error(answer.error.message)
}

/** What the decoder takes for a click on a white picture; it takes as long for any other. */
const INPUTS = {
  image_embed: filled([1, 256, 64, 64], 1),
  high_res_feats_0: filled([1, 32, 256, 256], 1),
  high_res_feats_1: filled([1, 64, 128, 128], 1),
  point_coords: filled([1, 1, 2], 500),
  point_labels: filled([1, 1], 1),
  mask_input: filled([1, 1, 256, 256], 0),
  has_mask_input: filled([1], 0),
}

function filled(dims: readonly number[], value: number): Tensor {
  const length = dims.reduce((product, dim) => product * dim, 1)
  return new Tensor('float32', new Float32Array(length).fill(value), dims)
}

async function decode(decoder: InferenceSession): Promise<void> {
  await decoder.run(INPUTS)
}
