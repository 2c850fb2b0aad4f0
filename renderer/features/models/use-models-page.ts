import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { FetchableView, ModelView, TrashedView } from '#common/contract/models/models'
import type { TaskView } from '#common/contract/tasks'
import { queries } from '#renderer/data/queries'
import { isRunning } from '#renderer/data/task-end'
import { t } from '#renderer/words/words'
import { isHelper } from './words.ts'

/** A line of the table. */
export type Row =
  | { readonly kind: 'installed'; readonly id: string; readonly model: ModelView }
  | {
      readonly kind: 'fetchable'
      readonly id: string
      readonly fetchable: FetchableView
      readonly task: TaskView | undefined
    }
  | { readonly kind: 'trashed'; readonly id: string; readonly trashed: TrashedView }

export interface Group {
  readonly name: string
  readonly rows: readonly Row[]
  /** Text shown while it is empty. */
  readonly empty: string
}

/** Who loads a model tells nobody: the page looks again. */
const LOOK_AGAIN_MS = 3000

/** Everything that the table shows, in its three groups. */
export function useModelsPage() {
  const models = useQuery({ ...queries.models(), refetchInterval: LOOK_AGAIN_MS })
  const fetchable = useQuery(queries.fetchableModels())
  const tasks = useQuery(queries.modelTasks()).data ?? []
  useArrivals(tasks)
  const installed = models.data ?? []
  const trashed = useQuery(queries.trashedModels()).data ?? []
  const groups: readonly Group[] = [
    {
      name: t('Yours|models'),
      rows: installed.filter((model) => !isHelper(model)).map(toRow),
      empty: t(
        'None yet. Drop a model file or folder here: ONNX files of YOLO, RF-DETR, RT-DETR, D-FINE, ViT, ResNet and others.',
      ),
    },
    {
      name: t('Helpers'),
      rows: installed.filter(isHelper).map(toRow),
      empty: t('None yet. Smart select on the Annotate page works without any.'),
    },
    {
      name: t('Can be fetched'),
      rows: (fetchable.data ?? []).filter(({ isInstalled }) => !isInstalled).map((each) => toFetchable(each, tasks)),
      empty: t('All models in the catalog are installed.'),
    },
    ...(trashed.length === 0 ? [] : [{ name: t('In the trash'), rows: trashed.map(toTrashed), empty: '' }]),
  ]
  return { groups, rows: groups.flatMap(({ rows }) => rows), error: models.error ?? fetchable.error, installed }
}

/** Refreshes the models to fetch when a task ends: nothing else tells which files a download left. */
function useArrivals(tasks: readonly TaskView[]): void {
  const client = useQueryClient()
  const running = tasks
    .filter(isRunning)
    .map(({ taskId }) => taskId)
    .join()
  useEffect(() => {
    void client.invalidateQueries({ queryKey: queries.fetchableModels().queryKey })
  }, [client, running])
}

function toRow(model: ModelView): Row {
  return { kind: 'installed', id: model.manifest.id, model }
}

function toFetchable(fetchable: FetchableView, tasks: readonly TaskView[]): Row {
  const { id, name } = fetchable.entry
  // A task tells what it is about by its title alone.
  const task = tasks.find(
    (each) => each.kind === 'model-fetch' && isRunning(each) && each.title.params['name'] === name,
  )
  return { kind: 'fetchable', id, fetchable, task }
}

function toTrashed(trashed: TrashedView): Row {
  return { kind: 'trashed', id: trashed.key, trashed }
}
