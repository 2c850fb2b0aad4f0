import { type Refusal, refuse } from '#common/errors'
import type { ModelInput, ModelManifest } from '#common/inference/manifest'
import { ok, type Result } from '#common/result'
import { shorten } from '#common/text'
import type { Notes } from '../../ports.ts'
import type { ModelShelf } from '../inference/ports.ts'
import type { ModelFolder, TrialRuntime } from './ports.ts'

interface ChangeSources {
  readonly shelf: ModelShelf
  readonly folder: Pick<ModelFolder, 'change'>
  readonly trial: TrialRuntime
  readonly notes: Notes
}

/** How an installed model is used. */
export interface ModelChange {
  /** The input stays as it is where this is undefined. */
  readonly input?: ModelInput | undefined
  /** Longest time of a run; null leaves it to the station. */
  readonly runSeconds: number | null
}

/** Changes how a model is used, after a trial with the change. */
export function modelChanges({ shelf, folder, trial, notes }: ChangeSources) {
  return async function change(
    id: string,
    wanted: ModelChange,
    signal: AbortSignal,
  ): Promise<Result<undefined, Refusal>> {
    const model = await shelf.find(id)
    if (model === undefined) return refuse('model-unknown', { model: shorten(id) })
    const manifest = changed(model.manifest, wanted)
    if (JSON.stringify(manifest.input) !== JSON.stringify(model.manifest.input)) {
      const tried = await trial.load({ ...model, manifest }, signal)
      signal.throwIfAborted()
      if (!tried.ok) return tried
    }
    if (!(await folder.change(manifest))) return refuse('model-gone', { model: shorten(id) })
    notes.publish({ kind: 'models' })
    return ok(undefined)
  }
}

function changed(
  { runSeconds: _before, ...manifest }: ModelManifest,
  { input, runSeconds }: ModelChange,
): ModelManifest {
  return { ...manifest, ...(input && { input }), ...(runSeconds !== null && { runSeconds }) }
}
