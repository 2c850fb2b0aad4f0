import { mirroredPoints } from '#common/annotation/skeleton'
import type { ExportImage, ExportVersion } from '#common/exports/model'
import { boxSize } from '#common/geometry/box'
import type { ClassList, WrittenClass } from './class-names.ts'
import { share } from './numbers.ts'
import type { BoxObject, OutlinedObject, PointedObject } from './objects.ts'
import { licenseName, oneLine, slugsOf } from './version-facts.ts'

/** Number of the class, center and size, as shares of the image's sides. */
export function boxLine({ classIndex, box }: BoxObject, { width, height }: ExportImage): string {
  const size = boxSize(box)
  const centre = `${share((box.x0 + box.x1) / 2, width)} ${share((box.y0 + box.y1) / 2, height)}`
  return `${classIndex} ${centre} ${share(size.width, width)} ${share(size.height, height)}`
}

/** One line for each part. */
export function outlineLines(
  { classIndex, parts }: Pick<OutlinedObject, 'classIndex' | 'parts'>,
  { width, height }: ExportImage,
): readonly string[] {
  return parts.map((part) => {
    const shares = part.map((length, i) => share(length, i % 2 === 0 ? width : height))
    return [classIndex, ...shares].join(' ')
  })
}

/** A box line and `count` points; points that the class lacks are written without a position. */
export function pointsLine(object: PointedObject, image: ExportImage, count: number): string {
  const numbers = Array.from({ length: count }, (_, place) => {
    const { x, y, visibility } = object.points[place] ?? { x: 0, y: 0, visibility: 0 }
    return `${share(x, image.width)} ${share(y, image.height)} ${visibility}`
  })
  return [boxLine(object, image), ...numbers].join(' ')
}

/** The most points that a class has. */
export function mostPoints({ all }: ClassList): number {
  return Math.max(0, ...all.map(({ skeleton }) => skeleton.points.length))
}

/**
 * For each place in a line the place of the point that it becomes in a mirror. All classes share one list, so two places are
 * exchanged only where every class that has them says so.
 */
export function flipPlaces(classes: ClassList): readonly number[] {
  const ofClasses = classes.all.map(({ skeleton }: WrittenClass) => mirroredPoints(skeleton.points))
  const agreed = Array.from({ length: mostPoints(classes) }, (_, place) => {
    const twins = new Set(ofClasses.flatMap((ofClass) => ofClass[place] ?? []))
    return twins.size === 1 ? Math.max(...twins) : place
  })
  return agreed.map((twin, place) => (agreed[twin] === place ? twin : place))
}

interface YamlParts {
  readonly version: ExportVersion
  readonly classes: ClassList
  /** Where the images of each split lie. */
  readonly paths: readonly string[]
  /** Lines that only this format needs, after the paths. */
  readonly own?: readonly string[]
  /** The task as Ultralytics calls it, where readers of the label files cannot tell it. */
  readonly task?: 'obb'
}

export function dataYaml({ version, classes, paths, own = [], task }: YamlParts): string {
  const { workspace, project } = slugsOf(version)
  const lines = [
    ...paths,
    '',
    ...own,
    `nc: ${classes.names.length}`,
    `names: [${classes.names.map(quoted).join(', ')}]`,
    '',
    'tessera:',
    `  workspace: ${scalar(workspace)}`,
    `  project: ${scalar(project)}`,
    version.search === undefined ? `  version: ${version.number}` : `  search: ${scalar(oneLine(version.search))}`,
    `  license: ${scalar(licenseName(version))}`,
    ...(task === undefined ? [] : [`  task: ${task}`]),
  ]
  return lines.map((line) => `${line}\n`).join('')
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`
}

/** Bare when YAML 1.1 and 1.2 both read it as that very text. */
function scalar(text: string): string {
  const isPlain = /^[A-Za-z](?:[\w .()-]*[\w.()-])?$/.test(text)
  const isKeyword = /^(?:true|false|null|yes|no|on|off|y|n)$/i.test(text)
  return isPlain && !isKeyword ? text : quoted(text)
}
