import { useQuery } from '@tanstack/react-query'
import { TriangleAlert } from 'lucide-react'
import { useEffect } from 'react'
import type { PlaceWords } from '#renderer/data/in-words'
import { queries } from '#renderer/data/queries'
import { setReadOnly } from '#renderer/data/read-only'
import { useConnection } from '#renderer/data/use-connection'
import { SecretsChoice } from '#renderer/features/settings/secrets-choice'
import { CONNECTIONS_HREF, navigate, useRoute } from '#renderer/ui/app/router'
import { Button } from '#renderer/ui/controls/button'
import { ProgressRing } from '#renderer/ui/display/progress'
import { t } from '#renderer/words/words'
import styles from './banners.module.css'
import { ReadOnlyBanner } from './read-only/read-only-banner.tsx'

/** One line each, only while something is to be known or decided. */
export function Banners() {
  const { data } = useQuery(queries.session())
  const { page } = useRoute()
  useEffect(() => data && setReadOnly(data), [data])
  return (
    <>
      {/* Nothing may move under a hand that draws: what comes and goes by itself lies over the hints. */}
      <div className={page === 'annotate' ? styles.afloat : undefined}>
        <ConnectionBanners />
      </div>
      {data !== undefined && data.readOnly.length > 0 && <ReadOnlyBanner stores={data.readOnly} />}
      {data?.secrets.kind === 'undecided' && (
        <div className={styles.banner} role="status">
          <TriangleAlert />
          <span className={styles.text}>
            {t('Where should the API keys be kept?')} {data.secrets.detail}
          </span>
          <SecretsChoice />
        </div>
      )}
    </>
  )
}

/** Whether the station, and the other computer whose projects are shown, answer. */
function ConnectionBanners() {
  const { status, epoch } = useConnection()
  const { data } = useQuery(queries.session())
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
      {status === 'open' && data !== undefined && <PlaceBanner place={data.place} />}
    </>
  )
}

/** The other machine is away, or wants another key: what it means, and the one way on. */
function PlaceBanner({ place: { connection, host, state, reason } }: { readonly place: PlaceWords }) {
  const { page } = useRoute()
  if (host === null || state === 'open') return null
  if (state === 'offline') {
    return (
      <div className={styles.banner} role="alert">
        <ProgressRing size={14} label={t('Looking for {{host}}', { host })} />
        <span className={styles.text}>
          {reason}.{' '}
          {t(
            'The page stays visible. Nothing can be changed until the connection is back; annotations that you draw are kept and saved then.',
          )}
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
        {reason}. {t('Enter the key of its workspace to continue.')}
      </span>
      <Button size="small" onPress={() => navigate(`${CONNECTIONS_HREF}?edit=${connection}`)}>
        {t('Enter the key')}
      </Button>
    </div>
  )
}
