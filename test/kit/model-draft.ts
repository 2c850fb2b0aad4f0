import type { Refusal } from '#common/errors'
import type { ModelAnswers, RecognisedModel } from '#common/inference/recognition'
import type { Result } from '#common/result'
import type { DraftFiles } from '#core/models/store/ports'
import { modelRecogniser } from '#inference/recognise/recogniser'

export type DroppedFiles = Readonly<Record<string, Uint8Array | string>>

/** Returns files in memory as if they had been dropped. */
export function draftOf(dropped: DroppedFiles, source = 'a folder'): DraftFiles {
  const bytes = new Map(Object.entries(dropped).map(([path, content]) => [path, bytesOf(content)]))
  return {
    source,
    isOwn: true,
    files: [...bytes].map(([path, content]) => ({ path, bytes: content.length })),
    read: async (path, offset, length) => bytes.get(path)?.subarray(offset, offset + length) ?? new Uint8Array(),
  }
}

export function recognise(
  dropped: DroppedFiles,
  answers: ModelAnswers = {},
): Promise<Result<RecognisedModel, Refusal>> {
  return modelRecogniser.recognise(draftOf(dropped), answers)
}

function bytesOf(content: Uint8Array | string): Uint8Array {
  return typeof content === 'string' ? new TextEncoder().encode(content) : content
}
