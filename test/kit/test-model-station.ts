import { onTestFinished } from 'vitest'
import type { Refusal } from '#common/errors'
import { sentenceOf } from '#common/messages/sentence'
import { type ModelStation, type ModelStationOptions, modelStation } from './model-station.ts'
import { removeFolder } from './remove-folder.ts'

/** Makes one for a single test, whose end deletes its folder. */
export async function testModelStation(options: ModelStationOptions = {}): Promise<ModelStation> {
  const station = await modelStation(options)
  onTestFinished(async () => {
    await station.stop()
    await removeFolder(station.folder)
  })
  return station
}

/** Returns the value of a result; a refusal fails the test. */
export function valueOf<Value>(
  result: { readonly ok: true; readonly value: Value } | { readonly ok: false; readonly error: Refusal },
): Value {
  if (!result.ok) throw new Error(sentenceOf(result.error))
  return result.value
}
