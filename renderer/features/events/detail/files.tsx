import { Download } from 'lucide-react'
import type { EventView } from '#common/contract/events'
import { eventFileUrl } from '#common/contract/urls'
import { PanelLabel } from '#renderer/ui/display/panel'
import { bytes } from '#renderer/words/format'
import { t } from '#renderer/words/words'
import styles from './panel.module.css'

/** Videos to be played, and what else came with the event. */
export function Files({ event: { videos, localOnlyFiles } }: { readonly event: EventView }) {
  return (
    <>
      {videos.length > 0 && (
        <section className={styles.section}>
          <PanelLabel>{videos.length === 1 ? t('Video') : t('Videos')}</PanelLabel>
          {videos.map(({ fileId, label, bytes: size }) => (
            <figure key={fileId} className={styles.video}>
              {/* Nobody wrote down what is said in it. */}
              <video
                src={eventFileUrl(fileId)}
                controls
                preload="metadata"
                aria-label={label ?? t('Video of the event')}
              />
              <figcaption className="caption text-3">{captionOf(label, size)}</figcaption>
            </figure>
          ))}
        </section>
      )}
      {localOnlyFiles.length > 0 && (
        <section className={styles.section}>
          <PanelLabel>{t('Files that stay on this machine')}</PanelLabel>
          <ul className={styles.files}>
            {localOnlyFiles.map(({ fileId, label, contentType, bytes: size }) => (
              <li key={fileId}>
                <a href={eventFileUrl(fileId)} download className={styles.file}>
                  <Download aria-hidden />
                  <span className="truncate">{label ?? fileId}</span>
                  <span className="text-3 num">{captionOf(contentType, size)}</span>
                </a>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}

function captionOf(text: string | null, size: number | null): string {
  return [text, size === null ? null : bytes(size)].filter((each) => each !== null).join(', ')
}
