import type { ContrastType, ImageFormat, Preprocessing, ResizeFormat, Tile } from './preprocessing.ts'
import { isOn, type On } from './settings.ts'
import { PREPROCESSING_STEPS, type PreprocessingKey } from './steps.ts'
import { type RecipePhrase, share, type Wording } from './wording.ts'

/** One line for each step that is on, in the order of the work. */
export function preprocessingLines(preprocessing: Preprocessing, wording: Wording): readonly string[] {
  return PREPROCESSING_STEPS.flatMap((key) => {
    const line = preprocessingLine(key, preprocessing, wording)
    return line === undefined ? [] : [[line.name, line.rest].filter((words) => words !== '').join(' ')]
  })
}

interface Line {
  /** Beginning of the line where it stands alone. */
  readonly name: string
  readonly rest: string
}

/** A step in words; undefined when it is off, or when it is on and does nothing. */
export function preprocessingLine<Key extends PreprocessingKey>(
  key: Key,
  preprocessing: Preprocessing,
  wording: Wording,
): Line | undefined {
  const settings = preprocessing[key]
  return isOn(settings) ? LINES[key](settings, wording) : undefined
}

type Lines = {
  readonly [Key in PreprocessingKey]: (settings: On<Preprocessing[Key]>, wording: Wording) => Line | undefined
}

const LINES: Lines = {
  'filter-tags': tagsLine,
  remap: classesLine,
  'auto-orient': (_, { say }) => ({ name: say('Auto-orient'), rest: '' }),
  'static-crop': cropLine,
  isolate: (_, { say }) => ({ name: say('One image per object'), rest: '' }),
  tile: (tile, wording) => ({
    name: wording.say('Tiles'),
    rest: [tilesPhrase(tile, wording), ...overlapPhrase(tile, wording)].join(', '),
  }),
  'filter-null': ({ percent }, wording) => ({
    name: '',
    rest: wording.say('At least {{share}} labeled', { share: share(percent, wording) }),
  }),
  contrast: ({ type }, { say }) => ({ name: say('Contrast'), rest: say(CONTRAST_PHRASES[type]) }),
  grayscale: (_, { say }) => ({ name: say('Grayscale'), rest: '' }),
  resize: ({ width, height, format }, { say }) => ({
    name: '',
    rest: say(SIZE_PHRASES[format], { size: `${width} × ${height}` }),
  }),
  'image-format': ({ format }, { say }) => ({ name: say('Image files'), rest: say(FILE_PHRASES[format]) }),
}

function tagsLine(tags: On<Preprocessing['filter-tags']>, { say, list }: Wording): Line | undefined {
  const named = (isWanted: boolean) => Object.keys(tags).filter((tag) => tags[tag] === isWanted)
  const [required, excluded] = [named(true), named(false)]
  if (required.length === 0 && excluded.length === 0) return undefined
  const wanted = required.length === 0 ? [] : [say('tagged {{tags}}', { tags: list(required) })]
  const either = (first: string, second: string) => say('{{first}} or {{second}}', { first, second })
  const unwanted = excluded.length === 0 ? [] : [say('not tagged {{tags}}', { tags: excluded.reduce(either) })]
  return { name: say('Only images'), rest: [...wanted, ...unwanted].join(', ') }
}

/** More than so many changes of classes are counted instead of named. */
const NAMED_CLASSES = 3

function classesLine(names: On<Preprocessing['remap']>, { say, list }: Wording): Line | undefined {
  const changes = Object.entries(names).filter(([from, to]) => from !== to)
  const leftOut = changes.flatMap(([from, to]) => (to === '' ? [from] : []))
  const renamed = changes.flatMap(([from, to]) => (to === '' ? [] : [`${from} → ${to}`]))
  if (changes.length === 0) return undefined
  const counted = (phrase: RecipePhrase, { length: count }: readonly string[]) =>
    count === 0 ? [] : [say(phrase, { count })]
  const parts =
    changes.length > NAMED_CLASSES
      ? [...counted('{{count}} classes renamed', renamed), ...counted('{{count}} classes left out', leftOut)]
      : [...renamed, ...(leftOut.length === 0 ? [] : [say('{{names}} left out', { names: list(leftOut) })])]
  return { name: '', rest: parts.join(', ') }
}

function cropLine({ x_min, x_max, y_min, y_max }: On<Preprocessing['static-crop']>, wording: Wording): Line {
  const { say, number } = wording
  const window = `${number(x_min)}–${number(x_max)} × ${number(y_min)}–${share(y_max, wording)}`
  return { name: say('Crop'), rest: say('to {{window}}', { window }) }
}

function tilesPhrase(tile: Tile, { say, number }: Wording): string {
  if ('rows' in tile) {
    return [say('{{count}} rows', { count: tile.rows }), say('{{count}} columns', { count: tile.columns })].join(' × ')
  }
  if (tile.mode === 'fixed_size') return say('of {{size}}', { size: `${tile.tileWidth} × ${tile.tileHeight}` })
  return say(SPAN_PHRASES[tile.span], { ratio: number(tile.aspectRatio) })
}

/** Below 1 the overlap is a share. */
function overlapPhrase(tile: Tile, wording: Wording): readonly string[] {
  if ('rows' in tile || tile.overlap === 0) return []
  const percent = tile.overlap < 1 ? tile.overlap * 100 : tile.overlap
  return [wording.say('{{share}} overlap', { share: share(percent, wording) })]
}

const SPAN_PHRASES = {
  width: 'of {{ratio}} : 1 over the full width',
  height: 'of {{ratio}} : 1 over the full height',
} as const

const CONTRAST_PHRASES: Readonly<Record<ContrastType, RecipePhrase>> = {
  'Contrast Stretching': 'stretched',
  'Histogram Equalization': 'by histogram, gray',
  'Adaptive Equalization': 'adaptive, gray',
}

const FILE_PHRASES: Readonly<Record<ImageFormat, RecipePhrase>> = {
  jpeg: 'as JPEG',
  png: 'as PNG, lossless',
  original: 'originals if no step changes the pixels',
}

const SIZE_PHRASES: Readonly<Record<ResizeFormat, RecipePhrase>> = {
  'Stretch to': 'Stretch to {{size}}',
  'Fill (with center crop) in': 'Fill {{size}}, center crop',
  'Fit within': 'Fit within {{size}}',
  'Fit (reflect edges) in': 'Fit in {{size}}, reflected',
  'Fit (black edges) in': 'Fit in {{size}}, black',
  'Fit (white edges) in': 'Fit in {{size}}, white',
}
