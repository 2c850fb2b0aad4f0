import { boxSize } from '#common/geometry/box'
import { encodeRings, type RunLengths, runLengthArea, runLengthsToText } from '#common/geometry/rle'
import { message } from '#common/messages/message'
import { stemOf } from '../kit/file-names.ts'
import { type ExportFile, filledSplits, imagesWith, type NamedImage, textFile } from '../kit/files.ts'
import { fieldLines } from '../kit/json.ts'
import { outlinedObjects } from '../kit/objects.ts'
import { type Dataset, defineExporter } from './define.ts'

/** The format of SA-1B: a file beside each image with its masks as compressed run lengths. */
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

/** Readers require numbers with a decimal point. Inside a JSON string these quotes would be escaped. */
function withFloats(json: string): string {
  return json.replaceAll(/"(predicted_iou|stability_score)":1(?=[,}])/g, '"$1":1.0')
}

/**
 * Writes masks with the fields of SA-1B, where a model made each mask from a point in a crop of the image and gave
 * scores. Here people drew it: the scores are 1, the crop is the whole image, and the point is one inside.
 */
function masks(image: NamedImage, { classes }: Pick<Dataset, 'classes'>) {
  const { width, height } = image
  return outlinedObjects(image, classes).flatMap(({ classIndex, rings }) => {
    const { counts, bounds } = encodeRings(rings, image)
    // A slanted line one pixel wide may miss all pixel centers.
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

/** Returns the center of a pixel of the object: the middle of the run that contains half of the area. */
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
