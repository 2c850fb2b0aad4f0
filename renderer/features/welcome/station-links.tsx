import { EVENTS_HREF, Link, MODELS_HREF, PLAYGROUND_HREF } from '#renderer/ui/app/router'
import { t } from '#renderer/words/words'
import styles from './welcome.module.css'

/** Links that need no project: a station that only serves models or keeps events may never have one. */
export function StationLinks() {
  return (
    <nav className={styles.links} aria-label={t('Without a project')}>
      <span>{t('Without a project:')}</span>
      <Link href={MODELS_HREF}>{t('Models')}</Link>
      <Link href={PLAYGROUND_HREF}>{t('Playground')}</Link>
      <Link href={EVENTS_HREF}>{t('Events')}</Link>
    </nav>
  )
}
