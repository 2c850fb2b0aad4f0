import { useQuery } from '@tanstack/react-query'
import { TriangleAlert } from 'lucide-react'
import { SecretsChoice } from '#renderer/features/settings/secrets-choice'
import { ProgressRing } from '#renderer/kit/display/progress'
import { queries } from '#renderer/kit/studio/queries'
import { useConnection } from '#renderer/kit/studio/use-connection'
import styles from './banners.module.css'

/** One line each, only while something is to be known or decided. */
export function Banners() {
  const { status } = useConnection()
  const session = useQuery(queries.session())
  return (
    <>
      {status === 'lost' && (
        <div className={styles.banner} role="alert">
          <ProgressRing size={14} label="Connecting" />
          <span className={styles.text}>Connection lost, retrying. What was saved is safe on disk.</span>
        </div>
      )}
      {status === 'locked' && (
        <div className={styles.banner} role="alert">
          <TriangleAlert />
          <span className={styles.text}>Tessera was started anew. Open the link that it printed then.</span>
        </div>
      )}
      {session.data?.secrets.kind === 'undecided' && (
        <div className={styles.banner} role="status">
          <TriangleAlert />
          <span className={styles.text}>Where should the API keys be kept? {session.data.secrets.detail}</span>
          <SecretsChoice />
        </div>
      )}
    </>
  )
}
