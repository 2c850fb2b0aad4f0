import { useMutation } from '@tanstack/react-query'
import type { BulkAct, BulkUndone } from '#common/contract/browse/bulk'
import type { BulkActId, ImageId, ProjectSlug } from '#common/ids'
import { refuseWhileLost } from '#renderer/data/connection'
import { studio } from '#renderer/data/studio'
import { ACT_NOTICE, takeBackLast, undoOf } from '#renderer/ui/overlay/last-act'
import { notify, notifyError } from '#renderer/ui/overlay/toast'
import { t } from '#renderer/words/words'
import { outcomeWords, undoneWords } from './bulk-words.ts'
import { takeBack } from './take-back.tsx'
import { takenBackWords } from './transfer-words.ts'

interface Wanted {
  readonly images: readonly ImageId[]
  readonly act: BulkAct
  readonly onDone?: (() => void) | undefined
}

/** Acts on many images: each tells what it did, with its undo. */
export function useBulk(project: ProjectSlug) {
  const run = useMutation({
    mutationFn: async ({ images, act }: Wanted) => {
      refuseWhileLost()
      return await studio.bulk.run({ project, picked: { images: [...images] }, act })
    },
    onError: notifyError,
    onSuccess: (done, { act, onDone }) => {
      onDone?.()
      const { id } = done
      const action = id === null ? undefined : undoAction(project, id)
      notify({ id: ACT_NOTICE, text: outcomeWords(act, done), action })
    },
  })
  return { run: run.mutate, running: run.isPending ? run.variables.act.kind : undefined }
}

/** Of the notice that tells what an act did. */
export function undoAction(project: ProjectSlug, id: BulkActId, notice = ACT_NOTICE) {
  return undoOf({ project, notice, takeBack: () => void undo(project, id) })
}

async function undo(project: ProjectSlug, id: BulkActId): Promise<void> {
  try {
    refuseWhileLost()
    const act = (await studio.bulk.log({ project })).find((each) => each.id === id)?.act
    const told = (undone: BulkUndone) => (act?.kind === 'transfer' ? takenBackWords(act, undone) : undoneWords(undone))
    await takeBack({ project, id, told })
  } catch (failure) {
    notifyError(failure)
  }
}

/** Takes back what this window did last; else the last act on many images that is not undone yet, also one from before a reload. */
export async function undoLast(project: ProjectSlug): Promise<void> {
  if (takeBackLast(project)) return
  try {
    refuseWhileLost()
    const last = (await studio.bulk.log({ project })).find(({ isUndone }) => !isUndone)
    if (last === undefined) notify({ text: t('No action on images to undo') })
    else await undo(project, last.id)
  } catch (failure) {
    notifyError(failure)
  }
}
