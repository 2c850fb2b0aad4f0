import { type Refusal, refuse } from '#common/errors'
import type { ProjectSlug, TaskId } from '#common/ids'
import { literal, message } from '#common/messages/message'
import { reasonOf, sentenceOf } from '#common/messages/sentence'
import type { Message } from '#common/messages/template'
import { ok, type Result } from '#common/result'
import { besideAddress, FETCH_PREFIX } from '../../dataset/images/fetch-ports.ts'
import { refusedOutcome } from '../../dataset/images/outcome.ts'
import type { UploadedImage } from '../../management/model.ts'
import type { Outcome } from '../../management/outcome.ts'
import { inLanes } from '../../tasks/lanes.ts'
import { isPassing } from '../passing.ts'
import type { Remote } from '../ports.ts'
import type { RemoteTasks } from '../tasks.ts'
import { countsOf, type ImportReport, type ImportReports, toOutcome } from './reports.ts'

interface Dependencies extends Remote {
  readonly tasks: RemoteTasks
  readonly reports: ImportReports
}

interface WantedFetch {
  readonly project: ProjectSlug
  readonly batchName: string
  readonly urls: readonly string[]
}

interface Fetch extends WantedFetch {
  readonly task: ReturnType<RemoteTasks['begin']>
  readonly report: ImportReport
}

const KEPT = 20
/** So many addresses are on their way at once. */
const LANES = 4
const ASK_MS = 1000
/** One that is busy is asked again so often, after twice as long each time: somewhat more than a minute. */
const TRIES = 6

/** Images from addresses: this program names them, and the other machine fetches each under its own rules. */
export function remoteFetches({ host, management, notes, wait, tasks, reports }: Dependencies) {
  const fetches = new Map<TaskId, Fetch>()

  function start({ project, batchName, ...wanted }: WantedFetch): TaskId {
    const urls = [...new Set(wanted.urls)]
    const task = tasks.begin({
      kind: 'fetch',
      project,
      title: message('title-fetch-images-to', { count: urls.length, host }),
    })
    const { taskId } = task
    const fetch: Fetch = { project, batchName, urls, task, report: reports.open(taskId, urls.length) }
    fetches.set(taskId, fetch)
    for (const old of [...fetches.keys()].slice(0, Math.max(0, fetches.size - KEPT))) fetches.delete(old)
    task.report({ current: 0, total: urls.length })
    // It ends when the studio works elsewhere.
    void run(fetch).catch(() => undefined)
    return taskId
  }

  async function run(fetch: Fetch): Promise<void> {
    const { urls, task, report, project } = fetch
    await inLanes(urls, LANES, (url) => takeOne(fetch, url))
    if (!task.signal.aborted) task.end(ok({ ...countsOf(report), project }))
  }

  async function takeOne(fetch: Fetch, url: string): Promise<void> {
    const { project, urls, task, report } = fetch
    // No other address is asked for once the studio works elsewhere.
    await wait(0)
    if (task.signal.aborted) return
    const sent = await askFor(fetch, url)
    // An image that came just before the end is written down; one that was cut off by it is nobody's fault.
    if (!sent.ok && task.signal.aborted) return
    if (!sent.ok && isWorthAnotherTry(sent.error)) report.retryable.add(url)
    const outcome = sent.ok ? toOutcome(url, sent) : refusedOutcome(url, inReport(sent.error))
    report.outcomes.push(outcome)
    task.report({ current: report.outcomes.length, total: urls.length })
    if (outcome.image !== null) notes.publish({ kind: 'images', project, image: outcome.image })
  }

  /** A machine that is away is waited for. An answer may have been lost: the image is recognized then. */
  async function askFor({ project, batchName: batch, task }: Fetch, url: string): Outcome<UploadedImage> {
    for (let busy = 0; ; ) {
      const sent = await management.images.uploadFrom(project, url, { name: '', batch, split: 'train' })
      if (sent.ok || !isPassing(sent.error) || busy === TRIES) return sent
      if (reasonOf(sent.error) === 'remote-busy') busy += 1
      await wait(ASK_MS * 2 ** busy)
      if (task.signal.aborted) return sent
    }
  }

  /** A new task for the addresses that hosts failed to send, and for those that were not come to. */
  function again(taskId: TaskId): Result<TaskId, Refusal> {
    const fetch = fetches.get(taskId)
    const task = tasks.read(taskId)
    if (fetch === undefined || !task.ok) {
      return refuse('fetch-expired')
    }
    const { title, status } = task.value
    if (status === 'running') return refuse('fetch-still-running', { title })
    const { project, batchName, report } = fetch
    const seen = new Set(report.outcomes.map(({ path }) => path))
    const urls = fetch.urls.filter((url) => !seen.has(url) || report.retryable.has(url))
    if (urls.length === 0) return refuse('fetch-has-nothing-left', { title })
    return ok(start({ project, batchName, urls }))
  }

  return { start, again }
}

/** The host of the image failed, or the other machine was busy for long. */
function isWorthAnotherTry(refusal: Refusal): boolean {
  return reasonOf(refusal) === 'image-url-failed' || isPassing(refusal)
}

/**
 * Another server says the beginning in its own words. Where the host of the image failed the reason need not name that server, which
 * refused nothing.
 */
function inReport(refusal: Refusal): Message {
  const words = refusal.cause && sentenceOf(refusal.cause)
  if (!words?.startsWith(FETCH_PREFIX)) return besideAddress(refusal)
  const told = literal(words.slice(FETCH_PREFIX.length))
  return reasonOf(refusal) === 'image-url-failed' ? message('not-fetched', {}, told) : { ...refusal, cause: told }
}
