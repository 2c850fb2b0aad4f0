import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { TransferForecast, TransferWay } from '#common/contract/browse/transfers'
import type { ProjectSummary } from '#common/contract/projects'
import type { ImageId, ProjectSlug } from '#common/ids'
import { keys, queries } from '#renderer/data/queries'
import { studio } from '#renderer/data/studio'
import { useAct } from '#renderer/ui/app/use-act'
import { Button } from '#renderer/ui/controls/button'
import { ErrorLine } from '#renderer/ui/display/message'
import { Dialog } from '#renderer/ui/overlay/dialog'
import { t } from '#renderer/words/words'
import { forecastLines, startWords, titleWords } from '../entrance/transfer-words.ts'
import { startTransfer } from './start-transfer.ts'
import { TargetList, type TargetListProps } from './target-list.tsx'
import styles from './transfer-dialog.module.css'

export interface TransferDialogProps {
  readonly project: ProjectSlug
  readonly images: readonly ImageId[]
  readonly way: TransferWay
  readonly onStarted: () => void
  readonly onClose: () => void
}

/** Into which project images go, and what becomes of their labels there. */
export function TransferDialog(props: TransferDialogProps) {
  const { project, images, way, onClose } = props
  const projects = useQuery(queries.projects())
  const [picked, pick] = useState<ProjectSlug>()
  const others = projects.data?.filter(({ slug }) => slug !== project)
  const target = others?.find(({ slug }) => slug === picked)
  const forecast = useForecast(props, target)
  return (
    <Dialog
      title={titleWords(way, images.length)}
      facts={way === 'move' ? t('The originals go to the trash.') : undefined}
      onClose={onClose}
      actions={
        <>
          <Button chord="Escape" onPress={onClose}>
            {t('Cancel')}
          </Button>
          <StartButton {...props} target={target} forecast={forecast.data} />
        </>
      }
    >
      <div className={styles.body}>
        {projects.error !== null && <ErrorLine error={projects.error} />}
        {others && <Targets projects={others} picked={picked} onPick={pick} />}
        {others && others.length > 0 && <Forecast {...forecast} target={target} />}
      </div>
    </Dialog>
  )
}

function Targets(props: TargetListProps) {
  if (props.projects.length > 0) return <TargetList {...props} />
  return <p>{t('No other project yet. Create one on the Projects page.')}</p>
}

interface ForecastProps {
  readonly data: TransferForecast | undefined
  readonly error: unknown
  readonly target: ProjectSummary | undefined
}

/** There before it says anything, so that it is read out when it does. */
function Forecast({ data, error, target }: ForecastProps) {
  return (
    <div className={styles.forecast} role="status">
      {error !== null && <ErrorLine error={error} />}
      {target === undefined && <p>{t('Pick a project to see what happens to the annotations.')}</p>}
      {target && error === null && data === undefined && <p>{t('Analyzing the images…')}</p>}
      {target && data && forecastLines(data, target).map((line) => <p key={line}>{line}</p>)}
    </div>
  )
}

interface StartButtonProps extends TransferDialogProps {
  readonly target: ProjectSummary | undefined
  readonly forecast: TransferForecast | undefined
}

function StartButton({ project, images, way, target, forecast, onStarted, onClose }: StartButtonProps) {
  const client = useQueryClient()
  const fresh = forecast && forecast.images - forecast.there
  const start = useAct(startTransfer, {
    onDone: () => {
      void client.invalidateQueries({ queryKey: keys.tasks })
      onClose()
      onStarted()
    },
  })
  return (
    <Button
      writes="projects"
      variant="primary"
      isPending={start.isPending}
      disabledReason={
        target === undefined ? t('Pick a project first') : fresh === 0 ? t('no image left to transfer') : undefined
      }
      onPress={() => target && start.mutate({ project, images, way, target })}
    >
      {startWords(way, fresh ?? images.length)}
    </Button>
  )
}

function useForecast({ project, images }: TransferDialogProps, target: ProjectSummary | undefined) {
  const into = target?.slug ?? project
  return useQuery({
    queryKey: [...keys.images(project), 'transfer', into, images],
    queryFn: ({ signal }) =>
      studio.transfers.forecast({ project, target: into, picked: { images: [...images] } }, { signal }),
    enabled: target !== undefined,
  })
}
