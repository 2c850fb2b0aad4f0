import type { AlikePair, ClassHealth, HealthReport, HeatMap, SizeCount } from '#common/contract/health'
import { t } from '#renderer/words/words'

/** A class with less than this part of an even share is too rare to learn from well. */
const RARE = 0.1

/** Classes that have shapes, but less than a tenth of an even share, and classes without any. */
export function isRare({ balance }: Pick<ClassHealth, 'balance'>): boolean {
  return balance < RARE
}

/** The length of a bar on a logarithmic scale, 0…1: 0 for none, 1 for `most`, and something to see for a single one. */
export function logShare(value: number, most: number): number {
  return value <= 0 || most <= 0 ? 0 : Math.log1p(value) / Math.log1p(Math.max(value, most))
}

/** How strongly each cell is filled, 0…1, the fullest 1. Roots, so that thin places stay in sight beside crowded ones. */
export function strengths(cells: readonly number[]): number[] {
  const most = cells.reduce((high, cell) => Math.max(high, cell), 0)
  return cells.map((cell) => (most === 0 ? 0 : Math.sqrt(cell / most)))
}

/** The ninths of an image, row by row. */
const NINTHS = [
  t('at the top left'),
  t('at the top center'),
  t('at the top right'),
  t('at the middle left'),
  t('in the middle'),
  t('at the middle right'),
  t('at the bottom left'),
  t('at the bottom center'),
  t('at the bottom right'),
] as const

/** In words: the ninth of the image that holds most; undefined when nothing lies anywhere. */
export function crowdedPlace({ side, cells }: HeatMap): string | undefined {
  const ninths = Array.from({ length: 9 }, () => 0)
  cells.forEach((shapes, cell) => {
    const [row, column] = [Math.floor(cell / side), cell % side]
    const ninth = Math.floor((row * 3) / side) * 3 + Math.floor((column * 3) / side)
    ninths[ninth] = (ninths[ninth] ?? 0) + shapes
  })
  const most = Math.max(...ninths)
  return most === 0 ? undefined : NINTHS[ninths.indexOf(most)]
}

export interface SizePoint extends SizeCount {
  /** From the left edge and from the lower edge of the chart, 0…1. */
  readonly x: number
  readonly y: number
  /** 0…1 of the largest dot. */
  readonly radius: number
}

/** Sizes as dots on one scale for both sides, so that squares lie on the diagonal; the area of a dot is its images. */
export function sizePoints(sizes: readonly SizeCount[], longest: number): SizePoint[] {
  const most = sizes.reduce((high, { images }) => Math.max(high, images), 0)
  return sizes.map((size) => ({
    ...size,
    x: size.width / longest,
    y: size.height / longest,
    radius: Math.sqrt(size.images / most),
  }))
}

/** The search that finds the images of one size. */
export function sizeSearch({ width, height }: Pick<SizeCount, 'width' | 'height'>): string {
  return `min-width:${width} max-width:${width} min-height:${height} max-height:${height}`
}

type Alike = Pick<HealthReport, 'nearDuplicates' | 'splitLeakage' | 'notCompared'>

/** Pairs across splits first, then those within one. */
export function pairsToShow({ nearDuplicates, splitLeakage }: Omit<Alike, 'notCompared'>): AlikePair[] {
  const within = nearDuplicates.pairs.filter(({ images: [one, other] }) => one.split === other.split)
  return [...splitLeakage.pairs, ...within]
}

/** "3 groups of 8 images. 1 group is spread over several splits, so test results will be too optimistic (data leakage)." */
export function alikeWords({ nearDuplicates, splitLeakage, notCompared }: Alike): string {
  const { groups, images } = nearDuplicates
  const leaks = splitLeakage.groups
  const sentences = [
    groups === 0
      ? t('No two images look nearly the same.')
      : t('{{groups}} of {{count}} images.', { groups: t('{{count}} groups', { count: groups }), count: images }),
    leaks > 0 &&
      t('{{count}} groups are spread over several splits, so test results will be too optimistic (data leakage).', {
        count: leaks,
      }),
    notCompared > 0 && t('{{count}} images were not compared.', { count: notCompared }),
  ]
  return sentences.filter((each) => each !== false).join(' ')
}
