import { z } from 'zod'
import { ok } from '#common/result'
import { readShape } from '../../labels/kit/json.ts'
import { unreadable } from '../../labels/kit/reading.ts'
import { wholePicture } from '../../labels/kit/whole-picture.ts'
import { sageMaker as sageMakerLines } from '../../labels/lines/sagemaker.ts'
import { declaredSize } from '../kit/declared-size.ts'
import { documentImporter, pathInAddress } from '../kit/documents.ts'

const Line = z.looseObject({ 'source-ref': z.string() })
const ClassName = z.object({ 'class-name': z.string() })
const Numbers = z.array(z.number())
const ClassMap = z.object({ 'class-map': z.record(z.string(), z.string()) })

/** SageMaker Ground Truth: a line for each image, with the boxes or the class that a labelling job gave it. */
export const sageMaker = documentImporter({
  id: 'sagemaker',
  title: 'SageMaker Ground Truth',
  lineEndings: ['.manifest', '.jsonl'],
  isWanted: (keys) => keys.has('source-ref'),
  entries(document) {
    const line = readShape(Line, document)
    if (!line.ok) return line
    const name = pathInAddress(line.value['source-ref'])
    const classes = [...onlyClasses(line.value), ...listedClasses(line.value)]
    const isLabelled = Object.keys(line.value).some((key) => key.endsWith('-metadata'))
    if (!isLabelled) return ok([])
    return ok([
      {
        ...{ name, ...sizeOf(line.value) },
        objects(picture) {
          if (classes.length > 0) return wholePicture(classes)
          return hasMask(line.value) ? unreadable(MASK) : sageMakerLines.read([line.value], picture)
        },
      },
    ])
  },
})

type Fields = Readonly<Record<string, unknown>>

/** Of a job that gives each image one class. */
function onlyClasses(line: Fields): readonly string[] {
  return Object.values(line).flatMap((value) => ClassName.safeParse(value).data?.['class-name'] ?? [])
}

/** Of a job that gives each image several: numbers, which its metadata name. */
function listedClasses(line: Fields): readonly string[] {
  return Object.entries(line).flatMap(([job, value]) => {
    const [numbers, names] = [Numbers.safeParse(value).data, ClassMap.safeParse(line[`${job}-metadata`]).data]
    return names && numbers ? numbers.flatMap((number) => names['class-map'][String(number)] ?? []) : []
  })
}

const Sized = z.object({ image_size: z.tuple([z.object({ width: z.unknown(), height: z.unknown() })]) })

function sizeOf(line: Fields): ReturnType<typeof declaredSize> {
  const [size] = Object.values(line).flatMap((value) => Sized.safeParse(value).data?.image_size ?? [])
  return declaredSize(size?.width, size?.height)
}

function hasMask(line: Fields): boolean {
  return Object.keys(line).some((key) => key.endsWith('-ref') && key !== 'source-ref')
}

const MASK = 'its labels are a mask, which is not read from a manifest. Convert it to PNG masks with _classes.csv'
