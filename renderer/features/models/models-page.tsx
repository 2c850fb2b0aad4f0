import { useQuery } from '@tanstack/react-query'
import { EmptyState, ErrorLine } from '#renderer/kit/display/message'
import { PageHead } from '#renderer/kit/display/panel'
import { queries } from '#renderer/kit/studio/queries'
import { useOtherMachine } from '#renderer/kit/studio/use-ability'
import { ModelTable } from './model-table.tsx'
import styles from './models-page.module.css'

/** The models of this machine. */
export function ModelsPage() {
  const { data: models, error } = useQuery(queries.models())
  const there = useOtherMachine()
  return (
    <div className={styles.page}>
      <PageHead
        title="Models"
        {...(there !== undefined && { note: `The models of this machine; those of ${there.host} are managed there` })}
      />
      {error !== null && <ErrorLine error={error} className={styles.error} />}
      {models?.length === 0 && (
        <EmptyState
          title="No model is installed yet"
          text="Smart select on the Annotate page works without any model."
        />
      )}
      {models !== undefined && models.length > 0 && <ModelTable models={models} />}
    </div>
  )
}
