import { datasetFileUrl } from '#common/contract/urls'
import { type HiddenFiles, hiddenTally } from '#common/hidden-files'
import type { ProjectSlug, TaskId } from '#common/ids'
import { connected } from '#renderer/data/connection'
import { sentenceOf } from '#renderer/data/sentence'
import { studio } from '#renderer/data/studio'
import { discardNewProject } from '#renderer/features/imports/entrance/new-projects'
import { sendBytes } from '#renderer/features/imports/entrance/send-file'
import { batchName, startImport } from '#renderer/features/imports/entrance/start-import'
import { setParams } from '#renderer/ui/app/router'
import { pickFiles } from '#renderer/ui/files/pick'
import { isJunk, type Picked, type PickedFile } from '#renderer/ui/files/picked'
import { notify, notifyError } from '#renderer/ui/overlay/toast'
import { t } from '#renderer/words/words'
import { addDataset, changeDataset, forgetDataset, projectOf } from '../dataset-store.ts'
import { lookThrough } from '../recognise.ts'

const LANES = 4

const running = new Map<TaskId, AbortController>()

/** Images alone go straight into the project; where labels are among them, or folders may be classes, the user first sees a review. */
export async function bringIn(project: ProjectSlug, picked: Picked): Promise<void> {
  const looked = await lookThrough(picked)
  const isDataset = looked.isDataset || (looked.isInFolders && (await hasClassesOfImages(project)))
  if (!isDataset && looked.isInClasses)
    notify({
      text: t('These folders look like class names. Import them into a classification project to use them as classes.'),
    })
  await (isDataset ? sendDataset(project, looked.picked) : startImport(project, looked.picked))
}

/** Whether folders may tell what images are of. */
async function hasClassesOfImages(project: ProjectSlug): Promise<boolean> {
  const { type } = await studio.projects.read({ project })
  return type === 'single-label-classification' || type === 'multi-label-classification'
}

/** Opens the system's dialog, and then the review of what was chosen. */
export async function chooseDataset(project: ProjectSlug, what: 'folder' | 'any'): Promise<void> {
  const picked = await pickFiles(what)
  if (picked !== undefined) await sendDataset(project, picked)
}

/** Sends all files to the core, which checks them; the review opens at once and shows how far it is. */
async function sendDataset(project: ProjectSlug, picked: Picked): Promise<void> {
  try {
    const { files, hidden } = await wantedOf(picked)
    const [first] = files
    if (first === undefined) return notify({ text: t('This folder is empty') })
    const name = picked.folder ?? (files.length === 1 ? first.file.name : batchName())
    const { dataset } = await studio.datasets.open({ project, name, expected: files.length })
    const about = { dataset, project, name, startedAt: Date.now(), found: files.length, sent: 0, unsent: [] }
    addDataset({ ...about, status: 'sending', problem: undefined })
    setParams({ dialog: 'dataset', dataset })
    await sendAll(dataset, files, hidden)
  } catch (error) {
    notifyError(error)
  }
}

/** All files but those that nobody means to bring in, of which the hidden ones are counted. */
async function wantedOf({ chunks }: Picked) {
  const files: PickedFile[] = []
  const hidden = hiddenTally()
  for await (const chunk of chunks) {
    for (const file of chunk.filter(({ path }) => !isJunk(path))) files.push(file)
    for (const { path } of chunk) hidden.add(path)
  }
  return { files, hidden: hidden.seen() }
}

/** Ends the sending and lets go of the dataset. */
export async function discardDataset(dataset: TaskId): Promise<void> {
  running.get(dataset)?.abort()
  const project = projectOf(dataset)
  forgetDataset(dataset)
  try {
    await studio.datasets.discard({ dataset })
    if (project !== undefined) await discardNewProject(project)
  } catch (error) {
    notifyError(error)
  }
}

/** Asks before the window is closed while files are on their way. Called once, by the shell. */
export function warnWhileSending(): () => void {
  const warn = (event: BeforeUnloadEvent) => {
    if (running.size > 0) event.preventDefault()
  }
  addEventListener('beforeunload', warn)
  return () => removeEventListener('beforeunload', warn)
}

async function sendAll(dataset: TaskId, files: readonly PickedFile[], hidden: HiddenFiles): Promise<void> {
  const stop = new AbortController()
  running.set(dataset, stop)
  const queue = files.values()
  const lane = async () => {
    for (const file of queue) {
      if (stop.signal.aborted) return
      await sendOne(dataset, file, stop)
    }
  }
  await Promise.all(Array.from({ length: LANES }, lane))
  running.delete(dataset)
  if (stop.signal.aborted) return changeDataset(dataset, () => ({ status: 'stopped' }))
  try {
    await connected(stop.signal)
    await studio.datasets.arrived({ dataset, hidden })
    changeDataset(dataset, () => ({ status: 'sent' }))
  } catch (error) {
    changeDataset(dataset, () => ({ status: 'stopped', problem: sentenceOf(error) }))
  }
}

async function sendOne(dataset: TaskId, picked: PickedFile, stop: AbortController): Promise<void> {
  const { path } = picked
  const sent = await sendBytes(datasetFileUrl(dataset, path), picked.file, stop.signal)
  if (sent.kind === 'stop') {
    if (!stop.signal.aborted) changeDataset(dataset, () => ({ problem: sent.reason }))
    stop.abort()
  } else if (sent.kind === 'unsent') {
    changeDataset(dataset, ({ unsent }) => ({ unsent: [...unsent, { path, reason: sent.reason }] }))
  } else {
    changeDataset(dataset, (before) => ({ sent: before.sent + 1 }))
  }
}
