import { useQuery } from '@tanstack/react-query'
import { TriangleAlert } from 'lucide-react'
import { useEffect } from 'react'
import type { Place } from '#common/contract/session'
import { SecretsChoice } from '#renderer/features/settings/secrets-choice'
import { CONNECTIONS_HREF, navigate, useRoute } from '#renderer/kit/app/router'
import { Button } from '#renderer/kit/controls/button'
import { ProgressRing } from '#renderer/kit/display/progress'
import { queries } from '#renderer/kit/studio/queries'
import { setReadOnly } from '#renderer/kit/studio/read-only'
import { useConnection } from '#renderer/kit/studio/use-connection'
import { t } from '#renderer/kit/words/words'
import styles from './banners.module.css'
import { ReadOnlyBanner } from './read-only/read-only-banner.tsx'

/** One line each, only while something is to be known or decided. */
export function Banners() {
  const { status, epoch } = useConnection()
  const session = useQuery(queries.session())
  const { data } = session
  useEffect(() => data && setReadOnly(data), [data])
  return (
    <>
      {status === 'lost' && (
        <div className={styles.banner} role="alert">
          <ProgressRing size={14} label={t('Connecting')} />
          <span className={styles.text}>
            {epoch === 0
              ? t('No connection yet, retrying. Your projects appear once connected.')
              : t(
                  'Connection lost, retrying. Your saved work is not affected; annotations you draw are kept here and saved once reconnected.',
                )}
          </span>
        </div>
      )}
      {status === 'locked' && (
        <div className={styles.banner} role="alert">
          <TriangleAlert />
          <span className={styles.text}>
            {t('This browser is signed out. Open the link that Tessera printed when it started.')}
          </span>
        </div>
      )}
      {session.data !== undefined && session.data.readOnly.length > 0 && (
        <ReadOnlyBanner stores={session.data.readOnly} />
      )}
      {status === 'open' && session.data !== undefined && <PlaceBanner place={session.data.place} />}
      {session.data?.secrets.kind === 'undecided' && (
        <div className={styles.banner} role="status">
          <TriangleAlert />
          <span className={styles.text}>
            {t('Where should the API keys be kept?')} {session.data.secrets.detail}
          </span>
          <SecretsChoice />
        </div>
      )}
    </>
  )
}

/** The other machine is away, or wants another key: what it means, and the one way on. */
function PlaceBanner({ place: { connection, host, state, reason } }: { readonly place: Place }) {
  const { page } = useRoute()
  if (host === null || state === 'open') return null
  if (state === 'offline') {
    return (
      <div className={styles.banner} role="alert">
        <ProgressRing size={14} label={t('Looking for {{host}}', { host })} />
        <span className={styles.text}>
          {reason}.{' '}
          {t('What is shown stays; nothing can be changed until it answers, and labels that you draw wait for it.')}
        </span>
        {page !== 'connections' && (
          <Button size="small" onPress={() => navigate(CONNECTIONS_HREF)}>
            {t('Connections')}
          </Button>
        )}
      </div>
    )
  }
  return (
    <div className={styles.banner} role="alert">
      <TriangleAlert />
      <span className={styles.text}>
        {reason}. {t('Give the key of its workspace to go on.')}
      </span>
      <Button size="small" onPress={() => navigate(`${CONNECTIONS_HREF}?edit=${connection}`)}>
        {t('Give the key')}
      </Button>
    </div>
  )
}
