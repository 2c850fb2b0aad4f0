import { decimal, listed, percent } from './phrases.ts'
import type { ContrastType, Preprocessing, ResizeFormat, Tile } from './preprocessing.ts'
import { isOn, type On } from './settings.ts'
import { PREPROCESSING_STEPS, type PreprocessingKey } from './steps.ts'

/** One line for each step that is on, in the order of the work. */
export function preprocessingLines(preprocessing: Preprocessing): readonly string[] {
  return PREPROCESSING_STEPS.flatMap((key) => preprocessingLine(key, preprocessing) ?? [])
}

/** A step in words; undefined when it is off, or when it is on and does nothing. */
export function preprocessingLine<Key extends PreprocessingKey>(
  key: Key,
  preprocessing: Preprocessing,
): string | undefined {
  const settings = preprocessing[key]
  const line = isOn(settings) ? LINES[key](settings) : ''
  return line === '' ? undefined : line
}

type Lines = { readonly [Key in PreprocessingKey]: (settings: On<Preprocessing[Key]>) => string }

const LINES: Lines = {
  'filter-tags': tagsLine,
  remap: classesLine,
  'auto-orient': () => 'Auto-orient',
  'static-crop': ({ x_min, x_max, y_min, y_max }) =>
    `Crop to ${decimal(x_min)}–${decimal(x_max)} × ${decimal(y_min)}–${percent(y_max)}`,
  isolate: () => 'One image per object',
  tile: (tile) => `${tilesPhrase(tile)}${overlapPhrase(tile)}`,
  'filter-null': ({ percent: share }) => `At least ${percent(share)} labelled`,
  contrast: ({ type }) => CONTRAST_LINES[type],
  grayscale: () => 'Greyscale',
  resize: ({ width, height, format }) => SIZE_LINES[format](`${width} × ${height}`),
}

function tagsLine(tags: On<Preprocessing['filter-tags']>): string {
  const named = (isWanted: boolean) => Object.keys(tags).filter((tag) => tags[tag] === isWanted)
  const [required, excluded] = [named(true), named(false)]
  const wanted = required.length === 0 ? '' : ` tagged ${listed(required)}`
  const unwanted = excluded.length === 0 ? '' : ` not tagged ${excluded.join(' or ')}`
  if (wanted === '' && unwanted === '') return ''
  return `Only images${[wanted, unwanted].filter((words) => words !== '').join(',')}`
}

/** More than so many changes of classes are counted instead of named. */
const NAMED_CLASSES = 3

function classesLine(names: On<Preprocessing['remap']>): string {
  const changes = Object.entries(names).filter(([from, to]) => from !== to)
  const leftOut = changes.flatMap(([from, to]) => (to === '' ? [from] : []))
  const renamed = changes.flatMap(([from, to]) => (to === '' ? [] : [`${from} → ${to}`]))
  if (changes.length > NAMED_CLASSES) {
    return [counted(renamed.length, 'renamed'), counted(leftOut.length, 'left out')].flat().join(', ')
  }
  return [...renamed, ...(leftOut.length === 0 ? [] : [`${listed(leftOut)} left out`])].join(', ')
}

function counted(amount: number, done: string): readonly string[] {
  return amount === 0 ? [] : [`${amount} ${amount === 1 ? 'class' : 'classes'} ${done}`]
}

function tilesPhrase(tile: Tile): string {
  if ('rows' in tile) return `Tiles ${plural(tile.rows, 'row')} × ${plural(tile.columns, 'column')}`
  if (tile.mode === 'fixed_size') return `Tiles of ${tile.tileWidth} × ${tile.tileHeight}`
  return `Tiles of ${decimal(tile.aspectRatio)} : 1 over the full ${tile.span}`
}

/** Below 1 the overlap is a share. */
function overlapPhrase(tile: Tile): string {
  if ('rows' in tile || tile.overlap === 0) return ''
  return `, ${percent(tile.overlap < 1 ? tile.overlap * 100 : tile.overlap)} overlap`
}

function plural(amount: number, one: string): string {
  return `${amount} ${amount === 1 ? one : `${one}s`}`
}

const CONTRAST_LINES: Readonly<Record<ContrastType, string>> = {
  'Contrast Stretching': 'Contrast stretched',
  'Histogram Equalization': 'Contrast by histogram, grey',
  'Adaptive Equalization': 'Contrast adaptive, grey',
}

const SIZE_LINES: Readonly<Record<ResizeFormat, (size: string) => string>> = {
  'Stretch to': (size) => `Stretch to ${size}`,
  'Fill (with center crop) in': (size) => `Fill ${size}, center crop`,
  'Fit within': (size) => `Fit within ${size}`,
  'Fit (reflect edges) in': (size) => `Fit in ${size}, reflected`,
  'Fit (black edges) in': (size) => `Fit in ${size}, black`,
  'Fit (white edges) in': (size) => `Fit in ${size}, white`,
}
