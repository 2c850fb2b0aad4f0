import type { Refusal } from '#common/errors'
import { err, ok, type Result } from '#common/result'
import type { DraftFiles } from '#core/models/store/ports'
import type { WantedDictionary } from './claim.ts'

/** The largest that are known have 200 kB. */
const MOST_BYTES = 4 * 1024 ** 2

/** The file that lists the characters of a network, under its role: the first that fits. Refused when there are others only. */
export async function dictionaryAmong(
  files: DraftFiles,
  { role, names, count, fits, unfit }: WantedDictionary,
): Promise<Result<Readonly<Record<string, string>>, Refusal>> {
  let refusal: Result<never, Refusal> | undefined
  for (const { path, bytes } of files.files) {
    const name = path.slice(path.lastIndexOf('/') + 1)
    if (bytes > MOST_BYTES || !names.some((pattern) => pattern.test(name))) continue
    const listed = count(await files.read(path, 0, bytes), path)
    if (listed === undefined) continue
    if (fits(listed)) return ok({ [role]: path })
    refusal ??= err(unfit(path, listed))
  }
  return refusal ?? ok({})
}
