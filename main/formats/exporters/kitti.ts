import { message } from '#common/messages/message'
import { WITHOUT_SPACES } from '../kit/class-names.ts'
import type { NamedImage } from '../kit/files.ts'
import { lineFiles } from '../kit/line-files.ts'
import { f2 } from '../kit/numbers.ts'
import { type BoxObject, boxObjects } from '../kit/objects.ts'
import { type Dataset, defineExporter } from './define.ts'

/** Before the box: truncation, occlusion and observation angle. */
const SEEN_FROM = ['0.00', 0, -10]
/** After the box: height, width and length, three coordinates and a rotation, with the values for unknown. */
const IN_SPACE = [-1, -1, -1, -1000, -1000, -1000, -10]

/** KITTI: fifteen fields per box, most of them about a 3D scene that an image does not show. */
export const kitti = defineExporter({
  id: 'kitti',
  title: 'KITTI',
  aliases: ['kitti_detection'],
  keeps: message('keeps-kitti'),
  tasks: { 'object-detection': 'boxes', 'instance-segmentation': 'boxes' },
  says: ['crowds'],
  spelling: WITHOUT_SPACES,
  // Readers accept JPEG as well as PNG, which would be many times as large and no sharper.
  files: (dataset) =>
    lineFiles(dataset, { images: 'image_2', texts: 'label_2', linesOf: (image) => lines(image, dataset) }),
  record(image, dataset) {
    const [first = ''] = lines(image, dataset)
    return first
  },
})

function lines(image: NamedImage, { classes }: Pick<Dataset, 'classes'>): readonly string[] {
  return boxObjects(image, classes).map((object) => line(classes.names[object.classIndex] ?? '', object))
}

/** A region in which objects were not annotated; evaluation ignores boxes there. */
const IGNORED = ['DontCare', -1, -1, -10]

function line(name: string, { shape, box }: BoxObject): string {
  const seen = shape.crowd ? IGNORED : [name, ...SEEN_FROM]
  return [...seen, ...[box.x0, box.y0, box.x1, box.y1].map(f2), ...IN_SPACE].join(' ')
}
