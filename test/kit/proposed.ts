import type { Edit } from '#common/annotation/edit'
import { acceptEdit, rejectEdit } from '#common/annotation/settle'
import { ClassId, type ImageId, type ProjectSlug } from '#common/ids'
import { sentenceOf } from '#common/messages/sentence'
import type { Management } from '#core/management/ports'
import type { StudioOfRemote } from './remote.ts'

export interface Image {
  readonly project: ProjectSlug
  readonly image: ImageId
}

export const FILE = {
  name: 'found.txt',
  labelmap: new Map([
    ['0', 'boat'],
    ['1', 'gull'],
    ['2', 'buoy'],
  ]),
  overwrite: false,
}
export const BOAT = '0 0.25 0.25 0.25 0.25 0.9'
export const GULL = '1 0.75 0.75 0.25 0.25 0.4'
export const BUOY = '2 0.5 0.5 0.125 0.125'

const fresh = () => ClassId.parse('notforeseen0')

/** Returns an image as a page knows it, and a function that sends edits. */
export async function opened(studio: StudioOfRemote, of: Image) {
  const page = await studio.annotations.open(of)
  const classes = await studio.projects.classes.list({ project: of.project })
  const waiting = page.proposals.filter(({ id }) => !page.settled.includes(id))
  const named = (name: string) => waiting.filter(({ className }) => className === name)
  return {
    ...page,
    waiting: waiting.map(({ className }) => className),
    accepting: (name: string): Edit => acceptEdit(named(name), { shapes: page.shapes, classes, fresh }),
    rejecting: (name: string): Edit => rejectEdit(named(name)),
  }
}

/** Returns the state stored on the remote. */
export async function stored(management: Management, { project, image }: Image) {
  const told = await management.image(project, image)
  if (!told.ok) throw new Error(sentenceOf(told.error))
  const { annotation = [], predictions } = told.value
  return {
    labels: annotation.map(({ className }) => className),
    waiting: predictions.map(({ object, source, score }) => `${source}: ${object.className} ${score ?? '–'}`),
  }
}
