import { EVENTS_HREF, Link, MODELS_HREF, PLAYGROUND_HREF } from '#renderer/kit/app/router'
import styles from './welcome.module.css'

/** What needs no project: a station that only serves models or keeps events may never have one. */
export function StationLinks() {
  return (
    <nav className={styles.links} aria-label="Without a project">
      <span>Without a project:</span>
      <Link href={MODELS_HREF}>Models</Link>
      <Link href={PLAYGROUND_HREF}>Playground</Link>
      <Link href={EVENTS_HREF}>Events</Link>
    </nav>
  )
}
