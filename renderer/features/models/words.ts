import type { FetchableView, ModelView } from '#common/contract/models/models'
import { actOf } from '#common/inference/acts'
import type { InferenceCall } from '#common/inference/call'
import { inferenceCall } from '#common/inference/call'
import type { ModelFamily, ModelInput, ModelManifest, Provider, ResizeMode } from '#common/inference/manifest'
import { LICENCE_NOT_STATED } from '#common/inference/manifest'
import { bytes, hostOf } from '#renderer/words/format'
import { t } from '#renderer/words/words'

/** Families that help with other work, in contrast to those that a person trains for a project of theirs. */
const HELPERS: readonly ModelFamily[] = [
  'clip',
  'perception-encoder',
  'grounding-dino',
  'doctr',
  'pp-ocr',
  'tesseract',
  'sam',
  'sam3-concept',
]

export function isHelper({ manifest }: ModelView): boolean {
  return HELPERS.includes(manifest.family)
}

export const PROVIDER_NAMES: Readonly<Record<Provider, string>> = {
  cpu: t('Processor (CPU)'),
  cuda: t('NVIDIA graphics card (CUDA)'),
  dml: t('Graphics card (DirectML)'),
  coreml: t('Apple chip (CoreML)'),
  webgpu: t('Graphics card (WebGPU)'),
}

/** Providers that are off until a person allows them, because they are young. */
export const YOUNG_PROVIDERS: readonly Provider[] = ['webgpu']

const RESIZE_WORDS: Readonly<Record<ResizeMode, string>> = {
  stretch: t('stretched to fit'),
  letterbox: t('with bars to keep proportions'),
  'pad-end': t('filled up on the right and below'),
  cover: t('the middle cut out'),
  'center-crop': t('the middle cut out, unscaled'),
}

export function resizeText(resize: ResizeMode): string {
  return RESIZE_WORDS[resize]
}

export function inputText({ width, height, resize }: ModelInput): string {
  return `${width} × ${height}, ${resizeText(resize)}`
}

export const ORIGIN_WORDS: Readonly<Record<ModelView['origin'], string>> = {
  'built-in': t('Comes with Tessera'),
  verified: t('Fetched, all checksums match'),
  unverified: t('Fetched; the publisher states no checksum for some files'),
  own: t('Imported'),
}

/** A licence names itself; a model without one says so in the language of the page. */
export function licenceName({ name }: ModelManifest['licence']): string {
  return name === LICENCE_NOT_STATED ? t('Not stated') : name
}

/** Of what is fetched; makers do not state the size of every file. */
export function sizeText({ entry, bytes: size }: FetchableView): string {
  if (size !== null) return bytes(size)
  const stated = entry.files.reduce((sum, file) => sum + (file.bytes ?? 0), 0)
  return stated === 0 ? t('not stated') : t('over {{size}}', { size: bytes(stated) })
}

/** A question as an example, for what cannot be known here. */
export function exampleCall(manifest: ModelManifest): InferenceCall {
  const asked = { model: manifest.id, image: { kind: 'held' as const, key: '0'.repeat(32) } }
  switch (actOf(manifest)) {
    case 'predict':
      return inferenceCall(manifest, { ...asked, act: 'predict', confidence: 0.4, overlap: 0.3 })
    case 'ground':
      return inferenceCall(manifest, {
        ...asked,
        act: 'ground',
        words: ['cup', 'spoon'],
        boxThreshold: 0.3,
        textThreshold: 0.25,
      })
    case 'read-text':
      return inferenceCall(manifest, { ...asked, act: 'read-text' })
    case 'concept':
      return inferenceCall(manifest, { ...asked, act: 'concept', words: ['cup', 'spoon'], threshold: 0.5 })
    case 'segment':
      return inferenceCall(manifest, { ...asked, act: 'segment', points: [{ x: 320, y: 240, positive: true }] })
    case 'compare':
      return inferenceCall(manifest, { ...asked, act: 'compare', words: ['a cup', 'a spoon'] })
  }
}

/** Where the files of an entry come from. */
export function sourceHost({ entry }: FetchableView, mirror: string | null | undefined): string {
  return hostOf(mirror ?? entry.base)
}
