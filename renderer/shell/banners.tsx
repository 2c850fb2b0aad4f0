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

/** Banners of one line each, while something needs to be known or decided. */
export function Banners() {
  const { data } = useQuery(queries.session())
  const { page } = useRoute()
  useEffect(() => data && setReadOnly(data), [data])
  return (
    <>
      {/* Nothing may move while the user draws, so banners cover the hints there. */}
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

/** Says whether the station and the connected remote respond. */
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

/** The remote cannot be reached or needs another key: the consequence and one action. */
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
