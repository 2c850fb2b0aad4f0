import { type ReactNode, useState } from 'react'
import { cx } from '../cx.ts'
import { useConnection } from '../studio/use-connection.ts'
import styles from './picture.module.css'

export interface PictureProps {
  readonly url: string
  /** Average colour, shown until the pixels are there. */
  readonly color?: string | undefined
  readonly alt?: string | undefined
  readonly fit?: 'cover' | 'contain' | undefined
  readonly className?: string | undefined
  /** What lies over the pixels: outlines, a mark. */
  readonly children?: ReactNode
}

/** What is scrolled past before it came is not fetched any more: an image that has left the page would still be. */
function stopLoading(image: HTMLImageElement) {
  return () => {
    if (!image.complete) image.src = ''
  }
}

/** A flat tile in the picture's average colour, then the picture; never a shimmer. Its size comes from the class name. */
export function Picture({ url, color, alt = '', fit = 'cover', className, children }: PictureProps) {
  const [shown, setShown] = useState('')
  const [failedAt, setFailedAt] = useState<number>()
  const { epoch } = useConnection()
  // A picture that did not come is asked for again when the core is back.
  const attempt = failedAt === undefined || failedAt === epoch ? 0 : epoch
  return (
    <div
      className={cx(styles.picture, fit === 'contain' && styles.contain, className)}
      {...(color !== undefined && { style: { backgroundColor: color } })}
    >
      <img
        key={attempt}
        ref={stopLoading}
        src={url}
        alt={alt}
        draggable={false}
        decoding="async"
        className={shown === url ? undefined : styles.waiting}
        onLoad={() => setShown(url)}
        onError={() => setFailedAt(epoch)}
      />
      {children}
    </div>
  )
}
