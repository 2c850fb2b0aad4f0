import { boxSize } from '#common/geometry/box'
import { encodeRings, type RunLengths, runLengthArea, runLengthsToText } from '#common/geometry/rle'
import { message } from '#common/messages/message'
import { stemOf } from '../kit/file-names.ts'
import { type ExportFile, filledSplits, imagesWith, type NamedImage, textFile } from '../kit/files.ts'
import { fieldLines } from '../kit/json.ts'
import { outlinedObjects } from '../kit/objects.ts'
import { type Dataset, defineExporter } from './define.ts'

/** The files of SA-1B: beside each image the masks in it, as compressed run lengths. */
export const sam = defineExporter({
  id: 'sam',
  title: 'Segment Anything',
  aliases: ['segment-anything'],
  keeps: message('keeps-sam'),
  tasks: { 'object-detection': 'all', 'instance-segmentation': 'all', 'semantic-segmentation': 'all' },
  async *files(dataset) {
    let [image_id, firstId] = [1, 1]
    const labelFile = (image: NamedImage): readonly ExportFile[] => {
      const { width, height, fileName: file_name } = image
      const annotations = masks(image, dataset).map((mask, index) => ({ id: firstId + index, ...mask }))
      const text = withFloats(JSON.stringify({ image: { image_id, width, height, file_name }, annotations }))
      image_id += 1
      firstId += annotations.length
      return [textFile(`${image.split}/${stemOf(file_name)}.json`, text)]
    }
    for (const split of filledSplits(dataset.version)) yield* imagesWith(dataset, split, labelFile)
  },
  record(image, dataset) {
    const [first] = masks(image, dataset)
    return first === undefined ? '' : fieldLines({ id: 1, ...first })
  },
})

/** Readers insist on numbers with a point. Inside a text of the JSON these quotes would have a backslash before them. */
function withFloats(json: string): string {
  return json.replaceAll(/"(predicted_iou|stability_score)":1(?=[,}])/g, '"$1":1.0')
}

/**
 * The masks as SA-1B describes them. In SA-1B a model made each mask from a point, in a part of the image, and says how sure it is; here
 * people drew it and are sure, the part is the whole image, and the point is one inside.
 */
function masks(image: NamedImage, { classes }: Pick<Dataset, 'classes'>) {
  const { width, height } = image
  return outlinedObjects(image, classes).flatMap(({ classIndex, rings }) => {
    const { counts, bounds } = encodeRings(rings, image)
    // A slanted line of a pixel's width may pass between all centres of pixels.
    if (bounds === undefined) return []
    const size = boxSize(bounds)
    return {
      segmentation: { size: [height, width], counts: runLengthsToText(counts) },
      bbox: [bounds.x0, bounds.y0, size.width, size.height],
      area: runLengthArea(counts),
      predicted_iou: 1,
      stability_score: 1,
      crop_box: [0, 0, width, height],
      point_coords: [pointInside(counts, height)],
      label: classes.names[classIndex] ?? '',
    }
  })
}

/** The middle of the run that holds the middle of the area: the centre of a pixel of the object. */
function pointInside(counts: RunLengths, height: number): readonly number[] {
  const middle = runLengthArea(counts) / 2
  let [start, before] = [0, 0]
  for (const [index, count] of counts.entries()) {
    if (index % 2 === 1) {
      before += count
      if (before > middle) {
        const position = start + Math.floor(count / 2)
        return [Math.floor(position / height) + 0.5, (position % height) + 0.5]
      }
    }
    start += count
  }
  throw new RangeError('The run lengths have no object')
}
