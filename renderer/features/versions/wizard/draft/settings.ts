import type { Tile } from '#common/versions/preprocessing'
import { isOn, VersionSettings } from '#common/versions/settings'
import { type AugmentationKey, BOX_STEPS, isSwitch, PREPROCESSING_STEPS, WHOLE_STEPS } from '#common/versions/steps'
import { type ClassChoice, Draft, FIRST_DRAFT, type TileChoice } from './draft.ts'

const AUGMENTATION_STEPS: readonly AugmentationKey[] = [...WHOLE_STEPS, ...BOX_STEPS]

/** The augmentation steps that are on. */
export function stepsOn({ augmentation }: Draft): readonly AugmentationKey[] {
  return AUGMENTATION_STEPS.filter((key) => augmentation[key].on)
}

/** The settings that the draft stands for: a step that is off, or that is on and does nothing, is absent. */
export function settingsOf(draft: Draft): VersionSettings {
  const { preprocessing, copies } = draft
  const first = PREPROCESSING_STEPS.filter((key) => preprocessing[key].on)
  const varied = stepsOn(draft)
  return VersionSettings.parse({
    preprocessing: Object.fromEntries(
      first.map((key) => [key, preprocessingSettings(preprocessing, key)]).filter(([, settings]) => !isEmpty(settings)),
    ),
    augmentation: {
      ...Object.fromEntries(varied.map((key) => [key, key === 'mosaic' || draft.augmentation[key].settings])),
      ...(varied.length > 0 && { image: { versions: copies } }),
    },
  })
}

function preprocessingSettings(preprocessing: Draft['preprocessing'], key: keyof Draft['preprocessing']): unknown {
  if (isSwitch(key)) return true
  if (key === 'tile') return tileOf(preprocessing.tile.settings)
  return key === 'remap' ? namesOf(preprocessing.remap.settings) : preprocessing[key].settings
}

function isEmpty(settings: unknown): boolean {
  return typeof settings === 'object' && settings !== null && Object.keys(settings).length === 0
}

function tileOf(choice: TileChoice): Tile {
  const { mode, rows, columns, width, height, aspectRatio, span, overlap, padding } = choice
  if (mode === 'grid') return { rows, columns }
  return mode === 'fixed_size'
    ? { mode, tileWidth: width, tileHeight: height, overlap, padding }
    : { mode, aspectRatio, span, overlap, padding }
}

/** Only what changes: a class with its own name, or with none typed, stays as it is. */
function namesOf({ names, leftOut }: ClassChoice): Readonly<Record<string, string>> {
  const renamed = Object.entries(names).filter(([from, to]) => to.trim() !== '' && to.trim() !== from)
  return Object.fromEntries([...renamed, ...leftOut.map((name) => [name, ''])])
}

/** The draft of a recipe; steps that it does not have stay as they were, switched off. */
export function draftOf({ preprocessing, augmentation }: VersionSettings, before: Draft = FIRST_DRAFT): Draft {
  const { image, mosaic: isMosaic = false, ...steps } = augmentation
  const { tile, remap, ...first } = preprocessing
  return Draft.parse({
    preprocessing: {
      ...off(before.preprocessing),
      ...on(first),
      ...(tile && { tile: { on: true, settings: tileChoice(tile, before.preprocessing.tile.settings) } }),
      ...(remap && { remap: { on: true, settings: classChoice(remap) } }),
    },
    augmentation: {
      ...off(before.augmentation),
      ...on(steps),
      mosaic: { on: isMosaic, settings: {} },
    },
    copies: image?.versions ?? before.copies,
  })
}

function on(steps: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(steps)
      .filter(([, settings]) => isOn(settings))
      .map(([key, settings]) => [key, { on: true, settings: settings === true ? {} : settings }]),
  )
}

function off(steps: Readonly<Record<string, object>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(steps).map(([key, step]) => [key, { ...step, on: false }]))
}

function tileChoice(tile: Tile, before: TileChoice): TileChoice {
  if ('rows' in tile) return { ...before, ...tile, mode: 'grid' }
  const { overlap, padding } = tile
  const shared = { ...before, padding, overlap: Math.round(overlap < 1 ? overlap * 100 : overlap) }
  return tile.mode === 'fixed_size'
    ? { ...shared, mode: tile.mode, width: tile.tileWidth, height: tile.tileHeight }
    : { ...shared, mode: tile.mode, aspectRatio: tile.aspectRatio, span: tile.span }
}

function classChoice(remap: Readonly<Record<string, string>>): ClassChoice {
  const entries = Object.entries(remap)
  return {
    names: Object.fromEntries(entries.filter(([, to]) => to !== '')),
    leftOut: entries.flatMap(([from, to]) => (to === '' ? [from] : [])),
  }
}
