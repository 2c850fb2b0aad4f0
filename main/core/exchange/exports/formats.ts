import type { KeptFormats, LeftOut } from '#common/contract/exports'
import { ProjectType } from '#common/contract/projects'
import { type Refusal, refuse } from '#common/errors'
import { ok, type Result } from '#common/result'
import type { ToldCounts } from '../../versions/model.ts'
import type { ExportWriter, FormatInfo } from './ports.ts'

/** How many labels lose something in a format, and how many images have no place in it. */
export function leftOutOf({ leavesOut }: Pick<FormatInfo, 'leavesOut'>, told: ToldCounts): LeftOut[] {
  const images = { kind: 'images', labels: imagesLeftOut(leavesOut, told.images) } as const
  const all = [...leavesOut.map((kind) => ({ kind, labels: told[kind] })), images]
  return all.filter(({ labels }) => labels > 0)
}

/** The part of counted labels that each format keeps. */
export function keptFormats(formats: readonly FormatInfo[], told: ToldCounts): KeptFormats {
  const whole = formats.filter((format) => OF_OBJECTS.has(format.fidelity) && leftOutOf(format, told).length === 0)
  const boxed = formats.filter(({ leavesOut }) => isBoxed(leavesOut) && told.outlines > 0)
  return { whole: whole.map(({ id }) => id), boxed: boxed.map(({ id }) => id) }
}

/** Fidelities that lose no label where none is counted as lost. */
const OF_OBJECTS: ReadonlySet<FormatInfo['fidelity']> = new Set(['all', 'boxes'])

/** A format that has no place for classes either is told by what else it loses. */
function isBoxed(leavesOut: FormatInfo['leavesOut']): boolean {
  return leavesOut.includes('outlines') && !leavesOut.includes('classes')
}

/** Of images whose labels all have no place nothing is written: without them they would pass for background images. */
function imagesLeftOut(leavesOut: FormatInfo['leavesOut'], { lines, crowds, both }: ToldCounts['images']): number {
  const [losesLines, losesCrowds] = [leavesOut.includes('lines'), leavesOut.includes('crowds')]
  if (losesLines && losesCrowds) return both
  return (losesLines ? lines : 0) + (losesCrowds ? crowds : 0)
}

/** The format of that identifier, when it fits the kind of project; a refusal names those that do. */
export function fittingFormat(
  writer: Pick<ExportWriter, 'formats'>,
  type: ProjectType,
  id: string,
): Result<FormatInfo, Refusal> {
  const fitting = writer.formats(type)
  const format = fitting.find((known) => known.id === id || known.aliases.includes(id))
  if (format) return ok(format)
  const [name, allowed] = [id.slice(0, 40), fitting.map((known) => known.id).join(', ')]
  const types = ProjectType.options.filter((other) => isIn(writer.formats(other), id)).join(', ')
  if (types !== '') return refuse('format-for-other-types', { format: name, types, allowed })
  if (OF_VIDEOS.has(id)) return refuse('format-holds-tracks', { format: name, allowed })
  if (NOT_WRITTEN.has(id)) return refuse('format-not-written', { format: name, allowed })
  return refuse('format-not-of-project', { format: name, allowed })
}

function isIn(formats: readonly FormatInfo[], id: string): boolean {
  return formats.some((known) => known.id === id || known.aliases.includes(id))
}

/** Formats of objects that are followed from frame to frame. */
const OF_VIDEOS: ReadonlySet<string> = new Set(['mot', 'mots', 'kitti-tracking', 'youtube-vis', 'davis'])

/** Formats that people know from other programs. */
export const NOT_WRITTEN: ReadonlySet<string> = new Set([
  'ade20k',
  'visdrone',
  'lvis',
  'objects365',
  'mapillary',
  'supervisely',
  'labelbox',
  'scale',
  'superannotate',
  'vgg-face2',
  'lfw',
  'market1501',
  'cifar',
  'mnist',
  'webdataset',
  'sagemaker',
  'azure',
])
