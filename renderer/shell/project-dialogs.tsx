import { TaskId } from '#common/ids'
import { DatasetDialog } from '#renderer/features/datasets/dataset-dialog'
import { ExportDialog } from '#renderer/features/exports/export-dialog'
import { FetchDialog } from '#renderer/features/imports/fetch-dialog'
import { RebalanceDialog } from '#renderer/features/rebalance/rebalance-dialog'
import { type ProjectRoute, setParams } from '#renderer/ui/app/router'

/** The dialog in the address: `?dialog=rebalance`, `?dialog=addresses` or `?dialog=export&version=3`. */
export function ProjectDialogs({ route }: { readonly route: ProjectRoute }) {
  const { project, params } = route
  const dialog = params.get('dialog')
  const dataset = TaskId.safeParse(params.get('dataset'))
  const version = Number(params.get('version'))
  if (dialog === 'rebalance') return <RebalanceDialog project={project} onClose={close} />
  if (dialog === 'dataset' && dataset.success) {
    return <DatasetDialog key={dataset.data} project={project} dataset={dataset.data} onClose={close} />
  }
  if (dialog === 'addresses') return <FetchDialog project={project} onClose={close} />
  if (dialog === 'export' && version > 0) return <ExportDialog project={project} version={version} onClose={close} />
  return null
}

function close(): void {
  setParams({ dialog: undefined, version: undefined, dataset: undefined })
}
