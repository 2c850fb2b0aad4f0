import { type Comment, type CommentPlace, MAX_COMMENT, wordsIn } from '#common/annotation/comment'
import { brand } from '#common/border'
import { type Refusal, refuse } from '#common/errors'
import type { CommentId, ImageId } from '#common/ids'
import { ok, type Result } from '#common/result'
import type { ImageService } from '../../dataset/images/service.ts'
import type { Project } from '../../dataset/projects/ports.ts'
import type { Clock, Notes, Random } from '../../ports.ts'
import type { CommentEdit, CommentRepository } from './ports.ts'

export type CommentService = ReturnType<typeof commentService>

interface Dependencies {
  readonly comments: CommentRepository
  readonly images: Pick<ImageService, 'find'>
  readonly clock: Clock
  readonly random: Random
  readonly notes: Notes
}

export interface Said {
  readonly text: string
  readonly by: string
}

type Told = Promise<Result<Comment[], Refusal>>

/** Comments on an image, at places of it or on the whole. Each command answers all comments of the image. */
export function commentService({ comments, images, clock, random, notes }: Dependencies) {
  async function list(project: Project, image: ImageId): Told {
    const found = await images.find(project, image)
    return found.ok ? ok(await comments.list({ projectId: project.id, image })) : found
  }

  async function add(project: Project, image: ImageId, { text, by, place }: Said & { place: CommentPlace }): Told {
    const found = await images.find(project, image)
    if (!found.ok) return found
    const { width, height, name } = found.value
    const isOutside = place && (place.x < 0 || place.y < 0 || place.x > width || place.y > height)
    if (isOutside) return refuse('comment-outside-image', { image: name, width, height })
    return write(project, image, { text, by, place, parent: undefined })
  }

  function reply(project: Project, { image, comment }: CommentAt, said: Said): Told {
    return write(project, image, { ...said, place: null, parent: comment })
  }

  async function write(project: Project, image: ImageId, { text, ...said }: Writing): Told {
    const words = readWords(text)
    if (!words.ok) return words
    const comment = { ...said, id: brand<CommentId>(random.id()), text: words.value, at: clock.now() }
    return told(project, image, await comments.add({ projectId: project.id, image }, comment))
  }

  async function edit(project: Project, { image, comment }: CommentAt, { text, by }: Said): Told {
    const words = readWords(text)
    if (!words.ok) return words
    const said = await ownWords(project, { image, comment }, by)
    if (!said.ok) return said
    if (said.value?.text === words.value) return list(project, image)
    const edit = { text: words.value, by, at: clock.now() }
    return told(project, image, await comments.edit({ projectId: project.id, image }, comment, edit))
  }

  async function undoEdit(project: Project, { image, comment }: CommentAt, edit: CommentEdit): Told {
    const said = await ownWords(project, { image, comment }, edit.by)
    if (!said.ok) return said
    const isDone = await comments.undoEdit({ projectId: project.id, image }, comment, edit)
    if (!isDone && said.value) return refuse('comment-undo-expired')
    return told(project, image, isDone)
  }

  /** The comment that its author is about to change; undefined: it is not there. */
  async function ownWords(project: Project, { image, comment }: CommentAt, by: string) {
    const all = await comments.list({ projectId: project.id, image })
    const said = wordsIn(all).find(({ id }) => id === comment)
    if (said && said.by !== by) return refuse('comment-of-another-person')
    return ok(said)
  }

  async function resolve(project: Project, { image, comment }: CommentAt, by: string | null): Told {
    const resolved = by === null ? null : { by, at: clock.now() }
    return told(project, image, await comments.resolve({ projectId: project.id, image }, comment, resolved))
  }

  async function remove(project: Project, { image, comment }: CommentAt): Told {
    return told(project, image, await comments.remove({ projectId: project.id, image }, comment, clock.now()))
  }

  async function restore(project: Project, { image, comment }: CommentAt): Told {
    return told(project, image, await comments.restore({ projectId: project.id, image }, comment))
  }

  async function told(project: Project, image: ImageId, isDone: boolean): Told {
    if (!isDone) return refuse('comment-gone')
    notes.publish({ kind: 'images', project: project.slug, image })
    return ok(await comments.list({ projectId: project.id, image }))
  }

  return { list, add, reply, edit, undoEdit, resolve, remove, restore }
}

function readWords(text: string): Result<string, Refusal> {
  const words = text.trim()
  if (words === '') return refuse('comment-empty')
  if (words.length <= MAX_COMMENT) return ok(words)
  return refuse('comment-too-long', { most: MAX_COMMENT, length: words.length })
}

interface CommentAt {
  readonly image: ImageId
  readonly comment: CommentId
}

interface Writing extends Said {
  readonly place: CommentPlace
  readonly parent: CommentId | undefined
}
