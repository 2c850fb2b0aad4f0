import { message } from '#common/messages/message'
import { WITHOUT_SPACES } from '../kit/class-names.ts'
import type { NamedImage } from '../kit/files.ts'
import { lineFiles } from '../kit/line-files.ts'
import { f2 } from '../kit/numbers.ts'
import { type BoxObject, boxObjects } from '../kit/objects.ts'
import { type Dataset, defineExporter } from './define.ts'

/** Before the box: how much of the object is cut off, how hidden it is, and the angle it is seen from. */
const SEEN_FROM = ['0.00', 0, -10]
/** After the box: height, width and length, three coordinates and a turn. What nobody knows has these values. */
const IN_SPACE = [-1, -1, -1, -1000, -1000, -1000, -10]

/** KITTI: fifteen fields for each box, most of them about a space that an image does not show. */
export const kitti = defineExporter({
  id: 'kitti',
  title: 'KITTI',
  aliases: ['kitti_detection'],
  keeps: message('keeps-kitti'),
  tasks: { 'object-detection': 'boxes', 'instance-segmentation': 'boxes' },
  says: ['crowds'],
  spelling: WITHOUT_SPACES,
  // Readers list the folder and take a JPEG as they take a PNG, which would be many times as large and no sharper.
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

/** A region nobody looked for objects in; a box there is neither right nor wrong. */
const IGNORED = ['DontCare', -1, -1, -10]

function line(name: string, { shape, box }: BoxObject): string {
  const seen = shape.crowd ? IGNORED : [name, ...SEEN_FROM]
  return [...seen, ...[box.x0, box.y0, box.x1, box.y1].map(f2), ...IN_SPACE].join(' ')
}
