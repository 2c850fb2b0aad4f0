import { WITHOUT_SPACES } from '../kit/class-names.ts'
import type { NamedImage } from '../kit/files.ts'
import { lineFiles } from '../kit/line-files.ts'
import { r3 } from '../kit/numbers.ts'
import { orientedObjects } from '../kit/objects.ts'
import { type Dataset, defineExporter } from './define.ts'
import { ORIENTED_KEPT } from './oriented.ts'

/**
 * DOTA: four corners in pixels, the class, and the difficulty. Without a header, which some readers take for an object.
 */
export const dota = defineExporter({
  id: 'dota',
  title: 'DOTA',
  keeps: ORIENTED_KEPT,
  hasCorners: true,
  tasks: { 'object-detection': 'boxes', 'instance-segmentation': 'boxes' },
  spelling: WITHOUT_SPACES,
  files: (dataset) =>
    lineFiles(dataset, { images: 'images', texts: 'labelTxt', linesOf: (image) => lines(image, dataset) }),
  record(image, dataset) {
    const [first = ''] = lines(image, dataset)
    return first
  },
})

function lines(image: NamedImage, { classes }: Pick<Dataset, 'classes'>): readonly string[] {
  return orientedObjects(image, classes).map(({ classIndex, corners }) =>
    [...corners.map(withPoint), classes.names[classIndex], 0].join(' '),
  )
}

/** Returns one to three decimals. */
function withPoint(length: number): string {
  const rounded = r3(length)
  return Number.isInteger(rounded) ? `${rounded}.0` : String(rounded)
}
