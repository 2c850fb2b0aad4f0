import { z } from 'zod'
import { ProjectType } from '#common/contract/projects'
import type { SendResult } from '#common/contract/remote'
import { type Refusal, refuse } from '#common/errors'
import { type ImageId, ProjectSlug, type TaskId } from '#common/ids'
import { message } from '#common/messages/message'
import { reasonOf } from '#common/messages/sentence'
import type { Message } from '#common/messages/template'
import { ok, type Result } from '#common/result'
import type { Workspace } from '../../access/workspaces/ports.ts'
import type { Project } from '../../dataset/projects/ports.ts'
import { Refused, type TaskContext, type TaskRepository, type TaskRunner, type TaskWork } from '../../tasks/ports.ts'
import type { Management } from '../ports.ts'
import { joinedFaults } from './faults.ts'
import { imageSender, type OwnImage, type SendSources, type SentImage } from './image.ts'

export type SendService = ReturnType<typeof sendService>

/** Another machine's management API, in the workspace of a key. */
export interface RemotePlace {
  readonly url: string
  readonly host: string
  readonly management: Management
}

interface Dependencies extends SendSources {
  /** The remote, or undefined when the program was started without one. */
  readonly remote: RemotePlace | undefined
  readonly workspace: Workspace
  readonly tasks: TaskRepository
  readonly runner: TaskRunner
}

/** Images that are on their way at the same time. */
const IN_FLIGHT = 3

const Input = z.object({ project: ProjectSlug, url: z.string() })

/** Sending a project to another machine. It may be done again and again, and goes on after a crash: what is there stays there. */
export function sendService({ remote, workspace, tasks, runner, ...sources }: Dependencies) {
  const work: TaskWork = {
    kind: 'send',
    afterCrash: 'resume',
    async run(input, context) {
      const { project, url } = Input.parse(input)
      // A key is for one machine, so a task that a restart takes up must not go to another.
      if (remote?.url !== url) throw new Refused(message('send-without-remote', { url }))
      return orAbort(context.signal, sendProject(valueOf(await sources.projects.find(workspace, project)), remote))

      async function sendProject(own: Project, place: RemotePlace): Promise<SendResult> {
        const address = await findOrCreate(own, place)
        context.signal.throwIfAborted()
        const sending = { project: own, remote: place.management, address, signal: context.signal }
        const sender = imageSender(sources, sending)
        const ids = await sources.images.ids(own, {}, 'added')
        return { project: address, ...(await sendImages(ids, { ...sender, place }, context)) }
      }
    },
  }

  async function start(project: Project): Promise<Result<TaskId, Refusal>> {
    if (remote === undefined) {
      return refuse('no-remote-set')
    }
    const running = (await tasks.list(project.workspace)).find(
      (task) => task.kind === 'send' && task.project === project.slug && isOpen(task.status),
    )
    if (running) return ok(running.taskId)
    const input = { project: project.slug, url: remote.url }
    const title = message('title-send-project', { name: project.name, host: remote.host })
    const taskId = await runner.create({
      workspace: project.workspace,
      projectId: project.id,
      kind: 'send',
      title,
      input,
    })
    runner.begin(taskId, 'send', input)
    return ok(taskId)
  }

  return { work, start }
}

/** The project's name at the other machine. Looked for in the list: an answer to one name does not tell why it is refused. */
async function findOrCreate(project: Project, { host, management }: RemotePlace): Promise<string> {
  const { name, slug, type, annotationGroup, license } = project
  const { projects } = valueOf(await management.workspace())
  const there = projects.find((each) => each.name === name) ?? projects.find((each) => each.slug === slug)
  if (there === undefined) {
    return valueOf(await management.createProject({ name, type, annotationGroup, license })).slug
  }
  if (there.type === type) return there.slug
  const types = { remoteType: wordsOf(there.type), type: wordsOf(type) }
  throw new Refused(message('send-to-other-type', { remoteName: there.name, host, name, ...types }))
}

interface Sender {
  readonly place: RemotePlace
  readonly read: (id: ImageId) => Promise<OwnImage | undefined>
  readonly send: (own: OwnImage) => Promise<Result<SentImage, Refusal>>
}

/** Tries every image; those that were refused are told together at the end. */
async function sendImages(
  ids: readonly ImageId[],
  { place, read, send }: Sender,
  { signal, report }: TaskContext,
): Promise<Omit<SendResult, 'project'>> {
  const waiting = [...ids]
  const refused: Message[] = []
  const result = { pictures: { sent: 0, there: 0 }, labelled: { sent: 0, there: 0 }, inOtherSplit: 0 }
  let current = 0
  report({ current, total: ids.length })

  async function sendOne(id: ImageId) {
    const own = await read(id)
    const sent = own && (await send(own))
    if (sent?.ok === true) count(sent.value)
    else if (own && sent) await refuseOne(own, sent.error)
    current += 1
    report({ current, total: ids.length })
  }

  function count({ image, labels, isInOtherSplit }: SentImage) {
    result.pictures[image] += 1
    if (labels !== 'none') result.labelled[labels] += 1
    if (isInOtherSplit) result.inOtherSplit += 1
  }

  async function refuseOne({ image }: OwnImage, refusal: Refusal) {
    // One image may be cut off; when the machine is gone, the others need not be tried.
    if (reasonOf(refusal) === 'remote-unreachable') valueOf(await place.management.workspace())
    refused.push(message('image-with-fault', { image: image.name }, refusal))
  }

  async function lane() {
    try {
      for (let id = waiting.shift(); id !== undefined; id = waiting.shift()) {
        signal.throwIfAborted()
        await sendOne(id)
      }
    } catch (failure) {
      waiting.length = 0
      throw failure
    }
  }

  const lanes = await Promise.allSettled(Array.from({ length: IN_FLIGHT }, lane))
  const failed = lanes.find((outcome) => outcome.status === 'rejected')
  if (failed?.status === 'rejected') throw failed.reason
  const fault = joinedFaults(refused)
  if (fault) throw new Refused(message('images-not-sent', { count: refused.length, total: ids.length }, fault))
  return result
}

/** Ends at once when it is told to; a request that is on its way then ends by itself. */
function orAbort<Value>(signal: AbortSignal, work: Promise<Value>): Promise<Value> {
  const aborted = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
  return Promise.race([work, aborted])
}

function valueOf<Value>(outcome: Result<Value, Refusal>): Value {
  if (outcome.ok) return outcome.value
  throw new Refused(outcome.error)
}

function isOpen(status: string): boolean {
  return status === 'created' || status === 'running'
}

/** A type of projects; that of another server may be one that is not known here. */
function wordsOf(type: string): Message | string {
  const known = ProjectType.safeParse(type)
  return known.success ? message(`type-${known.data}`) : type.replaceAll('-', ' ')
}
