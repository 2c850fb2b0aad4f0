import type { z } from 'zod'
import { type Refusal, refuse } from '#common/errors'
import { ok, type Result } from '#common/result'
import type { ManagedVersion } from '#core/management/model'
import type { WantedVersion } from '#core/management/ports'
import type { GenerateBody, VersionBody } from '../schemas/versions.ts'
import { toSeconds } from './kit.ts'

/** `project` is `<workspace>/<project>`. */
export function toVersionBody(version: ManagedVersion, project: string): z.output<typeof VersionBody> {
  const { number, name, createdAt, images, splits, preprocessing, augmentation, seed, manifest, progress } = version
  return {
    id: `${project}/${number}`,
    name,
    created: toSeconds(createdAt),
    images,
    splits,
    preprocessing,
    augmentation,
    seed,
    manifest,
    exports: [...version.exports],
    generating: version.isGenerating,
    progress,
  }
}

/** The flat settings of a request. Keys beyond the known ones stay among the settings, where they are refused by name. */
export function toWantedVersion(body: z.output<typeof GenerateBody>): WantedVersion {
  const { versionName, preprocessing, augmentation, seed, api_key: _key, ...unknown } = body
  const settings = { preprocessing: preprocessing ?? {}, augmentation: augmentation ?? {}, ...unknown }
  return { name: versionName, settings, ...(seed !== undefined && { seed }) }
}

export function readVersionNumber(text: string): Result<number, Refusal> {
  if (/^\d{1,9}$/.test(text)) return ok(Number(text))
  return refuse('version-number-malformed', { text: text.slice(0, 40) })
}
