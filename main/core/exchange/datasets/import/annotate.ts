import type { ImageId } from '#common/ids'
import { message } from '#common/messages/message'
import type { AddedImage } from '../../../dataset/images/take-in.ts'
import { type LabelFault, readLabels, secondClass } from '../reading.ts'
import { labelWriter } from './label-writer.ts'
import { relay } from './relay.ts'
import { isSecond, type Kept, keptAs, type Labelling, ownOf, type Put, type Said } from './said.ts'
import { otherLabels } from './same-labels.ts'
import type { DatasetImport, ImageRecording, ImportSources } from './sources.ts'
import { standingLabels } from './standing.ts'

/** Puts on images what label files say of them, and joins what several of these say of one. */
export function imageAnnotator(sources: ImportSources, into: DatasetImport, recording: ImageRecording) {
  const { project, wish } = into
  const { memory } = recording
  const standings = standingLabels(sources, project)
  const labels = labelWriter(sources, into, recording)
  const inTurn = relay<ImageId, Kept>()

  /** Whether the image has the labels now. Those that are the same already make no new step of the history. */
  async function annotate(image: AddedImage, path: string, said: Said): Promise<boolean> {
    // Files with the same bytes are one image: they wait for one another, and the one that annotations name first counts.
    const { isPut } = await inTurn(image.id, (kept) => put(image, { path, said }, kept))
    return isPut
  }

  async function put(
    image: AddedImage,
    { path, said }: Pick<Labelling, 'path' | 'said'>,
    kept: Kept | undefined,
  ): Promise<Put> {
    const standing = await standings.of(image, kept !== undefined)
    if (standing === undefined) return { kept, isPut: false }
    const { name, width, height } = standing
    const read = await readLabels(said.described, {
      name,
      frame: { width, height },
      type: project.type,
      bytes: said.bytes,
    })
    const about = { image: image.id, path, standing, said }
    const own = ownOf(kept, about)
    return read.ok ? putRead({ ...about, labels: read.value }, kept, own) : putNothing(about, read.error, { kept, own })
  }

  /** A file's labels cannot be put on: the image is no negative, whatever the files before it left out. */
  async function putNothing(
    about: Omit<Labelling, 'labels'>,
    { reason, isNote }: LabelFault,
    { kept, own }: { readonly kept: Kept | undefined; readonly own: Kept | undefined },
  ): Promise<Put> {
    const { described, problem } = about.said
    await problem({ ...described.source, reason, ...(isNote && { isNote }) })
    if (own?.state === 'empty') await labels.clearNull(about.image)
    const isUnread = kept === undefined || own?.state === 'empty'
    return { kept: isUnread ? keptAs('unread', about) : kept, isPut: false }
  }

  async function putRead(about: Labelling, kept: Kept | undefined, own: Kept | undefined): Promise<Put> {
    // A file that lists an image and says nothing of it takes nothing from what others say.
    if (own && about.labels.drafts.length === 0) return { kept: own, isPut: false }
    if (own && own.state !== 'unread') return join(about, own)
    return kept === undefined || kept.state === 'unread' ? putFirst(about) : putTwin(about, kept)
  }

  /** Puts on the first that is said of an image, unless it has annotations that stay. */
  async function putFirst(about: Labelling): Promise<Put> {
    const { image, standing } = about
    const isReplaced = wish.labelled === 'replace'
    if (standing.shapes.length > 0 || standing.isNull) {
      if (await hasTheseLabels(about))
        return {
          kept: isReplaced || isByUs(image) ? keptOf(about) : undefined,
          isPut: isReplaced || memory.hadLabelled(image),
        }
      if (!isReplaced) return leave(about)
    }
    const isPut = await labels.write(about, { overwrite: isReplaced })
    return { kept: isPut ? keptOf(about) : undefined, isPut }
  }

  /** Whether the image, or what is on it, is there by this import. */
  function isByUs(image: ImageId): boolean {
    return memory.isOurs(image) || memory.hasLabelled(image)
  }

  /** Whether the image has just these labels, or those that an earlier run of this import put there among others. */
  async function hasTheseLabels(about: Labelling): Promise<boolean> {
    if (await standings.isSame(about)) return true
    return about.labels.drafts.length > 0 && isByUs(about.image) && standings.isAmong(about)
  }

  /** The image keeps the annotations that it has; where those of the file are others, that is told. */
  async function leave(about: Labelling): Promise<Put> {
    const { standing, said, labels } = about
    const isAmong = labels.drafts.length > 0 && (await standings.isAmong(about))
    const reason = message('image-annotated-already', { image: standing.name })
    if (!isAmong) await said.problem({ ...said.described.source, reason, isNote: true })
    return { kept: undefined, isPut: false }
  }

  /** Puts on what is said of a file with the bytes of another, where it is named before that one. */
  async function putTwin(about: Labelling, twin: Kept): Promise<Put> {
    const isSaid = (await standings.isSame(about)) || (twin.isJoined === true && (await standings.isAmong(about)))
    if (isSaid || (await isSecond(twin, about))) return { kept: twin, isPut: false }
    const isPut = await labels.write(about, { overwrite: true })
    return { kept: isPut ? keptOf(about) : twin, isPut }
  }

  /** Puts what another label file says of an image beside what this import has put on it. */
  async function join(about: Labelling, own: Kept): Promise<Put> {
    const { image, standing, said } = about
    const missing = await standings.missing(about)
    if (missing === undefined) return { kept: own, isPut: false }
    const { source } = said.described
    if (project.type === 'single-label-classification' && standing.shapes.length > 0) {
      await said.problem({ ...source, reason: secondClass(standing.name, missing.className) })
      return { kept: own, isPut: false }
    }
    const isPut = await labels.write(about, { overwrite: true, besides: otherLabels })
    if (!isPut) return { kept: own, isPut }
    if (own.state === 'empty') await moveTo(image, said)
    else if (own.isJoined !== true) await memory.note('joined', image, source)
    return { kept: { ...own, state: 'put', isJoined: own.state === 'put' }, isPut }
  }

  /** An image that another file only listed goes to the split of the file that says what is on it. */
  async function moveTo(image: ImageId, { described: { split } }: Said): Promise<void> {
    if (split !== undefined && wish.splits !== 'train' && memory.isOurs(image))
      await sources.images.setSplit(project, [image], split)
  }

  return annotate
}

function keptOf(about: Labelling): Kept {
  return keptAs(about.labels.drafts.length > 0 ? 'put' : 'empty', about)
}
