import { expect, onTestFinished, test } from 'vitest'
import type { Provider } from '#common/inference/manifest'
import { chosenRuntime } from '#inference/providers/chosen-runtime'
import { modelRuntime } from '#inference/runtime'
import { PREDICT } from '../../../kit/model-host.ts'
import { paintedImage } from '../../../kit/painted-image.ts'
import { installedDetector, installedSlowDetector } from '../../../kit/toy-models/installed.ts'

test('a model that a provider cannot run is run by the processor, and the registry says so', async () => {
  const runtime = runtimeBy(['webgpu', 'cpu'])

  const loaded = await runtime.load(await installedDetector())

  expect(loaded).toMatchObject({ ok: true, value: { provider: 'cpu' } })
})

test('a call that is under way ends well while the providers change', async () => {
  const runtime = runtimeBy(['cpu'])
  const model = await installedSlowDetector(0.3)
  const images = [await paintedImage({ width: 64, height: 64, ground: 'black' })]
  await runtime.load(model)

  const running = runtime.run({ model, operation: 'predict', input: { images, options: PREDICT } })
  await runtime.reopen()

  expect(await running).toMatchObject({ ok: true })
  expect(runtime.loaded()).toEqual([])
  expect(await runtime.load(await installedDetector())).toMatchObject({ ok: true })
})

function runtimeBy(providers: readonly Provider[]) {
  const settings = { threads: 1, mostModels: 8, runSeconds: 300, memoryBudgetBytes: 2 ** 32 }
  const runtime = chosenRuntime({
    order: async () => providers,
    open: (order) => modelRuntime({ settings: { ...settings, providers: order }, logFailure: () => undefined }),
  })
  onTestFinished(() => runtime.close())
  return runtime
}
